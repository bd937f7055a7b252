// Package guard keeps a failure of ours from becoming a failure of the agent.
// It repairs nothing and retries nothing: it turns a panic into an answer,
// lets no exit code out that a hook did not choose, and leaves one line in a
// log.
//
// What ends a Go program without a panic, a stack or a memory that is full,
// cannot be caught here. It is kept away by bounds where the work is done.
package guard

import (
	"fmt"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// The exit codes of a hook. A caller reads Block as "do not run this", and so
// does it read the code a Go program ends with when it panics.
const (
	OK    = 0
	Block = 2
)

// Run runs a hook and returns its exit code. When work panics, failed is
// asked what to do about it; when that panics too, the agent goes on.
func Run(work func() int, failed func(error) int) (exit int) {
	// A client that hangs up must not turn a block into a death by signal,
	// which it would take for a broken hook and go on.
	signal.Ignore(syscall.SIGPIPE)
	defer func() {
		if v := recover(); v != nil {
			err := &Panic{Value: v, At: origin()}
			exit = chosen(silent(func() int { return failed(err) }))
		}
	}()
	return chosen(work())
}

// silent runs the last resort, for which there is none after it.
func silent(f func() int) (exit int) {
	defer func() {
		if recover() != nil {
			exit = OK
		}
	}()
	return f()
}

// chosen lets the two codes through that mean something to a caller.
func chosen(exit int) int {
	if exit == Block {
		return Block
	}
	return OK
}

// Panic is a recovered panic.
type Panic struct {
	Value any
	At    string // function and line it came from
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v at %s", p.Value, p.At) }

// origin names the line that panicked: the first frame under the runtime's
// own. It must be called from the deferred function that recovers.
func origin() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "internal/") {
			return f.Function + ":" + strconv.Itoa(f.Line)
		}
		if !more {
			return "unknown"
		}
	}
}
