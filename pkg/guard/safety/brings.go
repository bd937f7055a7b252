package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// What is in a place when a later call runs is what was there before the text ran, and
// what its calls left there since. Of that, only what a call brings matters: work that was
// elsewhere before and is nowhere else now. What the text makes up, copies, or takes from a
// commit is not lost with the place.

// bringsWork reports whether what call k leaves may be work that is nowhere else after it.
func (c *checker) bringsWork(k int) bool {
	if brings, ok := c.bringing[k]; ok {
		return brings
	}
	if c.bringing == nil {
		c.bringing = make(map[int]bool)
	}
	c.bringing[k] = true // if it is asked for on the way
	brings := c.mayBring(k)
	c.bringing[k] = brings
	return brings
}

func (c *checker) mayBring(k int) bool {
	call := &c.script.Calls[k]
	effects := c.reader.Of(k)
	if !c.script.Work.Spend(len(effects) + len(c.script.Calls)/callsOfStep) {
		return true
	}
	if isGit(call) && call.Code == "" {
		if brings, ok := c.gitBrings(k); ok {
			return brings
		}
	}
	for n := range effects {
		e := &effects[n]
		switch {
		case e.Kind == rule.Link:
			return true // what lies behind it
		case e.Target == nil:
		case e.Kind == rule.Move:
			if p, ok := e.Path(call, c.at); !ok || !c.spared(k, p) {
				return true
			}
		case e.Kind == rule.Read:
			if p, ok := e.Path(call, c.at); c.takenAway(k, effect.ReachOf(*e.Target, call.Cwd, c.at)) && (!ok || !c.spared(k, p)) {
				return true
			}
		}
	}
	return false
}

// gitBrings answers for a call of git. ok is false where its effects tell.
func (c *checker) gitBrings(k int) (brings, ok bool) {
	call := &c.script.Calls[k]
	switch a := &call.Args; {
	case a.Is([]string{"stash pop", "stash apply", "stash branch", "reset", "read-tree"}):
		return true, true
	case a.Is([]string{"am", "merge", "cherry-pick", "revert", "checkout", "restore", "switch", "pull"}):
		return false, true // from a commit
	case a.Is([]string{"apply"}):
		for j := range k {
			if c.writesDiff(j) {
				return true, true // the work that was saved
			}
		}
		return false, true
	case a.Is([]string{"add", "stage"}):
		return c.addsOthers(k), true
	}
	return false, false
}

// addsOthers reports whether a call gives git files to keep that it did not know, and that the
// text did not make: what takes back changes of all files deletes them then.
func (c *checker) addsOthers(k int) bool {
	call := &c.script.Calls[k]
	if call.Args.Has("-u", "-n") {
		return false
	}
	if addsAll(call) == "all" || len(call.Args.Operands) == 0 {
		t := c.facts.Tree(c.at.Cwd)
		return !t.Known || t.Untracked > 0 && !c.facts.Authors(rule.LossQuery{Path: t.Root}).Is(rule.TheirsNone)
	}
	return slices.ContainsFunc(call.Args.Operands, func(w shell.Word) bool {
		p, ok := effect.Literal(w, call.Cwd, c.at)
		return !ok || !c.spared(k, p)
	})
}

// spared reports whether nobody's work is lost with what lies at a path when call k runs: git
// has it, the session wrote it, or the text made it.
func (c *checker) spared(k int, name string) bool {
	if !c.script.Work.Spend(stepsOfLook) || c.broughtTo(k, name) {
		return false
	}
	p := c.facts.Path(name)
	return p.Known && (!p.Exists || p.Is(rule.PathClean) || c.facts.Authors(rule.LossQuery{Path: name}).Is(rule.TheirsNone))
}

// broughtTo reports whether a call before call k may have brought work to a path.
func (c *checker) broughtTo(k int, name string) bool {
	writes, ok := c.earlierWrites()
	for n := range writes {
		if w := &writes[n]; w.call < k && (w.target == nil || c.meets(w, name)) && c.bringsWork(w.call) {
			return true
		}
	}
	return !ok
}

// takenAway reports whether another call than k deletes, moves or replaces what may lie
// somewhere.
func (c *checker) takenAway(k int, there effect.Reach) bool {
	for j := range c.script.Calls {
		call := &c.script.Calls[j]
		if j == k {
			continue
		}
		for _, e := range c.reader.Of(j) {
			if e.Target != nil && leavesNothing(e.Kind) && there.Overlaps(effect.ReachOf(*e.Target, call.Cwd, c.at)) {
				return true
			}
		}
	}
	return false
}

// leavesNothing reports whether an effect of a kind leaves nothing of what was in a place.
func leavesNothing(kind rule.EffectKind) bool {
	return kind == rule.Delete || kind == rule.Move || kind == rule.Overwrite
}
