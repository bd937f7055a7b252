package config

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// maxFile bounds a settings file, far above what users write.
const maxFile = 64 << 10

// Sources says where Load looks for settings.
type Sources struct {
	Places  paths.Places
	Project string              // root of the project; "" none
	Getenv  func(string) string // nil: ignore the environment
	Flags   map[string]string   // key -> value as typed
	Packs   []string            // names of packs; nil: accept any name
	Trusted bool                // treat the project as trusted, to show what that would change
	Instead string              // a file that is read in place of the user's; "" none
}

// Load reads the settings. It always returns usable settings: it leaves out
// what is broken, and reports it as a problem.
func Load(s Sources) (Config, []Problem) {
	c := Default()
	var problems []Problem
	path := s.Places.ConfigFile()
	if s.Instead != "" {
		path = s.Instead
	}
	if path != "" {
		l := layer{from: FromUser, name: path, sources: &s, loosen: always}
		data, err := paths.ReadFile(path, maxFile)
		problems = append(problems, l.file(&c, data, err)...)
	}
	if s.Project != "" {
		path := s.Places.ProjectConfig(s.Project)
		data, err := paths.ReadFileIn(s.Project, filepath.Join(paths.ProjectName, "config.yaml"), maxFile)
		l := layer{from: FromProject, name: path, sources: &s, loosen: trustOf(&s, data)}
		problems = append(problems, l.file(&c, data, err)...)
	}
	if s.Getenv != nil {
		problems = append(problems, fromEnv(&c, &s)...)
	}
	problems = append(problems, fromFlags(&c, &s)...)
	problems = append(problems, lock(&c, &s)...)
	c.settle()
	return c, problems
}

// layer is one source of settings, laid over those below it.
type layer struct {
	from     Source
	name     string
	sources  *Sources
	loosen   func() bool     // may this source loosen? asked only when it would
	given    map[string]bool // the lists and mappings in it; nil: they are not noted
	unread   bool            // it is there, and nothing of it is known
	problems []Problem
}

func always() bool { return true }
func never() bool  { return false }

// trustOf returns a function that reports whether the project is trusted as it
// was read. It looks once.
func trustOf(s *Sources, config []byte) func() bool {
	asked, trusted := false, false
	return func() bool {
		if !asked {
			asked, trusted = true, s.Trusted || trustedAs(s.Places, s.Project, config)
		}
		return trusted
	}
}

// file lays a file over the settings.
func (l *layer) file(c *Config, data []byte, err error) []Problem {
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		l.unread = true
		l.fail(node{}, "not read: "+paths.Reason(err), "")
	case !isEmpty(data):
		root, ok := l.parse(data)
		if l.unread = !ok; ok {
			l.mapping(c, "", root)
		}
	}
	return l.problems
}

// mapping reads the keys of a mapping: the whole file, or a group of keys.
func (l *layer) mapping(c *Config, prefix string, n node) {
	for _, e := range n.entries {
		if example := groupNamed(e.key.text); prefix == "" && example != "" {
			if e.value.kind != mapping {
				l.fail(e.value, e.key.text+" is a mapping", "write "+example)
				continue
			}
			l.mapping(c, e.key.text+".", e.value)
			continue
		}
		i := keyNamed(prefix + e.key.text)
		switch {
		case i < 0:
			l.unknownKey(prefix, e.key)
		case i < scalarKeys && e.value.kind != text:
			l.fail(e.value, keys[i].Name+" takes one value", keys[i].Kind)
		case i < scalarKeys:
			l.scalar(c, i, e.value)
		default:
			if l.given != nil {
				l.given[keys[i].Name] = true
			}
			keys[i].list(l, c, e.value)
		}
	}
}

// groupNamed returns an example of how a group of keys is written, or "" when
// there is no such group.
func groupNamed(name string) (example string) {
	switch name {
	case "policy":
		return "policy: {high: ask}"
	case "store":
		return "store: {max_age: 90}"
	}
	return ""
}

func keyNamed(name string) int {
	for i := range keys {
		if keys[i].Name == name {
			return i
		}
	}
	return -1
}

