package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// whereHolds returns for which calls a preference holds: those in the part of the
// project that it is for, and where no narrower one, which come first, wants the
// opposite.
func (j Preferences) whereHolds(p *memory.Preference, narrower []memory.Preference) preferences.Where {
	var against []memory.Preference
	for i := range narrower {
		if narrower[i].State == memory.Active && preferences.Opposite(narrower[i].Rule, p.Rule) {
			against = append(against, narrower[i])
		}
	}
	if p.Under == "" && len(against) == 0 {
		return nil
	}
	return func(c *shell.Call) bool {
		_, known := j.dirOf(c)
		return j.isOfPart(p, c) && !slices.ContainsFunc(against, func(n memory.Preference) bool { return !known || j.isOfPart(&n, c) })
	}
}

// dirOf returns the directory in which a call runs.
func (j Preferences) dirOf(c *shell.Call) (dir string, known bool) {
	if dir, known = c.Cwd.Path.Literal(); known && !filepath.IsAbs(dir) {
		dir = filepath.Join(j.Judge.Cwd, dir)
	}
	return filepath.Clean(dir), known
}

// narrowed narrows where a rule holds for the calls of a script: not for a call
// that names a file which is there, if that makes it one about something else, nor
// for one about a branch that the rule is not about.
func (j Preferences) narrowed(r *memory.PreferenceRule, script *shell.Script, where preferences.Where) preferences.Where {
	return func(c *shell.Call) bool {
		if !preferences.OnBranch(r, script, c, func() string { return j.branchOf(c) }) {
			return false
		}
		dir, known := j.dirOf(c)
		isFile := func(name string) bool {
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			_, err := os.Lstat(name)
			return err == nil
		}
		return (where == nil || where(c)) && !(known && slices.ContainsFunc(preferences.MayBeFiles(rules.Knowledge(), r, c), isFile))
	}
}

// branchOf returns the branch that is checked out where a call of git runs, "" where
// that is not known: the call says which repository it is about.
func (j Preferences) branchOf(c *shell.Call) string {
	dir, known := j.dirOf(c)
	if !known || command.HasArg(c, []string{"--git-dir", "--work-tree"}) {
		return ""
	}
	root, _ := j.Judge.Places.Project(dir)
	return facts.HeadOf(root).Branch
}

// isOfPart reports whether a call is about the part of the project that a preference is for: it
// runs there, or names it or what lies in it, as terraform -chdir=envs/prod does.
func (j Preferences) isOfPart(p *memory.Preference, c *shell.Call) bool {
	dir, known := j.dirOf(c)
	if p.Under == "" || !known {
		return p.Under == ""
	}
	part := filepath.Join(j.Judge.Project, filepath.FromSlash(p.Under))
	return inTree(dir, part) || slices.ContainsFunc(c.Argv[min(1, len(c.Argv)):], func(w shell.Word) bool {
		text, literal := w.Literal()
		if _, value, given := strings.Cut(text, "="); given && strings.HasPrefix(text, "-") {
			text = value
		}
		if text = filepath.FromSlash(text); !literal || text == "" {
			return false
		}
		if !filepath.IsAbs(text) {
			text = filepath.Join(dir, text)
		}
		return inTree(filepath.Clean(text), part)
	})
}
