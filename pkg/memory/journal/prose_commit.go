package journal

import (
	"path/filepath"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// maxProse bounds the changed files of which it is asked whether all are prose.
const maxProse = 200

// isProseCommit reports whether what a rule wants checked first is a commit of text alone, which
// linters and tests do not read: of all that is changed in the work tree, or of the files that are
// added by their names where nothing else is staged.
func (j Preferences) isProseCommit(r *memory.PreferenceRule, script *shell.Script) bool {
	if r.Class != "commit" && r.When != "git commit" {
		return false
	}
	look := facts.New(facts.Options{Cwd: j.Judge.Cwd, Project: j.Judge.Project, Wall: lookThrough})
	if changed := look.Changes(j.Judge.Cwd, maxProse); changed.Known && len(changed.Files)+len(changed.Gone) > 0 {
		code := slices.ContainsFunc(changed.Gone, func(name string) bool { return !lessons.IsProse(name) })
		for name := range changed.Files {
			code = code || !lessons.IsProse(name)
		}
		if !code {
			return true
		}
	}
	added := 0
	for i := range script.Calls {
		c := &script.Calls[i]
		if c.Program != "git" {
			continue
		}
		switch {
		case c.Args.Is([]string{"add"}):
			if len(c.Args.Flags) > 0 {
				return false
			}
			for _, o := range c.Args.Operands {
				name, known := o.Literal()
				if !known || !lessons.IsProse(filepath.ToSlash(name)) {
					return false
				}
				added++
			}
		case c.Args.Is([]string{"commit"}):
			if c.Args.Has("-a", "--all", "-i", "--include", "-p", "--patch") || len(c.Args.Operands) > 0 {
				return false
			}
		}
	}
	tree := look.Tree(j.Judge.Cwd)
	return added > 0 && tree.Known && tree.Staged == 0
}
