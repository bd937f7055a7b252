// Package protocol reads what agents send to a hook and writes what they understand:
// tolerant in, exact out; of each it knows where its hooks are registered. It judges
// nothing, keeps nothing, writes no settings, and it never says "allow", because that would
// skip the permission prompts of the user.
package protocol

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

// Call is one tool call of an agent, in whatever form it was sent. A field is
// empty when it was not sent.
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
	RawTool      string        // the tool's name as the agent wrote it
	Commands     []string      // every command the call may run
	Programs     []Program     // other program texts that a tool of a server runs
	Given        []Argument    // arguments of a tool that is no shell and not for files
	Paths        []string      // the files it names
	Text         string        // what it writes into them, of a tool that writes a file whole
	Edits        []Replacement // what it changes in them
	Result       *Result       // its result; not nil after the call
	Late         *Late         // of a command that went on in the background; nil: it tells of none
	Running      []string      // ids of those that still run where the agent stops, as Late names them
	Prompt       string        // what was submitted, in a Prompt event
	Machine      bool          // the client itself wrote Prompt
	Reason       string        // why a session ended
	Source       string        // why one began
	GoesOn       bool          // a hook has kept the agent from stopping
	Said         string        // what the agent says last, where it stops
	PromptID     string        // of the prompt that the agent works on
	Previous     string        // the session before it, if known
	Task         TaskCall      // the task that is started, or was
	Subagent     string        // id of the subagent that calls; "" for the main one
	SubagentType string        // and its type
	Unsandboxed  bool          // it is to run outside of the agent's sandbox
	Env          []Var         // variables that its caller sets for it
	Namespace    string        // of a session
	Metadata     string        // of a session: JSON
	Request      string        // id of the JSON-RPC request that it came in, as it was sent; "": in none
	Unread       unread.Part   // why a part of it was not read
	CutText      bool          // there is more to the text that it writes into files
	UserModified bool          // the user changed what the tool was about to write
	Arguments    string        // of the tool, JSON as it was sent; "" where that is long

	response string // what the tool answered, JSON as it was sent; "" where it could not be read whole
}

// Program is a program text that a tool runs.
type Program struct {
	Lang string // as in a rule's models: "shell", "sql", "python"
	Text string
}

// Replacement is a text of a file, and what a tool puts in its place.
type Replacement struct {
	Old, New string
	All      bool // every occurrence, not only the first
}

// maxApplied bounds a text with every occurrence replaced; of a longer one only the
// first is, which shows what is put there.
const maxApplied = 4 << 20

// Apply returns a text after the edits of a call. What does not occur in it, or
// has no text that it replaces, is added to the end.
func (c *Call) Apply(text string) string {
	for _, e := range c.Edits {
		switch {
		case e.Old == "" || !strings.Contains(text, e.Old):
			if text != "" && !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
			text += e.New
		case e.All && len(text)+strings.Count(text, e.Old)*len(e.New) <= maxApplied:
			text = strings.ReplaceAll(text, e.Old, e.New)
		default:
			text = strings.Replace(text, e.Old, e.New, 1)
		}
	}
	return text
}

// maxCompared bounds the text before a call that is compared with the one after it:
// of a longer one not all may have been read.
const maxCompared = 60 << 10

// Changes returns what a call has changed in its file, as far as the payload tells.
func (c *Call) Changes() []Replacement {
	if len(c.Edits) > 0 || c.Text == "" {
		return c.Edits
	}
	before := c.Original()
	if before == "" {
		return nil
	}
	return []Replacement{{Old: before, New: c.Text}}
}

// Original returns the content of a call's file before the call; "" if the payload does not
// hold all of it.
func (c *Call) Original() (before string) {
	if c.response == "" {
		return ""
	}
	gjson.Parse(c.response).ForEach(func(key, v gjson.Result) bool {
		if key.Str == "originalFile" {
			before = v.Str
		}
		return true
	})
	if len(before) > maxCompared {
		return ""
	}
	return before
}

// Var is a variable of the environment.
type Var struct{ Name, Value string }

// Variable returns the value of a variable that the caller sets.
func (c *Call) Variable(name string) (value string, ok bool) {
	for i := range c.Env {
		if c.Env[i].Name == name {
			return c.Env[i].Value, true
		}
	}
	return "", false
}

// CanarySession is the session of calls that only test a hook, with a command
// that is never run. A model cannot use it: the client names the session.
const CanarySession = "ctxhook-doctor"

// Canary reports whether the call only tests the hook.
func (c *Call) Canary() bool { return c.Session == CanarySession }

// WroteFile reports whether the call has written the files that it names.
func (c *Call) WroteFile() bool {
	return len(c.Paths) > 0 && (c.Result == nil || c.Result.Status == Ended)
}

// Event is the moment a hook is called at.
type Event uint8

// The events a handler exists for. Everything else is Other.
const (
	Other      Event = iota
	Before           // a tool is about to run
	After            // a tool ran, or tried to
	Prompt           // a prompt was submitted, by the user or by the client
	SessionEnd       // no answer reaches the model or the user
	SessionStart
	Stop          // the agent is done with a prompt
	SubagentStart // the answer reaches the subagent
	SubagentStop
)

// Attended says whether a user is there to be asked.
type Attended uint8

// The values of Attended.
const (
	AttendedUnknown Attended = iota
	AttendedNo
	AttendedYes
	AttendedLikely // the client does not tell, but was started at a terminal
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
	Server // a tool of an MCP server
	Later  // tells what became of a command in the background, or ends it
)

// Action is what the caller should do.
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
	Response string          // JSON: the answer that the model shall read in place of the tool's own; "": that one
	Rewrite  string          // the command that shall run in place of the one that was sent; "": that one
	ForModel string          // read by the model; does not say how to get past the guard
	ForUser  string          // read by the user only, if the agent has a field for it
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
	Summary string // of its result
	Time    time.Time
	Score   float64 // how similar it is, up to 1
}

// Answer is the output and the exit code of a hook process.
type Answer struct {
	Stdout []byte
	Stderr []byte
	Exit   int
}