func fromEnv(c *Config, s *Sources) []Problem {
	l := layer{from: FromEnv, sources: s, loosen: never}
	for i := range scalarKeys {
		l.name = keys[i].Env
		if v := s.Getenv(l.name); v != "" {
			l.scalar(c, i, node{kind: text, text: v})
		}
	}
	for i := scalarKeys; i < len(keys); i++ {
		if l.name = keys[i].Env; l.name == "" {
			continue
		}
		if v := s.Getenv(l.name); v != "" {
			keys[i].list(&l, c, node{kind: text, text: v})
		}
	}
	return l.problems
}

func fromFlags(c *Config, s *Sources) []Problem {
	l := layer{from: FromFlag, sources: s, loosen: always}
	for i := range scalarKeys {
		if v, ok := s.Flags[keys[i].Name]; ok {
			l.name = optionOf(keys[i].Name)
			l.scalar(c, i, node{kind: text, text: v})
		}
	}
	return l.problems
}

// optionOf returns the option by which commands set a key.
func optionOf(key string) string {
	switch key {
	case "safety_level":
		return "level"
	case "lint_min_risk":
		return "min-risk"
	}
	return key
}

// scalar is the value of a key with one value, and where it came from.
type scalar struct {
	value  int
	origin Origin
}

// scalar sets a key with one value, unless this source may not loosen it.
func (l *layer) scalar(c *Config, i int, n node) {
	key := &keys[i]
	v, err := key.parse(n.text)
	if err != nil {
		l.fail(n, key.Name+": "+err.Error(), "write "+key.Kind)
		return
	}
	old := c.effective(i)
	looser := key.Change == Upwards && v < old || key.Change == Downward && v > old || key.Change == Trusted && v != old
	free := l.from == FromUser || l.from == FromFlag || l.from == FromMachine
	if key.Change == Never && !free {
		l.refuse(n, key.Name)
		return
	}
	if looser && !free && !l.loosen() {
		l.ignore(n, key.Name+": "+key.show(v)+" is looser than "+key.show(old))
		return
	}
	// An untrusted source that tightens binds every risk. One that may loosen
	// starts from the user's own policy.
	demands := !free && !l.loosen()
	if i == keyLevel {
		for r := policy.Low; r <= policy.Critical; r++ {
			if demands {
				c.floor[r] = max(c.floor[r], policy.For(policy.Level(v))[r])
			} else {
				c.floor[r] = policy.Silent
			}
		}
	} else if r, ok := riskOf(i); ok && !demands {
		c.floor[r] = policy.Silent
	}
	c.scalars[i] = scalar{v, l.origin(n)}
}

// effective returns the value of a key to compare a new one with: for an
// action, the one in force.
func (c *Config) effective(i int) int {
	if r, ok := riskOf(i); ok {
		return int(c.table(policy.Level(c.scalars[keyLevel].value))[r])
	}
	return c.scalars[i].value
}

func riskOf(key int) (policy.Risk, bool) {
	if key < keyCritical || key > keyLow {
		return 0, false
	}
	return policy.Critical - policy.Risk(key-keyCritical), true
}

func (l *layer) origin(n node) Origin {
	return Origin{Source: l.from, Name: l.name, Line: n.line, Column: n.column}
}

func (l *layer) fail(n node, text, hint string) {
	l.report(Problem{Origin: l.origin(n), Text: text, Hint: hint})
}

// ignore notes a value that was not honoured, and how to make it count.
func (l *layer) ignore(n node, text string) {
	p := Problem{Origin: l.origin(n), Text: text + "; ignored", Note: true}
	if l.from == FromProject {
		p.Hint = "to accept this project's settings: ctxhook trust"
	} else {
		p.Hint = "the environment can only tighten; set it in your own config.yaml"
	}
	l.report(p)
}

// refuse notes a value of a setting that all projects share.
func (l *layer) refuse(n node, name string) {
	l.report(Problem{
		Origin: l.origin(n), Text: name + " applies to all projects; ignored", Hint: "set it in your own config.yaml", Note: true,
	})
}

// report adds a problem, up to a bound that a hostile file cannot exceed.
func (l *layer) report(p Problem) {
	switch len(l.problems) {
	case maxProblems:
		l.problems = append(l.problems, Problem{Origin: Origin{Source: l.from, Name: l.name}, Text: "and more"})
	default:
		if len(l.problems) < maxProblems {
			l.problems = append(l.problems, p)
		}
	}
}
