package journal

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/pkg/wishes/prompts"
	ruleset "github.com/ctxhook/ctxhook/rules"
)

// BrokenBy is Broken for what is no command of a POSIX shell: the use of another tool, as
// the script that does the same. Only rules about places are held against it.
func (j Preferences) BrokenBy(text string, script *shell.Script) *BrokenPreference {
	if !j.obeyed(script) {
		return nil
	}
	list := slices.DeleteFunc(j.concerning(script), func(p memory.Preference) bool { return p.Rule.Form != memory.FormPlace })
	return j.brokenAmong(list, text, script)
}

// BrokenByCommands is Broken for a tool that does what some commands do: of the rules about
// commands, what is never to be run is held against it.
func (j Preferences) BrokenByCommands(text string, commands []string) *BrokenPreference {
	for _, command := range commands {
		script := j.Judge.Parse(command)
		if !j.obeyed(script) {
			return nil
		}
		list := slices.DeleteFunc(j.concerning(script), func(p memory.Preference) bool { return p.Rule.Form != memory.FormNever })
		if broken := j.brokenAmong(list, text, script); broken != nil {
			broken.Instead, broken.Certain = "", false // it is no command
			return broken
		}
	}
	return nil
}

// Have reports whether there may be rules here.
func (j Preferences) Have() bool { return !j.repeats.empty() }

// HavePlaces reports whether there may be rules about places here.
func (j Preferences) HavePlaces() bool {
	return !j.repeats.empty() && (j.indexed(preferenceKey(preferences.AnyFiles)) || j.indexed(preferenceKey(preferences.AnyTarget)))
}

// HaveUnreadable reports whether there may be files here that are not to be read.
func (j Preferences) HaveUnreadable() bool {
	return !j.repeats.empty() && j.indexed(preferenceKey(preferences.AnyReading))
}

// hits returns the calls of a script that break a rule.
func (j Preferences) hits(r *memory.PreferenceRule, script *shell.Script, where preferences.Where) []preferences.Hit {
	if r.Form != memory.FormPlace {
		return preferences.Find(ruleset.Knowledge(), r, script, where)
	}
	if r.Place.Target != "" {
		return preferences.FindReaching(ruleset.Knowledge(), r, script)
	}
	var hits []preferences.Hit
	if r.Place.Deed == memory.ToCommit {
		for _, call := range j.takenAgainst(script, j.isOf(&r.Place)) {
			hits = append(hits, preferences.Hit{Call: call})
		}
		return hits
	}
	for _, c := range j.changesAgainst(&r.Place, script) {
		hits = append(hits, preferences.Hit{Call: c.Call})
	}
	return hits
}

// changesAgainst returns the changes that a rule about files does not want.
func (j Preferences) changesAgainst(r *memory.PlaceRule, script *shell.Script) (list []safety.Change) {
	patterns, excepted := j.patternsOf(r.List()), j.patternsOf(r.Excepted())
	changes := safety.Changes(script, j.Judge.At)
	if r.Deed == memory.ToRead {
		changes = append(changes, safety.Reads(script, j.Judge.At)...)
	}
	for _, c := range changes {
		if slices.ContainsFunc(excepted, func(p string) bool { return inTree(c.Path, p) || shell.MatchGlob(p, c.Path) }) {
			continue
		}
		if r.Old && j.isNew(c.Path) {
			continue
		}
		touched := func(pattern string) bool {
			return (c.Touches(pattern) || j.isFormatted(&c, pattern)) && !j.isSpared(&c, script, pattern)
		}
		var against bool
		switch {
		case r.Only:
			against = !slices.ContainsFunc(patterns, touched) && c.Kind != rule.Discard && j.isOwnWork(c.Path) || c.Kind != rule.Discard && j.isAbove(&c, patterns)
		case r.Deed == memory.ToDelete:
			against = c.Kind == rule.Delete && slices.ContainsFunc(patterns, touched)
		case r.Deed == memory.ToEdit && (c.Kind == rule.Revise || c.Kind == rule.Discard || (c.Kind == rule.Delete || c.Kind == rule.Move) && !j.isOwnWork(c.Path)):
			// a tool writes what it keeps itself, git brings back what it was, and a clean build may
			// begin with rm -r dist
		default:
			against = slices.ContainsFunc(patterns, touched)
		}
		if against {
			list = append(list, c)
		}
	}
	return list
}

