package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// leaving says which refs a call takes away or moves.
type leaving struct {
	dir   string
	refs  []string // by their full names
	with  []string // revisions to which the call moves them
	grown bool     // the commits of the text on top of them go, too
}

// leftBehind returns which commits nothing leads to any more after the call.
func (w *weighing) leftBehind(l leaving) rule.LeftState {
	then := w.refsAt(w.i, l.dir)
	q := rule.LeftQuery{Dir: l.dir, With: l.with, Without: append(then.touched(), l.refs...)}
	var grown []int
	for _, ref := range l.refs {
		t := then.of(ref)
		if then.blind || len(t.holds) == 0 {
			return rule.LeftState{}
		}
		q.Tips = append(q.Tips, t.holds...)
		if l.grown {
			grown = append(grown, t.grown...)
		}
	}
	for ref, t := range then.now {
		if !slices.Contains(l.refs, ref) {
			q.With = append(q.With, t.holds...)
			grown = slices.DeleteFunc(grown, func(k int) bool { return slices.Contains(t.grown, k) })
		}
	}
	slices.Sort(q.Without)
	slices.Sort(q.With)
	state := rule.LeftState{Known: true}
	if slices.ContainsFunc(q.Tips, func(tip string) bool { return !slices.Contains(q.With, tip) }) {
		state = w.facts.Left(q)
	}
	if len(grown) > 0 && state.Known {
		if slices.ContainsFunc(grown, func(k int) bool { return w.sweepsOthers(k, l.dir) }) {
			return rule.LeftState{}
		}
		state.Own = state.Own || state.Commits == 0
	}
	return state
}

// branchLeft is leftBehind for the branch or tag that an effect of a call takes away or moves.
func (w *weighing) branchLeft(dir, name, to string) (ref string, state rule.LeftState) {
	then := w.refsAt(w.i, dir)
	l := leaving{dir: dir, grown: true}
	call := &w.script.Calls[w.i]
	switch {
	case strings.HasPrefix(name, tagRefs):
		ref = name
	case name == "":
		ref = then.head
	default:
		ref = heads + name
	}
	l.refs = []string{ref}
	if call.Args.Is([]string{"branch", "tag"}) && call.Args.Has("-d", "-D") {
		below := heads
		if strings.HasPrefix(ref, tagRefs) {
			below = tagRefs
		}
		for _, o := range call.Args.Operands {
			if other, ok := o.Literal(); ok && below+strings.TrimPrefix(other, below) != ref {
				if other = below + strings.TrimPrefix(other, below); w.refExists(dir, other) {
					l.refs = append(l.refs, other)
				}
			}
		}
	}
	if to != "" {
		step := refStep{refsThen: then, c: w.checker}
		holds, steps := step.back(to)
		if ref != then.head {
			holds, steps = then.of(step.ref(to)).holds, -1
		}
		if l.with = holds; steps == 0 {
			l.grown = false
		}
	}
	return ref, w.leftBehind(l)
}

// refExists reports whether a branch or tag is there when the call runs.
func (w *weighing) refExists(dir, ref string) bool {
	then := w.refsAt(w.i, dir)
	if _, made := then.now[ref]; made || then.gone[ref] {
		return made
	}
	return w.facts.Branch(dir, strings.TrimPrefix(ref, heads), "").Exists
}

// remoteLeft is leftBehind for the branches that a push deletes on a remote. Of tags it says
// nothing is left behind where the session made and pushed them, or they stay here.
func (w *weighing) remoteLeft(dir string, words []string) (state rule.LeftState) {
	then := w.refsAt(w.i, dir)
	l := leaving{dir: dir, grown: true}
	state.Known = true
	for _, word := range words[1:] {
		name := strings.TrimPrefix(word, ":")
		if tag, ok := strings.CutPrefix(name, tagRefs); ok {
			if !w.madeTag(tag) {
				return rule.LeftState{}
			}
			state.Own = true
			continue
		}
		name = strings.TrimPrefix(name, heads)
		there := remotes + words[0] + "/" + name
		if tag := tagRefs + name; !then.changed(there, tag) && w.facts.Branch(dir, tag, "").Exists && !w.facts.Push(dir, []string{words[0], name}, true).Branches {
			continue // a tag, which stays here
		}
		l.refs = append(l.refs, there)
	}
	if len(l.refs) == 0 {
		return state
	}
	left := w.leftBehind(l)
	left.Own = left.Own || state.Own && left.Commits == 0
	return left
}

// pushLeft is leftBehind for the branch of a remote that a forced push moves.
func (w *weighing) pushLeft(dir string, words []string) rule.LeftState {
	if len(words) != 2 {
		return rule.LeftState{}
	}
	there, from := w.pushes(dir, words)
	then := w.refsAt(w.i, dir)
	return w.leftBehind(leaving{dir: dir, refs: []string{there}, with: then.of(from).holds})
}

// pushes returns the branch of a remote that a push moves, and the one that goes there, by
// their full names.
func (w *weighing) pushes(dir string, words []string) (there, from string) {
	then := w.refsAt(w.i, dir)
	step := refStep{refsThen: then, c: w.checker}
	source, to, both := strings.Cut(strings.TrimPrefix(words[1], "+"), ":")
	from = step.local(source)
	if !both {
		to = strings.TrimPrefix(from, heads)
	}
	return remotes + words[0] + "/" + strings.TrimPrefix(to, heads), from
}

// pushChanged reports whether the text changes what is pushed, or what the remote has.
func (w *weighing) pushChanged() bool {
	dir, known := w.dir()
	words, ok := literals(w.script.Calls[w.i].Args.Operands)
	if !known || !ok {
		return true
	}
	then := w.refsAt(w.i, dir)
	if w.pushState().Branches || slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, ":") }) || w.script.Calls[w.i].Args.Has("-d") {
		return false // what goes and what stays was worked out
	}
	if slices.ContainsFunc(w.script.Calls[:w.i], func(g shell.Call) bool { return isGit(&g) && g.Args.Is([]string{"fetch", "pull", "remote update"}) }) {
		return true
	}
	if len(words) != 2 {
		return then.changed(then.touched()...)
	}
	there, from := w.pushes(dir, words)
	return then.changed(there, from)
}

// madeTag reports whether the session made a tag that was none before, and pushed it.
func (w *weighing) madeTag(name string) bool {
	made, pushed := false, false
	call := &w.script.Calls[w.i]
	note := func(s *shell.Script, k int) {
		c := &s.Calls[k]
		if !isGit(c) || c.Late || c.Captured || mayFail(s, k) || !inSameTree(c, call) {
			return
		}
		named := slices.ContainsFunc(c.Args.Operands, func(o shell.Word) bool { return o.Is(name) || o.Is(tagRefs+name) })
		switch {
		case c.Args.Is([]string{"tag"}) && named:
			made = !c.Args.Has("-f", "-d", "-l") && c.Args.Operands[0].Is(name)
			pushed = pushed && made
		case c.Args.Is([]string{"push"}) && named && !c.Args.Has("-n"):
			pushed = made && !c.Args.Has("-f", "-d")
		}
	}
	w.past(name, func(_ *rule.Past, s *shell.Script, k int) { note(s, k) })
	return made && pushed
}

// inSameTree reports whether two calls of git that name no other repository run in one
// directory.
func inSameTree(a, b *shell.Call) bool {
	return a.Where == "" && b.Where == "" && a.Cwd.Else == nil && b.Cwd.Else == nil && a.Cwd.Path.Equal(b.Cwd.Path) &&
		!a.Args.Has("-C", "--git-dir", "--work-tree") && !b.Args.Has("-C", "--git-dir", "--work-tree")
}
