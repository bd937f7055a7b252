package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// madeBranches reports whether the session made all branches that a call of git deletes or
// moves: a command of it that went well, in the same directory, asked for a new one of that
// name, which git refuses where there is one.
func (w *weighing) madeBranches() bool {
	call := &w.script.Calls[w.i]
	for _, o := range call.Args.Operands {
		name, ok := o.Literal()
		if !ok || name == "" || !w.script.Work.Spend(stepsOfSearch) {
			return false
		}
		made := false
		w.earlier(name, func(s *shell.Script, k int) {
			c := &s.Calls[k]
			made = made || !mayFail(s, k) && inSameTree(c, call) && makesBranch(c, name)
		})
		if !made {
			return false
		}
	}
	return len(call.Args.Operands) > 0
}

// inSameTree reports whether two calls of git that name no other repository run in one
// directory.
func inSameTree(a, b *shell.Call) bool {
	return a.Where == "" && b.Where == "" && a.Cwd.Else == nil && b.Cwd.Else == nil && a.Cwd.Path.Equal(b.Cwd.Path) &&
		!a.Args.Has("-C", "--git-dir", "--work-tree") && !b.Args.Has("-C", "--git-dir", "--work-tree")
}

// makesBranch reports whether a call makes a branch of a name that was none before.
func makesBranch(c *shell.Call, name string) bool {
	if c.Program != "git" || len(c.Args.Sub) == 0 || c.Late || c.Captured {
		return false
	}
	given := func(flags ...string) bool {
		return slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool {
			return slices.Contains(flags, f.Name) && f.Value != nil && f.Value.Is(name)
		})
	}
	switch c.Args.Sub[0] {
	case "switch":
		return given("-c", "--create")
	case "checkout", "worktree":
		return given("-b")
	case "branch":
		return len(c.Args.Operands) > 0 && c.Args.Operands[0].Is(name) && len(c.Args.Flags) == 0
	}
	return false
}