// isOf returns what tells files that a rule is about from others.
func (j Preferences) isOf(r *memory.PlaceRule) func(file string) bool {
	patterns, excepted := j.patternsOf(r.List()), j.patternsOf(r.Excepted())
	matches := func(file string, list []string) bool {
		return slices.ContainsFunc(list, func(p string) bool { return inTree(file, p) || shell.MatchGlob(p, file) })
	}
	return func(file string) bool { return matches(file, patterns) && !matches(file, excepted) }
}

// isNew reports whether a path names nothing that is there.
func (j Preferences) isNew(name string) bool {
	if strings.ContainsAny(name, "*?[") {
		return false
	}
	_, err := os.Lstat(paths.Native(name, runtime.GOOS))
	return errors.Is(err, fs.ErrNotExist)
}

// isAbove reports whether a change is one of a directory that holds what patterns name.
// Where snapshots of tests are written anew, that is where the tests are.
func (j Preferences) isAbove(c *safety.Change, patterns []string) bool {
	if slices.Contains(c.Forms, "*.snap") || !strings.HasPrefix(c.Path+"/", j.Judge.At.Project+"/") {
		return false
	}
	return slices.ContainsFunc(patterns, func(p string) bool { return p != c.Path && strings.HasPrefix(p, c.Path+"/") })
}

// patternsOf returns paths of a rule as commands are judged: absolute. A file that is named
// without a directory, and is not in the root, is one wherever it lies.
func (j Preferences) patternsOf(paths []string) (list []string) {
	for _, p := range paths {
		switch {
		case strings.HasPrefix(p, "~/"):
			p = j.Judge.At.Home + p[1:]
		case !strings.Contains(p, "/") && strings.Contains(strings.Trim(p, "."), ".") && !strings.Contains(p, "*") && j.isNew(j.Judge.At.Project+"/"+p):
			p = j.Judge.At.Project + "/**/" + p
		case !strings.HasPrefix(p, "/"):
			p = j.Judge.At.Project + "/" + p
		}
		list = append(list, path.Clean(p))
	}
	return list
}

// isOwnWork reports whether a path is one of the project's own files: not one that git
// ignores, as what builds write, nor one of git's, the agent's or ours.
func (j Preferences) isOwnWork(name string) bool {
	rel, inside := strings.CutPrefix(name, j.Judge.At.Project+"/")
	if !inside || j.Judge.Project == "" {
		return false
	}
	switch first, _, _ := strings.Cut(rel, "/"); first {
	case ".git", ".claude", ".ctxhook":
		return false
	}
	if strings.ContainsAny(rel, "*?[") {
		return true
	}
	repo, err := git.Open(j.Judge.Project, git.Options{})
	if err != nil {
		return true
	}
	if info, err := os.Stat(paths.Native(name, runtime.GOOS)); err == nil && info.IsDir() {
		rel += "/"
	}
	ignored, err := repo.Ignored(rel)
	return err != nil || !ignored
}

// placeNames are what words name in the project.
func (j Preferences) placeNames() preferences.Names {
	n := preferences.Names{Program: j.isProgram}
	if j.Judge.Project == "" {
		return n
	}
	known := make(map[[2]string][]string) // a word is asked for by many phrases
	n.Paths = func(word, kind string) []string {
		key := [2]string{word, kind}
		list, ok := known[key]
		if !ok {
			list = j.named(word, kind)
			known[key] = list
		}
		return list
	}
	return n
}

