package ledger

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Account is what a session did, as its file tells it.
type Account struct {
	Session string
	Project string
	Agent   string
	Cwd     string    // where it began
	Began   time.Time // when it was heard of first; zero: never
	Heard   time.Time // when it was heard of last
	Over    bool      // it said that it ended, and nothing was heard of it since
	Calls   []Call    // in the order in which they began

	cut   bool              // an earlier file of the session is gone
	looks []Line            // at work trees, in their order
	edits map[string][]Line // what single files were like before an edit, by their path
	open  map[string]int    // calls that have not ended, by their id
	ends  map[string]bool   // ids of those that have
}

// Call is a tool call of a session that may have changed files.
type Call struct {
	ID       string
	Subagent string
	Begun    time.Time // when it was judged; zero: not heard
	From, To time.Time // when it ran; To is zero while its end is not known
	Cwd      string
	Command  redact.Text // "" where a file was edited
	Runs     []string    // files that the command runs
	Names    []string    // what it writes by name
	Open     bool        // it may write more than that
	Makes    []string    // what files that it runs make or take away for certain, as shell texts
	Shown    []string    // what its output says: see rule.Past
	Holds    []string    // where it puts what is not the session's work
	Path     string      // of the file that was edited
	Outcome  memory.Outcome
	Check    string // the kind of check that it made; "": none
	Heard    bool   // its end was reported
	Asked    bool   // the user was asked about it

	next time.Time // of a call whose end was not heard: when its agent made another one
}

// ReadAccount reads the file of a session. Lines that cannot be read are left out: what they
// would tell is not known then.
func ReadAccount(data []byte) *Account {
	a := &Account{edits: make(map[string][]Line), open: make(map[string]int), ends: make(map[string]bool)}
	Lines(data, a.add, Session, Judged, Edits, Ended, Looked, Closed)
	return a
}

func (a *Account) add(l *Line) {
	at := time.UnixMicro(l.At)
	if a.Began.IsZero() {
		a.Began = at
	}
	a.Heard, a.Over = at, l.Is == Closed && l.Subagent == ""
	switch l.Is {
	case Session:
		a.Session, a.Project, a.Agent, a.Cwd = l.Session, l.Project, l.Agent, l.Cwd.String()
		if l.Began != 0 {
			a.cut = true
			a.Began = time.UnixMicro(l.Began)
		}
	case Judged:
		a.goesOn(l.Subagent, at)
		if l.Writes && l.Action != Blocked {
			a.begin(Call{ID: l.Call, Subagent: l.Subagent, Begun: at, From: at, Asked: l.Action == Asked, Cwd: l.Cwd.String(), Command: l.Command, Runs: l.Runs, Names: l.Names, Open: l.Open, Makes: l.Makes, Holds: l.Holds})
		}
	case Edits:
		a.goesOn(l.Subagent, at)
		a.edits[l.Path.String()] = append(a.edits[l.Path.String()], *l)
		a.begin(Call{ID: l.Call, Subagent: l.Subagent, Begun: at, From: at, Path: l.Path.String()})
	case Ended:
		a.ended(l, at)
	case Closed:
		a.goesOn(l.Subagent, at)
	case Looked:
		a.looks = append(a.looks, *l)
	}
}

// Head returns the commit that was checked out when the session began, before any of its calls;
// "": not known.
func (a *Account) Head() string {
	if a.cut || len(a.looks) == 0 || len(a.Calls) > 0 && a.Calls[0].From.Before(time.UnixMicro(a.looks[0].At)) {
		return ""
	}
	return a.looks[0].Head
}

// goesOn closes the calls of an agent whose end was not heard: it makes another one now,
// and calls that may change files run one after the other.
func (a *Account) goesOn(subagent string, at time.Time) {
	for _, i := range a.open {
		if c := &a.Calls[i]; c.Subagent == subagent && c.next.IsZero() {
			c.next = at
		}
	}
}

func (a *Account) begin(c Call) {
	if c.ID != "" {
		if i, ok := a.open[c.ID]; ok { // of two processes, or once more
			a.Calls[i].Begun = c.Begun
			return
		}
		a.open[c.ID] = len(a.Calls)
	}
	a.Calls = append(a.Calls, c)
}

