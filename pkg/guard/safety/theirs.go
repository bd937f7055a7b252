package safety

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// theirs answers whose work a call loses. Where the text itself changes what is
// lost before that, it cannot show that all of it is the session's own.
func (w *weighing) theirs(fact string, _ bool) (bool, func(string) rule.Told) {
	if fact == rule.TheirsSome && w.facts != nil {
		if list, ok := w.theirsListed(); ok {
			a := rule.AuthorState{Known: true, Theirs: list}
			w.theirWork = list
			return len(list) > 0, a.Value
		}
	}
	if fact == rule.TheirsNone && w.facts != nil && w.ownListed() {
		return true, rule.AuthorState{}.Value
	}
	q, changed, ok := w.loss()
	if !ok || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	if len(q.Tests) > 0 && (fact == rule.TheirsNone || w.datesFiles()) {
		q.Tests = nil // a file may pass them when the call runs
	}
	q.Outside = w.outside(q.Path)
	a := w.facts.Authors(q)
	if fact == rule.TheirsSome && w.unkept {
		a.Theirs = slices.DeleteFunc(slices.Clone(a.Theirs), func(f rule.Authored) bool { return !(w.ignored && effect.IsData(f.Name)) && !effect.IsAuthored(f.Name) })
	}
	if q.Pattern && !q.Tracked && len(a.Theirs) > 0 {
		a.Theirs = slices.DeleteFunc(slices.Clone(a.Theirs), w.isOutput)
	}
	if !a.Is(fact) || fact == rule.TheirsNone && changed() {
		return false, nil
	}
	w.theirWork = a.Theirs
	return true, a.Value
}

// loss returns what a call loses, and a test whether an earlier call changes it.
// ok is false where nothing is lost, and where it cannot be told.
func (w *weighing) loss() (q rule.LossQuery, changed func() bool, ok bool) {
	call := &w.script.Calls[w.i]
	never := func() bool { return false }
	if call.Cwd.Else != nil {
		return q, nil, false
	}
	dir, known := w.dir()
	switch {
	case w.asks(rule.StashTheirs):
		q, nothing, ok := w.stashedHere()
		return q, never, ok && !nothing
	case w.asks(rule.LandingWork):
		at, lost := w.landed()
		return rule.LossQuery{Path: at.Dir, Names: lost.Names}, never, len(lost.Names) > 0
	case w.asks(rule.CleanFiles):
		names := w.cleanAt(w.i, dir).Names
		return rule.LossQuery{Path: dir, Names: names}, never, known && len(names) > 0
	case w.e == nil || w.e.Target == nil || effect.HoldsNothing(w.e.Target.String()):
		return q, nil, false
	case w.e.Kind == rule.Discard && (w.e.All || w.e.From&effect.FromChanges != 0):
		t, since := w.treeAt(w.i, dir)
		if !known || !t.Repo || t.Modified == 0 && !t.More {
			return q, nil, false
		}
		return rule.LossQuery{Path: t.Root, Tracked: true}, func() bool { return w.brought(since, t.Root, true) }, true
	}
	tracked := w.e.Kind == rule.Discard && !call.Args.Is([]string{"worktree"})
	w.path(rule.PathExists, false)
	a := &w.answer
	switch {
	case a.elsewhere:
		return q, nil, false
	case !a.known:
		pattern, deep, ok := w.patternOf()
		if ok && !deep {
			w.ignored = w.inOutput(pattern)
			w.unkept = !tracked && w.ignored
		}
		tests, told := []rule.FileTest(nil), true
		if finds(call) {
			tests, told = w.byName(call)
			deep = deep || len(tests) > 0
		}
		return rule.LossQuery{Path: pattern, Pattern: true, Deep: deep, Tracked: tracked, Tests: tests}, func() bool { return w.brought(-1, "", tracked) }, ok && (!deep || told)
	case a.state.Repo && !a.state.Ignored && !a.state.More && a.state.Modified == 0 && (tracked || a.state.Untracked+a.state.Repos == 0):
		if data := dataIn(&a.state); !tracked && len(data) > 0 {
			return rule.LossQuery{Path: a.name, Names: data}, never, true
		}
		return q, nil, false // an earlier call keeps it, or git does
	}
	w.unkept, w.ignored = !tracked && (!a.state.Repo || a.state.Ignored), a.state.Ignored
	if data := dataIn(&a.state); !tracked && len(data) > 0 {
		q.Names = append([]string{"."}, data...)
	}
	q.Path, q.Tracked = a.name, tracked
	return q, func() bool { return w.brought(a.since, a.name, tracked) }, a.state.Exists || tracked
}

