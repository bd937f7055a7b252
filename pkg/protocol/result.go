package protocol

import "time"

// Result is what became of a tool call.
type Result struct {
	Status    Status
	Exit      int  // meaningful when Exited
	Exited    bool // the exit status is known
	Output    string
	Benign    string        // what the client takes a status other than 0 for, where that is no failure
	Persisted string        // path of a file with the whole output, where Output is a part
	Cut       bool          // Output is a part
	Duration  time.Duration // 0 when it was not told
}

// Status is how a tool call ended.
type Status uint8

// The ways to end.
const (
	Ended       Status = iota // by itself, with whatever exit status
	Failed                    // the client says so; the exit status may be unknown
	Background                // the client went on without waiting for it
	TimedOut                  // it ran longer than the client waits
	Interrupted               // somebody stopped it
)

// Stored is what was kept of a command that ran.
type Stored struct {
	Memory   string // id of what is kept; "" when it was filtered out
	Record   string // id of the run
	Success  bool
	Patterns []string // errors in the output
	Advice   []string // what helps against them
}
