package protocol

import "time"

// Result is the result of a tool call.
type Result struct {
	Status    Status
	Exit      int  // meaningful when Exited
	Exited    bool // the exit status is known
	Output    string
	Benign    string        // what the client says about a status other than 0 that is no failure
	Persisted string        // path of a file with the whole output, when Output is a part of it
	Duration  time.Duration // 0 when unknown
	Task      string        // by which the client names the command that it left running; "": it ended
}

// Status is how a tool call ended.
type Status uint8

// The ways to end.
const (
	Ended       Status = iota // by itself, with whatever exit status
	Failed                    // the client says so; the exit status may be unknown
	Background                // the client went on without waiting for it
	TimedOut                  // it ran longer than the client waits
	Interrupted               // the user or the client stopped it
	Denied                    // the client did not let it run
)

// End completes a result with an exit status that was found elsewhere.
func (r *Result) End(exit int, took time.Duration) {
	r.Exit, r.Exited, r.Duration = exit, true, took
	if exit != 0 {
		r.Status = Failed
	}
}

// RunReport is what was stored about a command that ran.
type RunReport struct {
	Memory   string // id of what is stored; "" when it was filtered out
	Record   string // id of the run
	Success  bool
	Patterns []string // errors in the output
	Advice   []string // what helps against them
}

// result makes the result from what was read.
func (f *fields) result() *Result {
	t := &f.outcome
	t.written = f.call.Agent == &cursor
	t.response(f.response)
	form := f.call.Agent.Form
	printed := !t.exited && (form == FormNeutral || form == FormPlan || f.call.Agent == &unknown)
	if printed {
		t.statedExit()
	}
	r := &Result{
		Exit: t.exit, Exited: t.exited, Benign: t.benign, Persisted: t.persisted, Duration: t.duration, Task: t.task,
	}
	switch {
	case t.failure != "" || t.unsuccessful || f.failureEvent():
		r.Status = Failed
		r.fail(t.failure, f.call.Agent.Form == FormClaude && f.call.Agent != &qwen)
		if r.Output == "" {
			r.Output = t.output()
		} else if printed {
			r.StatedExit()
		}
		r.Exited = r.Exited && !(printed && r.Exit == 0) // the form says that it failed
	default:
		r.Output = t.output()
		f.ending(r)
	}
	switch {
	case f.call.EventName == permissionDenied:
		r.Status = Denied
	case t.interrupted:
		r.Status = Interrupted
	case t.timedOut:
		r.Status, r.Exited = TimedOut, false
	case t.background:
		r.Status, r.Exited = Background, false
	case t.claude && !r.Exited && r.Status == Ended:
		// This agent reports failures by another event.
		r.Exited = true
		if r.Benign != "" {
			r.Exit = 1
		}
	}
	return r
}

// permissionDenied is the event of a tool that the client's own rules did not let run.
const permissionDenied = "PermissionDenied"

func (f *fields) failureEvent() bool {
	switch f.call.EventName {
	case "PostToolUseFailure", "postToolUseFailure":
		return true
	}
	return false
}

// ending looks for the exit status in the output, for agents that write it
// only there.
func (f *fields) ending(r *Result) {
	if own := f.call.Agent.ending; own != nil {
		own(f, r)
	}
	if r.Exited && r.Exit != 0 {
		r.Status = Failed
	}
}
