package lessons

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Does reports whether a command does all that another one does: each call of
// the other is among its calls, with the same in front. What installs may
// install more.
func Does(now, was *shell.Script) bool {
	some := false
	for i := range was.Calls {
		x := &was.Calls[i]
		if x.Via >= 0 || x.Stdin.Kind == shell.SourcePipe && command.Is(x, rule.Filter) {
			continue
		}
		some = true
		if !slices.ContainsFunc(now.Calls, func(y shell.Call) bool {
			return y.Program == x.Program && inFront(now, &y) == inFront(was, x) && sameOrMore(&y, x)
		}) {
			return false
		}
	}
	return some
}

// sameOrMore reports whether a call has the words of another one, or installs
// more than that.
func sameOrMore(now, was *shell.Call) bool {
	mine, other := words(now), words(was)
	if slices.Equal(mine, other) {
		return true
	}
	return len(command.Words(was)) > 2 && command.Installs(was.About, command.Words(was)) &&
		!slices.ContainsFunc(other, func(w string) bool { return !slices.Contains(mine, w) })
}

// CommonSteps returns the steps that two recipes against the same error share,
// in the order of the first: the ones that were needed. Of two commands of which
// one does more, that is the other.
func CommonSteps(a, b []memory.Step, reader Reader) []memory.Step {
	var both []memory.Step
	for _, x := range a {
		for _, y := range b {
			if d, ok := commonStep(x, y, reader); ok {
				both = append(both, d)
				break
			}
		}
	}
	return both
}

func commonStep(x, y memory.Step, reader Reader) (memory.Step, bool) {
	switch {
	case x == y:
		return x, true
	case x.Edit || y.Edit:
	default:
		one, other := reader.Script(x.Text), reader.Script(y.Text)
		if Does(other, one) {
			return x, true
		}
		return y, Does(one, other)
	}
	return memory.Step{}, false
}
