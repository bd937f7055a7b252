package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// stashedHere returns what of the time before the text is in the stash that the call drops,
// where the text itself pushed that. nothing says that none is. ok is false for other stashes,
// and where another one may be dropped.
func (w *weighing) stashedHere() (q rule.LossQuery, nothing, ok bool) {
	drop := &w.script.Calls[w.i]
	dir, known := w.dir()
	if !known || drop.Loop || stashName(drop) != "0" || !drop.Args.Is([]string{"stash drop"}) || !w.look(len(w.script.Calls)) {
		return q, false, false
	}
	t := w.facts.Tree(dir)
	push := -1
	for k := range w.script.Calls {
		g := &w.script.Calls[k]
		if !isGit(g) || k == w.i || !g.Args.Is([]string{"stash"}) || g.Args.Is([]string{"stash list", "stash show"}) {
			continue
		}
		if push >= 0 || k > w.i || g.Loop || !stashes(g) || !w.worksHere(g) || w.rootOf(&atWork{call: k}) != t.Root {
			return q, false, false
		}
		push = k
	}
	if push < 0 || !t.Known || !t.Repo || t.More {
		return q, false, false
	}
	g := &w.script.Calls[push]
	untracked := g.Args.Has("-u", "-a")
	q = rule.LossQuery{Path: t.Root, Tracked: !untracked, Kept: !g.Args.Has("-a")}
	modified, other := t.Modified, t.Untracked
	if words := stashOperands(g); len(words) > 0 {
		modified, other = 0, 0
		for _, word := range words {
			name, ok := effect.Literal(word, g.Cwd, w.at)
			rel, in := strings.CutPrefix(name, t.Root+"/")
			p := w.facts.Path(name)
			if !ok || !in || !p.Known || p.More {
				return q, false, false
			}
			q.Names, modified, other = append(q.Names, rel), modified+p.Modified, other+p.Untracked
		}
	}
	nothing = modified == 0 && (!untracked || other == 0)
	sure := (!nothing || w.appendsBefore(push)) && w.script.Follows(w.i, push) && endsWell(w.script, push, drop.Span.From)
	if !sure && t.Stashes > 0 {
		return q, false, false // an older one is dropped where there is nothing to push
	}
	return q, nothing, !w.broughtTo(push, t.Root)
}

// appendsBefore reports whether something to push is there, since a call before the push of a
// stash surely appended text to a file that git tracks.
func (w *weighing) appendsBefore(push int) bool {
	words := stashOperands(&w.script.Calls[push])
	for k := range push {
		call := &w.script.Calls[k]
		if call.Prints() != rule.PrintsArguments || len(call.Args.Operands) == 0 || !w.script.Follows(push, k) || !endsWell(w.script, k, w.script.Calls[push].Span.From) {
			continue
		}
		for _, e := range w.reader.Of(k) {
			if e.Kind != rule.Append || e.Target == nil {
				continue
			}
			name, ok := e.Path(call, w.at)
			if p := w.facts.Path(name); ok && p.Known && p.Repo && p.Tracked > 0 && !p.Symlink && (len(words) == 0 || w.covers(words, &w.script.Calls[push], name)) {
				return true
			}
		}
	}
	return false
}

// ownStash reports whether the text itself pushed the stash that the call drops, and nobody
// else's work is in it.
func (w *weighing) ownStash() bool {
	q, nothing, ok := w.stashedHere()
	return ok && (nothing || w.facts.Authors(q).Is(rule.TheirsNone))
}
