package safety

import (
	"path"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// clone asks whether a directory is a repository with work that is nowhere else: changes,
// stashes, or commits of the branch that is checked out; or whether it is a linked worktree
// or a whole clone of which nothing is lost.
func (w *weighing) clone(fact string, _ bool) (bool, func(string) rule.Told) {
	if fact != rule.CloneUnpushed && fact != rule.CloneKept || w.e == nil || w.e.Target == nil {
		return false, nil
	}
	dir, ok := w.e.Path(&w.script.Calls[w.i], w.at)
	if !ok || !w.script.Work.Spend(stepsOfLook) || !w.facts.Path(path.Join(dir, ".git")).Exists {
		return false, nil
	}
	t := w.facts.Tree(dir)
	if fact == rule.CloneKept {
		kept := t.Known && t.Repo && t.Modified+t.Untracked == 0 && !t.More && !w.pathChanged(w.i, -1, dir, false)
		return kept && (t.Linked || t.Stashes == 0 && w.onRemotes(dir)), t.Value
	}
	if t.Known && t.Repo && t.Modified+t.Untracked > 0 {
		return true, t.Value
	}
	if !t.Known || !t.Repo || t.Linked { // the commits of a linked one stay
		return false, nil
	}
	b := w.facts.Branch(dir, "", "")
	return t.Stashes > 0 || b.Known && b.Ahead > 0, b.Value
}

// onRemotes reports whether remotes have all branches of a repository, and git ignores
// nothing in it but what is made again. Submodules and linked worktrees have their own.
func (w *weighing) onRemotes(dir string) bool {
	if !w.script.Work.Spend(stepsOfWalk) || !w.facts.Branch(dir, rule.AllBranches, "").Pushed {
		return false
	}
	for _, own := range [...]string{"modules", "worktrees"} {
		if p := w.facts.Path(path.Join(dir, ".git", own)); !p.Known || p.Exists && !p.Empty {
			return false
		}
	}
	rest := w.facts.Clean(dir, rule.CleanQuery{Ignored: true, Dirs: true})
	return rest.Known && !rest.More && !slices.ContainsFunc(rest.Names, func(name string) bool {
		full := shell.LitWord(path.Join(dir, name))
		return effect.ClassOf(full, shell.Dir{}, w.at)&effect.Generated == 0 && !effect.BuildOutput(full, w.at)
	})
}
