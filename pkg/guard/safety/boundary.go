package safety

import (
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// guarded does something and reports whether that ended well: an error of ctxhook in
// judging one call leaves the others judged.
func (c *checker) guarded(do func()) (ok bool) {
	defer func() {
		if !ok {
			recover()
		}
	}()
	do()
	return true
}

// leaveUnjudged judges a call without facts about this machine, the reading of which may
// be what failed. If that fails, too, the user is asked if the call may do harm.
func (c *checker) leaveUnjudged(i int) {
	facts, at, reader := c.facts, c.at, c.reader
	c.facts, c.at, c.weighed, c.weighing = nil, at.Off(), weighed{}, weighing{}
	c.reader = *effect.NewReader(c.script, c.at)
	ok := facts != nil && c.guarded(func() { c.call(i) })
	c.facts, c.at, c.reader = facts, at, reader
	if call := &c.script.Calls[i]; !ok && (call.Model == nil || shell.MayHarm(call.Model)) {
		c.unjudged(call.Span, call.In)
	}
}

// unjudged notes a range of the text that could not be judged.
func (c *checker) unjudged(at shell.Span, in *shell.Place) {
	c.script.Problems = append(c.script.Problems, shell.Left(unread.Failed, "an error of ctxhook left it unjudged", at, in))
}
