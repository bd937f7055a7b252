package safety

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// clone asks whether a directory is a repository with work that is nowhere else: changes,
// stashes, or commits of the branch that is checked out; or whether it is a linked worktree
// of which nothing is lost.
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
		return t.Known && t.Repo && t.Linked && t.Modified+t.Untracked == 0 && !w.pathChanged(w.i, -1, dir, false), t.Value
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
