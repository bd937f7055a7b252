package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// live answers whether a call changes what another session wrote that goes on, or takes
// it into a commit or a stash of its own. Nothing is lost then, but two agents work on
// one thing and do not know.
func (w *weighing) live(fact string, softens bool) (bool, func(string) rule.Told) {
	if softens || w.script.Calls[w.i].Cwd.Else != nil || !w.livesOther() || !w.script.Work.Spend(stepsOfLook) {
		return false, nil
	}
	q, ok := w.edited()
	if fact == rule.LiveSwept {
		q, ok = w.swept()
	}
	if !ok {
		return false, nil
	}
	a := w.facts.Authors(q)
	if !a.Is(fact) {
		return false, nil
	}
	return true, a.Value
}

// user answers whether a call changes what the user wrote and did not commit, or takes it
// into a commit or a stash. Nothing is lost, but it is good to know.
func (w *weighing) user(fact string, softens bool) (bool, func(string) rule.Told) {
	if softens || w.script.Calls[w.i].Cwd.Else != nil {
		return false, nil
	}
	q, ok := w.edited()
	if fact == rule.UserSwept {
		q, ok = w.swept()
		ok = ok && w.sweepsAll(q.Path)
	}
	if !ok || w.restored() || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	q.Live, q.Kept = false, true
	a := w.facts.Authors(q)
	return a.Is(fact), a.Value
}

// sweepsAll reports whether a call of git takes what is changed anywhere in a work tree: it
// names no part of it.
func (w *weighing) sweepsAll(root string) bool {
	dir, known := w.dir()
	args := &w.script.Calls[w.i].Args
	operands := args.Operands
	if len(operands) > 0 && args.Is([]string{"stash push"}) {
		operands = operands[1:]
	}
	return known && !slices.ContainsFunc(operands, func(o shell.Word) bool {
		name := o.String()
		return name != ":/" && !((name == "." || name == "./") && dir == root)
	})
}

// restored reports whether a later call of the script applies the stash again.
func (w *weighing) restored() bool {
	for k := w.i + 1; k < len(w.script.Calls); k++ {
		if c := &w.script.Calls[k]; c.Program == "git" && c.Args.Is([]string{"stash pop", "stash apply"}) {
			return true
		}
	}
	return false
}

// livesOther reports whether another session works on anything in the project. It looks
// once: most often none does.
func (c *checker) livesOther() bool {
	if c.lives == nil {
		root := c.at.Project
		if root == "" {
			root = c.at.Cwd
		}
		lives := root != "" && c.script.Work.Spend(stepsOfSearch) && c.facts.Authors(rule.LossQuery{Path: root, Live: true}).Is(rule.LiveSwept)
		c.lives = &lives
	}
	return *c.lives
}

// edited returns the file or directory that an effect changes.
func (w *weighing) edited() (q rule.LossQuery, ok bool) {
	if w.e == nil || w.e.Target == nil {
		return q, false
	}
	name, ok := w.e.Path(&w.script.Calls[w.i], w.at)
	return rule.LossQuery{Path: name, Live: true}, ok
}

// swept returns the work tree from which a call of git takes all changes.
func (w *weighing) swept() (q rule.LossQuery, ok bool) {
	dir, known := w.dir()
	if !known {
		return q, false
	}
	t, _ := w.treeAt(w.i, dir)
	call := &w.script.Calls[w.i]
	tracked := false // only those of files that git tracks
	switch {
	case call.Args.Is([]string{"commit"}):
		tracked = true
	case call.Args.Is([]string{"add"}):
		tracked = call.Args.Has("-u")
	default:
		tracked = !call.Args.Has("-u", "-a") // of stash: untracked files, and ignored ones
	}
	return rule.LossQuery{Path: t.Root, Tracked: tracked, Live: true}, t.Repo
}
