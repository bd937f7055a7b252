// Package protocol reads what agents send to a hook and writes what they
// understand: tolerant in, exact out. It judges nothing, keeps nothing, and
// it never says "allow", because that would skip the user's own permission
// prompts.
package protocol

import "time"

// Call is one tool call of an agent, whatever dialect it was told in. Empty
// fields were not told.
type Call struct {
	Agent        *Agent
	Event        Event
	EventName    string // as the agent wrote it
	Session      string
	ID           string // of the tool call
	Cwd          string
	Transcript   string
	Mode         string // the agent's permission mode
	Attended     Attended
	Tool         Tool
	RawTool      string   // the tool's name as the agent wrote it
	Commands     []string // every command the call may run
	Paths        []string // the files it names
	Result       *Result  // what became of it; not nil after it
	Prompt       string   // what was submitted, where that is the event
	Machine      bool     // the client itself wrote Prompt
	Reason       string   // why a session ended
	Source       string   // why one began
	GoesOn       bool     // the agent would have stopped before, but for a hook
	PromptID     string   // of the prompt that it works on
	Previous     string   // the session before it, where that is told
	Task         TaskCall // the task that is handed on, or was
	Subagent     string   // id of the subagent that calls; "" for the main one
	SubagentType string   // and its type
}

// CanarySession is the session of calls that only try a hook out, with a
// command that is never run. No agent can choose it: the session's name is
// its client's.
const CanarySession = "ctxhook-doctor"

// Canary reports whether the call only tries the hook out.
func (c *Call) Canary() bool { return c.Session == CanarySession }

// Event is the moment a hook is called at.
type Event uint8

// The events a handler exists for. Everything else is Other.
const (
	Other      Event = iota
	Before           // a tool is about to run
	After            // a tool ran, or tried to
	Prompt           // a prompt was submitted, by a person or by the client
	SessionEnd       // nothing that is said reaches anybody
	SessionStart
	Stop          // the agent has said its last word on a prompt
	SubagentStart // what is said reaches the subagent
	SubagentStop
)

// Attended reports whether a person is there to be asked.
type Attended uint8

// What is known of it.
const (
	AttendedUnknown Attended = iota
	AttendedNo
	AttendedYes
)

// Tool is what kind of tool is called.
type Tool uint8

// The kinds of tools.
const (
	OtherTool Tool = iota
	Shell
	Read
	Write
	Edit
	Task
)

// Action is what the caller is to do.
type Action uint8

// The actions. There is no allow.
const (
	Silent Action = iota
	Warn
	Ask
	Deny
)

// Reply is an answer, before it is written in a dialect.
type Reply struct {
	Action   Action
	ForModel string          // read by the model; says nothing of how to get past us
	ForUser  string          // read by the person only, where the dialect can tell them apart
	Report   Report          // read by callers of the neutral envelope
	Run      RunReport       // read by them after a command ran
	Recalled Recommendations // read by them where a task or a session begins or ends
}

// Report is what the neutral envelope adds to a verdict.
type Report struct {
	Risk         string // "High"
	Type         string // command type
	Warnings     []string
	Alternatives []string
	Related      []RelatedRun
	Message      string
	Context      bool // write injected_context
	LatencyMS    float64
}

// RelatedRun is a command that was run before, and is like the one at hand.
type RelatedRun struct {
	Command string
	Summary string // of what it came to
	Time    time.Time
	Score   float64 // how much it is like it, up to 1
}

// Answer is what a hook process leaves behind.
type Answer struct {
	Stdout []byte
	Stderr []byte
	Exit   int
}
