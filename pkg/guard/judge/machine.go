package judge

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// machine is what an administrator adds to the rules of all users.
type machine struct {
	rules  []*rule.Rule
	models []*rule.Command
	dirs   map[string]string // pack -> directory of its files
	broken error             // the first of what cannot be read
	plain  *safety.Engine    // with nothing of the user's; nil: it would find what Engine finds
}

// loadMachine reads the rules of the machine. What users may write is not among
// their sources, and neither is the user's cache.
func (j *Judge) loadMachine() {
	m := &j.machine
	if b := j.Config.Machine.Broken; len(b) > 0 {
		m.broken = b[0]
	}
	if j.Config.Machine.Dir == "" {
		return
	}
	m.dirs = map[string]string{rulefile.MachinePack: j.Places.MachineRules()}
	dirs := []rulefile.Dir{{Path: j.Places.MachineRules(), Pack: rulefile.MachinePack, Protected: true}}
	errs := m.addPacks(j.Places.MachinePacks())
	for name, dir := range m.dirs {
		if name != rulefile.MachinePack {
			dirs = append(dirs, rulefile.Dir{Path: dir, Pack: name, Protected: true})
		}
	}
	order.By(dirs[1:], func(a, b rulefile.Dir) int { return strings.Compare(a.Path, b.Path) })
	pack, more := rulefile.Load(dirs, j.Places.MachineCache())
	if errs = append(errs, more...); len(errs) > 0 {
		j.Problems, m.broken = append(j.Problems, errs...), errs[0]
	}
	m.rules, m.models = pack.Rules, append(pack.Commands, pack.Project...)
}

// addPacks finds the packs in a directory, each of which root alone may write.
func (m *machine) addPacks(in string) (errs []error) {
	fail := func(path string, err error) {
		errs = append(errs, &rulefile.Error{Path: path, Text: paths.Reason(err)})
	}
	names, err := listed(in)
	if err != nil {
		fail(in, err)
	}
	for _, name := range names {
		dir := filepath.Join(in, name)
		if !rulefile.IsPackName(name) {
			fail(dir, errors.New("not a name of a pack: use lower-case letters, digits and -"))
			continue
		}
		if below := filepath.Join(dir, rulefile.RulesDir); isThere(below) {
			if err := paths.Protected(dir); err != nil {
				fail(dir, err)
				continue
			}
			dir = below
		}
		m.dirs[name] = dir
	}
	return errs
}

// listed lists a directory that root alone may write, without hidden files; one
// that is missing is empty.
func listed(dir string) ([]string, error) {
	err := paths.Protected(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := paths.OpenDir(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, ".") }), err
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// MachineRules returns the rules that an administrator adds.
func (j *Judge) MachineRules() []*rule.Rule { return j.machine.rules }

// HasMachinePack reports whether an administrator adds a pack of this name.
func (j *Judge) HasMachinePack(name string) bool { return j.machine.dirs[name] != "" }

// MachineSaved reports whether those are remembered in a form that is read fast.
func (j *Judge) MachineSaved() bool { return isThere(j.Places.MachineCache()) }

// HeldBy returns the file of the machine that a rule holds by, so that no user
// loosens it: its own, or the one that switches its pack on. "" is none.
func (j *Judge) HeldBy(id string) string {
	pack, _, _ := strings.Cut(id, "/")
	if j.machine.dirs[pack] != "" {
		return j.RuleFile(id)
	}
	if by, locked := j.Config.Locks(pack); locked {
		return by.String()
	}
	return ""
}

// hold makes the machine's rules hold whatever the user has: with an engine of
// their own where the user's models could make a command look like another.
func (j *Judge) hold(pack rulefile.Pack) {
	c := &j.Config
	own := slices.ContainsFunc(c.Packs, func(p config.Pack) bool { _, locked := c.Locks(p.Name); return locked })
	patterns := slices.DeleteFunc(slices.Clone(j.Engine.Blocked), func(p safety.Pattern) bool { return p.By == "" })
	if !own && len(j.machine.rules)+len(patterns) == 0 {
		return
	}
	j.Engine.Held, j.Engine.Least = j.HeldBy, c.Machine.Least
	theirs := slices.ContainsFunc(c.Wrappers, func(w config.Wrapper) bool { return w.Origin.Source != config.FromMachine })
	blind := !c.Lookthrough && c.LookthroughFrom().Source != config.FromMachine
	deaf := !c.UnknownPrograms && c.UnknownProgramsFrom().Source != config.FromMachine
	if !theirs && !blind && !deaf && len(pack.Commands)+len(pack.Project) == 0 {
		return
	}
	plain := j.Engine
	plain.Rules, plain.Blocked, plain.Allowed, plain.Table = j.machine.rules, patterns, nil, c.Machine.Least
	plain.Custom, plain.MaxLength, plain.Permissions = nil, 0, nil
	plain.Files, plain.KnownOnly = plain.Files || blind, plain.KnownOnly && !deaf
	plain.Models = func(program string) *rule.Command {
		if m := modelNamed(j.machine.models, program); m != nil {
			return m
		}
		return rules.Command(program)
	}
	plain.Candidates = func(t rule.Trigger) []*rule.Rule {
		return slices.DeleteFunc(slices.Clone(rules.For(t)), func(r *rule.Rule) bool { return j.HeldBy(r.ID) == "" })
	}
	j.machine.plain = &plain
}

// held adds to a verdict what the machine's rules find without the user's models,
// and that the settings of the machine cannot be read, where on_error stops
// commands for that.
func (j *Judge) held(v safety.Verdict, judge func(*safety.Engine) safety.Verdict) safety.Verdict {
	more := j.unreadable(v.Script)
	if j.machine.plain != nil {
		plain := *j.machine.plain
		plain.Dialect, plain.Env = j.Engine.Dialect, j.Engine.Env
		j.matcher.Begin()
		w := judge(&plain)
		for _, f := range w.Findings {
			if f.Least > policy.Silent && !slices.ContainsFunc(v.Findings, func(g safety.Finding) bool { return g.Rule == f.Rule && g.Span == f.Span && g.Least >= f.Least }) {
				f.Call = -1 // its script is another
				more = append(more, f)
			}
		}
	}
	if len(more) > 0 {
		v.Findings = append(v.Findings, more...)
		j.Engine.Settle(&v)
	}
	return v
}

// unreadable is the finding for what of the machine cannot be read.
func (j *Judge) unreadable(s *shell.Script) []safety.Finding {
	least := policy.Ask
	switch {
	case j.machine.broken == nil || j.Config.OnError == config.OnErrorOpen:
		return nil
	case j.Config.OnError == config.OnErrorBlock:
		least = policy.Block
	}
	f := safety.Unread(j.machine.broken.Error())
	f.Span, f.Least = shell.Span{To: len(s.Text)}, least
	return []safety.Finding{f}
}