// dataIn lists what git ignores below a path, and no build makes again.
func dataIn(p *rule.PathState) (names []string) {
	if p.Ignored {
		return nil // all of it
	}
	for _, name := range p.Ignores {
		if effect.IsData(name) {
			names = append(names, name)
		}
	}
	return names
}

// isOutput reports whether a file that a pattern matches is what builds, tests or caches write: git
// ignores it, and it lies where only they write. It may not be data for that.
func (w *weighing) isOutput(f rule.Authored) bool {
	name := w.absolute(f.Name)
	rel, in := strings.CutPrefix(name, strings.TrimSuffix(w.at.Project, "/")+"/")
	if !in || w.at.Project == "" || effect.IsData(rel) || effect.IsAuthored(rel) || f.Author.Kind == rule.AuthorOther {
		return false
	}
	output := effect.ClassOf(shell.LitWord(name), shell.Dir{}, w.at)&(effect.Output|effect.Generated) != 0 || effect.IsProduct(path.Base(rel))
	for dir := path.Dir(rel); !output && dir != "."; dir = path.Dir(dir) {
		output = effect.BuildOutput(shell.LitWord(path.Join(w.at.Project, dir)), w.at)
	}
	p := w.facts.Path(name)
	return output && p.Known && p.Ignored && !p.Symlink
}

// inOutput reports whether a pattern matches what lies in a directory of build output that git
// ignores: that is judged as the directory itself is. A link leads elsewhere.
func (w *weighing) inOutput(pattern string) bool {
	dir := effect.FixedDir(pattern)
	if w.e.Class&effect.Output == 0 && !effect.BuildOutput(shell.LitWord(dir), w.at) {
		return false
	}
	p, _ := w.pathAt(w.i, dir, w.e)
	return p.Ignored && !p.Symlink
}

// brought reports whether an earlier call, after call since, may bring work of
// others to a path, "" for any: it moves or unpacks something there.
func (w *weighing) brought(since int, path string, tracked bool) bool {
	writes, ok := w.earlierWrites()
	for k := range writes {
		e := &writes[k]
		if e.call > since && w.before(e.call, w.i) && (e.target == nil && tracked || e.target != nil && (path == "" || w.meets(e, path))) && w.bringsWork(e.call) {
			return true
		}
	}
	return !ok
}

// outside reports whether a path lies outside of the project.
func (w *weighing) outside(name string) bool {
	root := w.at.Project
	if root == "" {
		root = w.at.Cwd
	}
	return name != root && !strings.HasPrefix(name, strings.TrimSuffix(root, "/")+"/")
}

// asks reports whether the rule asks for a fact.
func (w *weighing) asks(fact string) bool {
	return slices.ContainsFunc(w.rule.Facts, func(f rule.Fact) bool { return f.If == fact })
}

// chosenStashes returns the places of the stashes that the call works on. An
// earlier call that pushes one, because there is something to push, makes
// the first of them the session's own.
func (w *weighing) chosenStashes(dir string, all int) []int {
	call := &w.script.Calls[w.i]
	if call.Args.Is([]string{"stash clear"}) {
		chosen := make([]int, all)
		for n := range chosen {
			chosen[n] = n
		}
		return chosen
	}
	n, err := strconv.Atoi(stashName(call))
	if err != nil || n < 0 {
		return nil // named by its commit
	}
	if w.stashedBefore(w.i) {
		if t := w.facts.Tree(dir); !t.Known || t.Modified > 0 || t.Untracked > 0 {
			return nil
		}
	}
	return []int{n}
}