func (a *Account) ended(l *Line, at time.Time) {
	outcome, _ := memory.ParseOutcome(l.Outcome)
	if l.Call != "" && a.ends[l.Call] { // of two processes, or it went on in the background
		if i := slices.IndexFunc(a.Calls, func(c Call) bool { return c.ID == l.Call }); i >= 0 && a.Calls[i].Outcome.MayEnd() && outcome != memory.Background {
			a.Calls[i].Outcome, a.Calls[i].Check, a.Calls[i].To = outcome, l.Check, at
			return
		}
	}
	a.ends[l.Call] = true
	i, ok := a.open[l.Call]
	if !ok || l.Call == "" {
		i, ok = a.same(l)
	}
	if !ok {
		if l.Command.Len() == 0 && l.Path.Len() == 0 || outcome == memory.Denied || outcome == memory.Refused {
			return // it changed nothing
		}
		i = len(a.Calls)
		a.Calls = append(a.Calls, Call{ID: l.Call, Subagent: l.Subagent, From: at, Cwd: l.Cwd.String(), Command: l.Command, Names: l.Names, Open: l.Open, Path: l.Path.String()})
	}
	delete(a.open, l.Call)
	c := &a.Calls[i]
	c.Heard, c.Outcome, c.Check, c.To = true, outcome, l.Check, at
	c.Shown = l.Shown
	took := time.Duration(l.Took) * time.Microsecond
	if from := at.Add(-took); c.Begun.IsZero() || took > 0 && from.Sub(c.Begun) > asking {
		c.From = from // after the user was asked
	}
	if c.Path != "" && c.Begun.IsZero() {
		c.From = at.Add(-editTime)
	}
	if outcome == memory.Background {
		c.To = time.Time{}
	}
}

// same returns the latest unended call with the command or file of a line: some clients
// send no ids, or another one at the end.
func (a *Account) same(l *Line) (int, bool) {
	for i := range slices.Backward(a.Calls) {
		c := &a.Calls[i]
		if !c.Heard && c.Subagent == l.Subagent && c.Path == l.Path.String() && c.Command == l.Command && c.Path+c.Command.String() != "" {
			return i, true
		}
	}
	return 0, false
}

// Ended reports whether the end of a call is known.
func (a *Account) Ended(call string) bool { return a.ends[call] }

// asking is how much later than it was judged a call begins at least when the user was
// asked. Less is the time that processes take to start.
const asking = 2 * time.Second

// editTime is how long an edit takes whose beginning was not heard.
const editTime = 5 * time.Second

// What became of a call that was judged.
const (
	Silent  = "s"
	Warned  = "w"
	Asked   = "a"
	Blocked = "b"
)

// Ran reports whether a call may have run. One that the user was asked about, and of
// which nothing was heard after that, was most likely refused.
func (c *Call) Ran() bool {
	return c.Outcome != memory.Denied && c.Outcome != memory.Refused && (c.Heard || !c.Asked)
}

// went reports whether a call went well.
func (c *Call) went() bool { return c.Outcome == memory.OK }

// over returns when a call had ended at the latest; zero: it may still run.
func (c *Call) over() time.Time {
	if !c.Heard {
		return c.next
	}
	return c.To
}

// covers reports whether a call may have run at a time.
func (c *Call) covers(at time.Time) bool {
	return c.Covers(at, Lag) && !at.Before(c.Begun.Add(-tick))
}

// MayHaveChanged reports whether a call may be what changed a file at a time.
func (c *Call) MayHaveChanged(at time.Time) bool { return c.covers(at) }

// Covers reports whether a call may have run at a time that is told so much too early.
func (c *Call) Covers(at time.Time, early time.Duration) bool {
	over := c.over()
	return c.Ran() && !at.Before(c.From.Add(-early)) && (over.IsZero() || !at.After(over))
}

// beside reports whether two calls may have run at the same time.
func (c *Call) beside(o *Call) bool {
	from, to := c.From, c.over()
	return c.Ran() && o.Ran() && (to.IsZero() || !o.From.After(to)) && (o.over().IsZero() || !from.After(o.over()))
}

