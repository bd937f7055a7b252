package hook

import (
	"fmt"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// The exit codes of a hook. A caller reads exitBlock as "do not run this"; a Go
// program that panics ends with the same code.
const (
	exitOK    = 0
	exitBlock = 2
)

// guard keeps a failure of ours from becoming a failure of the agent: it runs a
// hook and lets no other exit code out than those two. When the work panics,
// failed decides what to do about it; when that panics too, the agent goes on.
//
// What ends a Go program without a panic (a full stack or memory) cannot be
// caught here. Bounds keep it away where the work is done.
func guard(work func() int, failed func(error) int) (exit int) {
	// A client that hangs up must not turn a block into a death by signal,
	// which it would take for a broken hook and go on.
	signal.Ignore(syscall.SIGPIPE)
	defer func() {
		if v := recover(); v != nil {
			err := &panicError{value: v, at: origin()}
			exit = chosen(silent(func() int { return failed(err) }))
		}
	}()
	return chosen(work())
}

// silent runs the last resort, which may panic as well.
func silent(f func() int) (exit int) {
	defer func() {
		if recover() != nil {
			exit = exitOK
		}
	}()
	return f()
}

// chosen lets only those two exit codes through.
func chosen(exit int) int {
	if exit == exitBlock {
		return exitBlock
	}
	return exitOK
}

// panicError is a recovered panic.
type panicError struct {
	value any
	at    string // function and line it came from
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v at %s", p.value, p.at) }

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
