package effect

// trace follows the output of calls back to where its data came from.
func (x *Reader) trace(from []int) Origin {
	var o Origin
	for _, i := range from {
		if i >= 0 && i < len(x.script.Calls) {
			o |= x.traceOne(i)
		}
	}
	return o
}

// traceOne follows the output of one call. What it finds of calls on the way is kept, so
// that all traces of a script together look at each call once, but where calls are the
// source of each other.
func (x *Reader) traceOne(start int) Origin {
	if x.all == nil {
		x.all = make([]Origin, len(x.script.Calls))
		x.own = make([]output, len(x.script.Calls))
	}
	if x.all[start]&asked == 0 && !x.traceDown(start) {
		x.traceRound(start)
	}
	return x.all[start] &^ asked
}

// step is a call on the way of a trace, with how many of its sources were followed.
type step struct{ call, next int }

// traceDown finishes the sources of a call before the call. It gives up, and says so,
// where a call is a source of itself.
func (x *Reader) traceDown(start int) bool {
	way := []step{{start, 0}}
	x.enter(start)
	for len(way) > 0 {
		at := &way[len(way)-1]
		from := x.own[at.call].from
		if at.next == len(from) {
			x.all[at.call] = x.all[at.call]&^tracing | asked
			done := x.all[at.call] &^ asked
			if way = way[:len(way)-1]; len(way) > 0 {
				x.all[way[len(way)-1].call] |= done
			}
			continue
		}
		k := from[at.next]
		at.next++
		switch {
		case k < 0 || k >= len(x.all):
		case x.all[k]&asked != 0:
			x.all[at.call] |= x.all[k] &^ asked
		case x.all[k]&tracing != 0:
			for _, s := range way {
				x.all[s.call] = 0
			}
			return false
		default:
			x.enter(k)
			way = append(way, step{k, 0})
		}
	}
	return true
}

// enter begins to trace a call: with what it prints by itself.
func (x *Reader) enter(i int) {
	x.all[i] = x.owned(i).of&^asked | tracing
}

// owned is what a call prints. One that prints names alone passes nothing on.
func (x *Reader) owned(i int) *output {
	own := &x.own[i]
	if own.of&asked == 0 {
		own.of = asked
		if !namesOnly(&x.script.Calls[i]) {
			own.of, own.from = x.ofOutput(i)|asked, x.sources(nil, i)
		}
		x.script.Work.Spend(1 + len(own.from)/sourcesOfStep)
	}
	return own
}

// traceRound is traceOne for calls that are the source of each other: it looks at each
// at most once.
func (x *Reader) traceRound(start int) {
	n := len(x.script.Calls)
	var o Origin
	seen := make([]uint64, n/64+1) // a bit for each call
	seen[start/64] |= 1 << (start % 64)
	todo := []int{start}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		x.script.Work.Spend(1)
		if x.all[i]&asked != 0 {
			o |= x.all[i] &^ asked
			continue
		}
		own := x.owned(i)
		o |= own.of &^ asked
		for _, k := range own.from { // most are there already: what a function prints is the source of much
			if k >= 0 && k < n && seen[k/64]&(1<<(k%64)) == 0 {
				seen[k/64] |= 1 << (k % 64)
				todo = append(todo, k)
			}
		}
	}
	x.all[start] = o | asked
}

// sourcesOfStep is how many sources of a call are looked at in a step of work.
const sourcesOfStep = 64

// sources appends the calls whose output is in that of a call.
func (x *Reader) sources(list []int, i int) []int {
	c := &x.script.Calls[i]
	list = append(list, c.Stdin.From...)
	if passesOn(c) {
		for k := range c.Argv {
			list = append(list, c.Argv[k].From()...)
		}
	}
	for k := range c.Runs {
		list = append(list, c.Runs[k].From...)
	}
	// The commands that it runs print for it: timeout 5 curl .. Their calls
	// follow it directly, so the first other call ends the search.
	for k := i + 1; k < len(x.script.Calls) && x.script.Calls[k].Via >= i; k++ {
		if x.script.Calls[k].Via == i && !x.script.Calls[k].Late {
			list = append(list, k)
		}
	}
	return list
}

// output is what a call prints: its own, and the calls whose output is in it. Many traces
// of a long script lead through the same calls.
type output struct {
	of   Origin
	from []int
}

// asked marks an origin that was traced, tracing one that is being traced.
const (
	asked   Origin = 1 << 15
	tracing Origin = 1 << 16
)
