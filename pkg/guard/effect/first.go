package effect

import "github.com/ctxhook/ctxhook/pkg/guard/shell"

// firstCalls are the first calls of a script for which something holds that is asked
// about again and again: 1 + their numbers, 0 before it was asked for.
type firstCalls struct {
	looksForSelf, speaksOfGit, setsUpImage, namesPipe, listsJobs, pushesImage, globsDots int
}

// first returns the number of the first call for which something holds, that behind
// the last where it holds for none. known keeps what was found.
func (x *Reader) first(known *int, holds func(*shell.Call) bool) int {
	if *known == 0 {
		i := 0
		for i < len(x.script.Calls) && !holds(&x.script.Calls[i]) {
			i++
		}
		*known = i + 1
	}
	return *known - 1
}

// callsOfStep is how many calls are looked at in a step of work.
const callsOfStep = 4

// look counts a look at all calls, and reports whether there may be one.
func (x *Reader) look() bool {
	return x.script.Work.Spend(1 + len(x.script.Calls)/callsOfStep)
}
