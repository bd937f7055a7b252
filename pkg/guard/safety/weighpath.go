package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// This file answers for the work tree, for paths, and for the files that a pattern matches.

func (w *weighing) tree(fact string, softens bool) (bool, func(string) rule.Told) {
	dir, known := w.dir()
	if !known || w.script.Calls[w.i].Cwd.Else != nil {
		return false, nil
	}
	if !softens && w.takesBack() {
		return false, nil // what the rest of the tree holds is not touched
	}
	t, since := w.treeAt(w.i, dir)
	return t.Is(fact) && !(softens && w.treeChanged(w.i, since, dir, t)), t.Value
}

func (w *weighing) path(fact string, softens bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	if w.e == nil || w.e.Target == nil || call.Cwd.Else != nil {
		return false, nil
	}
	if !w.answer.asked {
		w.answer.asked = true
		w.script.Work.Spend(stepsOfLook)
		if w.answer.elsewhere = effect.Elsewhere(call.Program, *w.e.Target); w.answer.elsewhere {
			return false, nil
		}
		if w.answer.name, w.answer.known = w.e.Path(call, w.at); w.answer.known {
			w.answer.state, w.answer.since = w.pathAt(w.i, w.answer.name, w.e)
			if w.takesBack() { // files that git does not track stay
				w.answer.state.Untracked, w.answer.state.Repos = 0, 0
			}
			w.answer.known = w.answer.state.Exists || !searches(call)
		}
	}
	if w.answer.elsewhere {
		return false, nil
	}
	if fact == rule.PathSession {
		return w.theirs(fact, softens)
	}
	if a := &w.answer; a.known {
		if softens && (fact == rule.PathMissing || fact == rule.PathEmpty) && call.In != nil && w.e.Class&(effect.Home|effect.OutsideProject|effect.AboveProject) != 0 && w.ofStranger(call.In) {
			return false, nil // what a stranger wishes to delete may be there the next time
		}
		if !a.state.Is(fact) || softens && w.pathChanged(w.i, a.since, a.name, w.e.Kind == rule.Discard) {
			return false, nil // nearly always, and a method as a value is an allocation
		}
		return true, a.state.Value
	}
	return w.pattern(fact, softens)
}

// takesBack reports whether a call takes back the changes of tracked files at a known path.
func (w *weighing) takesBack() bool {
	e := w.e
	if e == nil || e.Target == nil || e.Kind != rule.Discard || e.All || !w.script.Calls[w.i].Args.Is([]string{"checkout", "restore", "checkout-index"}) {
		return false
	}
	_, ok := e.Path(&w.script.Calls[w.i], w.at)
	return ok
}

// pattern answers for the files that a pattern matches.
func (w *weighing) pattern(fact string, softens bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	pattern, deep, ok := w.patternOf()
	switch {
	case !ok:
		return softens && fact == rule.PathMissing && w.printedMissing(), rule.PathState{}.Value
	case softens && fact == rule.PathMissing:
		dir := path.Dir(pattern)
		p := w.facts.Path(dir)
		return p.Is(fact) && !strings.ContainsAny(dir, "*?[") && !w.pathChanged(w.i, -1, dir, false), p.Value
	case softens && fact == rule.PathIgnored:
		return w.inOutput(pattern), rule.PathState{}.Value
	case softens && fact == rule.PathClean:
		dir := path.Dir(pattern) // all that it holds
		p, since := w.pathAt(w.i, dir, w.e)
		return p.Is(fact) && !w.pathChanged(w.i, since, dir, w.e.Kind == rule.Discard), p.Value
	}
	p := w.facts.Glob(pattern, deep || w.e.Recursive)
	if !finds(call) || w.reader.SpeaksOfGit(w.i+1) { // the search that it works through leaves that out
		p.Repos = 0
	}
	return !softens && p.Is(fact), p.Value
}

// patternOf returns the pattern that an effect falls on: a glob, or the name of files that a
// search finds somewhere below. deep says that these lie at any depth.
func (w *weighing) patternOf() (pattern string, deep, ok bool) {
	call := &w.script.Calls[w.i]
	if searches(call) {
		if name, ok := w.e.Path(call, w.at); ok {
			return name, true, true
		}
	}
	if pattern, ok = effect.Below(*w.e.Target, call.Cwd, w.at); ok {
		return pattern, true, true
	}
	if pattern, ok = effect.Pattern(*w.e.Target, call.Cwd, w.at); !ok {
		pattern, ok = effect.Spread(*w.e.Target, call.Cwd, w.at)
	}
	return pattern, finds(call), ok
}

// searches reports whether a call works on all that has a name below a directory.
func searches(c *shell.Call) bool {
	return (c.Program == "find" || c.Program == "fd" || slices.Contains(c.Wrappers, "find") || slices.Contains(c.Wrappers, "fd")) && !c.Args.Has("-maxdepth", "--max-depth")
}

// finds reports whether a call works on what a search below a directory found.
func finds(c *shell.Call) bool {
	return c.Program == "find" || c.Program == "fd" || slices.Contains(c.Wrappers, "find") || slices.Contains(c.Wrappers, "fd") ||
		slices.Contains(c.Wrappers, "xargs")
}
