package safety

import (
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// write is an effect that leaves something in a place. Facts are read before
// any call runs. Where an earlier call brings work to the place of a fact, the fact
// is out of date for later calls: it may raise a risk, but must not lower one.
type write struct {
	call   int
	target *shell.Word // nil: the work tree, from a commit or for the next one
	edit   bool        // by a call that names no file, or that adds one to git

	reach *effect.Reach // of the target; nil before it was asked for
}

// earlierWrites lists what the calls of the script write on this machine.
// Programs whose writes are unknown, such as npm test, do not make a fact out
// of date. It reports false if looking through all of them would be too much work.
func (c *checker) earlierWrites() (list []write, ok bool) {
	if c.writes == nil {
		c.writes = []write{}
		for i := range c.script.Calls {
			if c.script.Calls[i].Where != "" {
				continue
			}
			for _, e := range c.reader.Of(i) {
				switch e.Kind {
				case rule.Overwrite, rule.Append, rule.Edit, rule.Link:
					c.writes = append(c.writes, write{call: i, target: e.Target, edit: e.Kind == rule.Edit})
				}
			}
		}
	}
	if !c.script.Work.Spend(len(c.writes) / writesOfStep) {
		return nil, false
	}
	return c.writes, true
}

// writesOfStep is how many writes are looked at in a step of work.
const writesOfStep = 4

// before reports whether a call of the script may run before another: it comes
// first, or both are in a loop. A call that only starts the other, because it
// is nested in it, does not count.
func (c *checker) before(first, then int) bool {
	calls := c.script.Calls
	if first >= then {
		return first > then && calls[first].Loop && calls[then].Loop
	}
	for via := calls[then].Via; via >= 0; via = calls[via].Via {
		if via == first {
			return false
		}
	}
	return true
}

// treeChanged reports whether the work tree of a directory may hold other
// uncommitted changes when call i runs than after call since, which may be -1
// for now.
func (c *checker) treeChanged(i, since int, dir string, t rule.TreeState) bool {
	writes, ok := c.earlierWrites()
	for k := range writes {
		w := &writes[k]
		if w.call <= since {
			continue
		}
		here := w.target == nil || c.meets(w, dir) || t.Root != "" && c.meets(w, t.Root)
		if here && c.before(w.call, i) && !c.untracked(w) && c.bringsWork(w.call) {
			return true
		}
	}
	return !ok
}

// untracked reports whether git would not revert what is written, such as a
// log file that it does not track.
func (c *checker) untracked(w *write) bool {
	if w.edit || w.target == nil {
		return false
	}
	name, ok := effect.Literal(*w.target, c.script.Calls[w.call].Cwd, c.at)
	if !ok {
		return false
	}
	p := c.facts.Path(name)
	return p.Known && (!p.Exists || p.Repo && p.Tracked == 0 && !p.More)
}

// pathChanged reports whether call i may find something else at a path than
// there is after call since, or now. takenBack says that call i reverts the path with git, which
// leaves untracked files alone.
func (c *checker) pathChanged(i, since int, path string, takenBack bool) bool {
	writes, ok := c.earlierWrites()
	for k := range writes {
		w := &writes[k]
		if w.call <= since {
			continue
		}
		here := w.target == nil && takenBack || w.target != nil && c.meets(w, path)
		if here && c.before(w.call, i) && !(takenBack && c.untracked(w)) && c.bringsWork(w.call) {
			return true
		}
	}
	return !ok
}

func (c *checker) meets(w *write, path string) bool {
	if w.reach == nil {
		reach := effect.ReachOf(*w.target, c.script.Calls[w.call].Cwd, c.at)
		w.reach = &reach
	}
	return w.reach.Meets(path)
}
