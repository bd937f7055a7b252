package hook

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
)

// A hook answers within a limit, whatever hangs: a caller that never ends its
// payload, a disk that is gone, a lock that no process releases. All that is
// known to take time is bounded where it is done, and well within these.
const (
	readLimit   = 2 * time.Second        // to read the payload
	guardLimit  = 2 * time.Second        // then, to decide about a tool
	recordLimit = 5 * time.Second        // or to record
	endLimit    = 10 * time.Second       // or to learn from a session
	lastLimit   = 500 * time.Millisecond // to answer when the limit is over
	lateLook    = 150 * time.Millisecond // to look then at the files that the command runs
)

// errLate: the limit was over before there was an answer.
var errLate = errors.New("no answer in time")

func (e *Handler) limit() time.Duration {
	switch {
	case e.Guards:
		return guardLimit
	case e.moments[0].event == protocol.SessionEnd:
		return endLimit
	}
	return recordLimit
}

// limit ends a hook that takes too long. Either the hook answers or its limit
// does: claim decides.
type limit struct {
	timer *time.Timer
	call  atomic.Pointer[protocol.Call] // once the payload was read
	late  atomic.Bool                   // no answer can stop anything any more
	named bool
	taken atomic.Bool
	exit  atomic.Int32 // of the one that answers
}

// begin starts the limit of a hook. Without Exit nothing can end it, and without
// file descriptors nothing waits for it.
func begin(r *run) *limit {
	if r.env.Exit == nil || paths.Few() {
		return nil
	}
	l := &limit{named: r.named}
	l.late.Store(r.late)
	l.timer = time.AfterFunc(readLimit, func() { l.over(r.env) })
	return l
}

// heard is told what the payload holds.
func (l *limit) heard(call *protocol.Call, event *Handler) {
	if l == nil {
		return
	}
	known := *call
	l.call.Store(&known)
	l.late.Store(!event.Guards)
	l.timer.Reset(event.limit())
}

// claim reports whether the caller is the one that answers, with an exit code.
func (l *limit) claim(exit int) bool {
	if l == nil {
		return true
	}
	if !l.taken.CompareAndSwap(false, true) {
		return false
	}
	l.exit.Store(int32(exit))
	return true
}

// end ends the limit with its hook.
func (l *limit) end() {
	if l != nil {
		l.timer.Stop()
	}
}

// over answers in place of the hook, which may hang in anything: it uses nothing
// of it but the payload. Where judging that alone takes too long, too, the user is
// asked.
func (l *limit) over(env Env) {
	call := l.call.Load()
	for again := 1; again <= lastFallback; again++ {
		last := &run{env: env, start: time.Now(), limit: l, named: l.named, late: l.late.Load(), hurried: true, again: again}
		done := make(chan int, 1)
		go func() {
			exit := guard(func() int { return last.fallBack(call) }, last.failed)
			last.answers(exit)
			done <- exit
		}()
		select {
		case exit := <-done:
			env.Exit(exit)
			return
		case <-time.After(lastLimit): // for the hook, too, if it is the one that answers
		}
	}
	env.Exit(l.unanswered(env, call))
}

// unanswered ends a hook in which nothing answered in time, such as one that has no room
// left: a tool that may do harm does not run. It returns the exit code, that of the one
// that answers if one does after all.
func (l *limit) unanswered(env Env, call *protocol.Call) int {
	exit := exitBlock
	if call == nil || l.late.Load() {
		exit = exitOK
	}
	if l.claim(exit) && exit == exitBlock {
		io.WriteString(env.Stderr, unjudged+"\n")
	}
	return int(l.exit.Load())
}

// serveLate judges a call by itself. What was not read, and what only
// records, is a failure.
func (r *run) serveLate(call *protocol.Call) int {
	if call == nil {
		return r.failed(errLate)
	}
	r.call = *call
	if r.late {
		return r.failed(errLate)
	}
	r.open()
	if len(r.subjects()) == 0 {
		return r.failed(errLate)
	}
	// The user's, a project's and a pack's rules may be what takes long: the others
	// come first.
	own := r.judge.Engine.Rules
	r.judge.Engine.Rules = r.judge.MachineRules()
	worst := r.uses()
	if worst.verdict.Action < policy.Ask && len(own) > len(r.judge.Engine.Rules) {
		r.judge.Engine.Rules = own
		worst = r.uses()
	}
	if judge.Late(&worst.verdict) {
		r.leave(&worst, late)
	}
	return r.answer(r.reply(&worst, r.attend(worst.verdict.Action, &worst, worst.asked())))
}

// serveUnjudged asks about a call that could not be judged in time by anything.
func (r *run) serveUnjudged(call *protocol.Call) int {
	if call == nil || r.late {
		return r.failed(errLate)
	}
	r.call = *call
	r.open()
	of := judgement{command: strings.Join(r.call.Commands, "\n")}
	r.leave(&of, late)
	return r.answer(r.reply(&of, r.attend(of.verdict.Action, &of, of.command)))
}

// answers makes this the only answer of the process. It does not return to one
// that comes second: the process is about to end.
func (r *run) answers(exit int) {
	if r.answered {
		return
	}
	if !r.limit.claim(exit) {
		select {}
	}
	r.answered, r.exit = true, exit
}