// Call returns the call with an id; of an agent that gives none, the first of a command from a
// moment on. It is nil if there is none.
func (a *Account) Call(id string, command redact.Text, from time.Time) *Call {
	for i := range a.Calls {
		c := &a.Calls[i]
		if id != "" && c.ID == id || id == "" && c.ID == "" && c.Command == command && !c.From.Before(from) {
			return c
		}
	}
	return nil
}

// Beside returns the calls of some accounts that may have run at the same time as a call.
func (c *Call) Beside(accounts ...*Account) (list []*Call) {
	for _, a := range accounts {
		for i := range a.Calls {
			if o := &a.Calls[i]; o != c && c.beside(o) {
				list = append(list, o)
			}
		}
	}
	return list
}

const (
	// Lag is how much later a command is said to have begun than it did, where that is
	// worked out from its end: the hook had to be started.
	Lag = 300 * time.Millisecond
	// tick is by how much the times of files lag behind the clock.
	tick = 20 * time.Millisecond
)

// FileState is what a file was like at a moment.
type FileState struct {
	At      time.Time
	Changed time.Time // zero: git had it as it was, or it was not there
	Sum     int64     // of its content; 0: not taken
}

// Clean reports whether the file had no content that is in no commit.
func (s FileState) Clean() bool { return s.Changed.IsZero() }

// before returns the last that the session saw of a file, which git does not ignore,
// before a time. The path of a file is masked here, as in all questions.
func (a *Account) before(name string, at time.Time) (last FileState, known bool) {
	a.seen(name, at, func(s FileState) { last, known = s, true })
	return last, known
}

// After returns what the session saw of a file first after a time.
func (a *Account) After(name string, at time.Time) (first FileState, known bool) {
	take := func(s FileState) {
		if !s.At.Before(at) && (!known || s.At.Before(first.At)) {
			first, known = s, true
		}
	}
	a.seen(name, a.Heard, take)
	for i := range a.edits[name] { // those before the last look, too
		take(stateAt(a.edits[name][i].At, a.edits[name][i].Since, a.edits[name][i].Sum))
	}
	return first, known
}

func stateAt(seen, changed, sum int64) FileState {
	s := FileState{At: time.UnixMicro(seen), Sum: sum}
	if changed != 0 {
		s.Changed = time.UnixMicro(changed)
	}
	return s
}

// had returns the last that the session saw of a file, before a time, with a content.
func (a *Account) had(name string, sum int64, before time.Time) (last FileState, known bool) {
	a.seen(name, before, func(s FileState) {
		if s.Sum == sum {
			last, known = s, true
		}
	})
	return last, known
}

// summed reports whether the content of a file was ever seen.
func (a *Account) summed(name string) (found bool) {
	a.seen(name, a.Heard, func(s FileState) { found = found || s.Sum != 0 })
	return found
}

// seen visits what the session saw of a file before a time, in the order of looks and
// then of edits, each time later than what was visited before it.
func (a *Account) seen(name string, before time.Time, visit func(FileState)) {
	limit := before.UnixMicro()
	var last FileState
	known := false
	take := func(seen, changed, sum int64) {
		last, known = stateAt(seen, changed, sum), true
		visit(last)
	}
	for i := range a.looks {
		l := &a.looks[i]
		rel, in := below(l.Root.String(), name)
		if l.At > limit || !in {
			continue
		}
		changed, dirty := l.Dirty[rel]
		switch {
		case dirty, l.Whole, slices.Contains(l.Clean, rel):
			take(l.At, changed, l.Sums[rel])
		case known: // as it was at the look before
			last.At = time.UnixMicro(l.At)
			visit(last)
		}
	}
	for i := range a.edits[name] {
		if l := &a.edits[name][i]; l.At <= limit && (!known || l.At >= last.At.UnixMicro()) {
			take(l.At, l.Since, l.Sum)
		}
	}
}

// below returns a path as it is named below a root. Both have slashes.
func below(root, name string) (string, bool) {
	rel, ok := strings.CutPrefix(name, strings.TrimSuffix(root, "/")+"/")
	return rel, ok && root != ""
}