// named returns what a word names in the project. See preferences.Names.
func (j Preferences) named(word, kind string) []string {
	if kind == "package" {
		for _, dir := range [...]string{"packages", "apps", "libs", "crates", "services", "modules"} {
			if j.isDir(dir + "/" + word) {
				return []string{dir + "/" + word + "/"}
			}
		}
	}
	if filepath.IsLocal(filepath.FromSlash(word)) {
		if info, err := os.Stat(filepath.Join(j.Judge.Project, filepath.FromSlash(word))); err == nil {
			if info.IsDir() {
				word += "/"
			}
			return []string{word}
		}
	}
	if strings.ContainsAny(word, "/*") {
		return nil
	}
	entries, err := os.ReadDir(j.Judge.Project)
	if err != nil || len(entries) > maxEntries {
		return nil
	}
	var list []string
	low := strings.ToLower(word)
	for _, e := range entries {
		name := e.Name()
		stem := strings.TrimSuffix(name, path.Ext(name))
		switch {
		case e.IsDir():
			if low == strings.ToLower(name) || low+"s" == strings.ToLower(name) {
				list = append(list, name+"/")
			}
		case low == strings.ToLower(name), low == strings.ToLower(stem) && stem == strings.ToUpper(stem),
			(low == "lockfile" || low == "lockfiles" || low == "lock-file" || low == "lock") && preferences.IsLockfile(name):
			list = append(list, name)
		}
	}
	return list
}

// maxEntries bounds the files of a project among which a name is looked for.
const maxEntries = 2000

// Rule returns the rule that words state, about commands or about a place.
func (j Preferences) Rule(words string) memory.PreferenceRule {
	var found []memory.PreferenceRule
	for _, s := range prompts.Statements(words) {
		switch r := preferences.Stated(ruleset.Knowledge(), s.Said, j.placeNames()); r.Form {
		case memory.FormPlace:
			found = append(found, r)
		case "":
			found = append(found, preferences.Places("", s.Said, j.placeNames())...)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return preferences.Parse(ruleset.Knowledge(), words, j.isProgram)
}

// placeWishes returns sightings of the rules about places that a prompt states, and of what
// it forbids beside something else.
func (j Preferences) placeWishes(prompt, session string) (list []memory.Preference) {
	if j.Judge.Project == "" {
		return nil
	}
	names := j.placeNames()
	for _, statement := range prompts.Statements(prompt) {
		s, before := statement.Said, statement.Before
		if markBehind(prompt, s) == " ." {
			continue // an operand is lost: "stop doing git add ."
		}
		for _, r := range preferences.Heard(ruleset.Knowledge(), before, s, names) {
			words := cleanLine(s)
			list = append(list, memory.Preference{
				Project: j.Judge.Project, State: memory.Candidate, Words: redact.Clean(strings.TrimSuffix(r.String(), ".")), Rule: r, First: j.Now, Last: j.Now,
				Evidence: []memory.Evidence{{Time: j.Now, Layer: memory.LayerExplicit, Confidence: prompts.Stated, Session: session, Words: words}},
			})
		}
	}
	return list
}

// permits returns what a prompt lets the agent do again: "you can edit migrations/ now".
func (j Preferences) permits(prompt string) (list []memory.PlaceRule) {
	if j.Judge.Project == "" || j.repeats.empty() {
		return nil
	}
	names := j.placeNames()
	for _, s := range prompts.Statements(prompt) {
		list = append(list, preferences.Permits(s.Said, names)...)
	}
	return list
}

// isPermitted reports whether what a prompt permits is what a rule about a place is against.
func (j Preferences) isPermitted(r *memory.PlaceRule, permits []memory.PlaceRule) bool {
	mine := j.patternsOf(r.List())
	return slices.ContainsFunc(permits, func(p memory.PlaceRule) bool {
		switch {
		case p.Paths == "" && p.Target == "": // whatever is needed
			return r.Target == ""
		case p.Target != "" || r.Target != "":
			return slices.ContainsFunc(p.Targets(), func(t string) bool { return slices.Contains(r.Targets(), t) })
		}
		return slices.ContainsFunc(j.patternsOf(p.List()), func(path string) bool {
			within := slices.ContainsFunc(mine, func(m string) bool { return m == path || strings.HasPrefix(path, m+"/") })
			if r.Only {
				return p.Only == within
			}
			return within || slices.ContainsFunc(mine, func(m string) bool { return strings.HasPrefix(m, path+"/") })
		})
	})
}

// changed names what a call changes or reaches against a rule about a place.
func (b *BrokenPreference) changed(j Preferences, r *memory.PlaceRule, script *shell.Script) string {
	if r.Target != "" {
		return r.Target
	}
	for _, c := range j.changesAgainst(r, script) {
		return strings.TrimPrefix(c.Path, j.Judge.At.Project+"/")
	}
	return ""
}
