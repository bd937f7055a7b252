// Package hook is the order of work: what happens between a payload on
// standard input and an answer on standard output, one file per event, each
// of which reads top to bottom as its walk. It knows no dialect, no rule and
// no path; it brings those who do together.
package hook

import (
	"io"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/guard"
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// Env is what a hook is given from outside.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Schema string // of a new database
	Agent  string // who calls, where the user's own configuration says so
}

// Event is a row of the table of hooks: a subcommand, the moment and the tool
// it is for, and its walk.
type Event struct {
	Name   string   // the subcommand
	Short  string   // for the help page
	Client []string // Claude Code's events
	Tool   string   // and their matcher; "" where they have none
	moment protocol.Event
	kind   protocol.Tool
	walk   func(*run) (protocol.Verdict, error)
}

// Events is every hook there is. A new one is a file of its own and a row
// here.
var Events = [...]Event{
	{
		Name: "pre-bash", Short: "Judge a shell command before it runs",
		Client: []string{"PreToolUse"}, Tool: "Bash",
		moment: protocol.Before, kind: protocol.Shell, walk: preBash,
	},
	{
		Name: "post-bash", Short: "Remember a command that has run, and tell a way out of its errors",
		Client: []string{"PostToolUse", "PostToolUseFailure"}, Tool: "Bash",
		moment: protocol.After, kind: protocol.Shell, walk: postBash,
	},
	{
		Name: "post-edit", Short: "Remember that a file was edited",
		Client: []string{"PostToolUse"}, Tool: "Edit|MultiEdit|NotebookEdit",
		moment: protocol.After, kind: protocol.Edit, walk: postEdit,
	},
	{
		Name: "post-write", Short: "Remember that a file was written",
		Client: []string{"PostToolUse"}, Tool: "Write",
		moment: protocol.After, kind: protocol.Write, walk: postEdit,
	},
	{
		Name: "user-prompt", Short: "Remember the commands that were denied or interrupted before a prompt",
		Client: []string{"UserPromptSubmit"},
		moment: protocol.Prompt, walk: userPrompt,
	},
	{
		Name: "session-end", Short: "Put in order what is remembered",
		Client: []string{"SessionEnd"},
		moment: protocol.SessionEnd, walk: sessionEnd,
	},
}

// Named returns the hook of a subcommand, or nil.
func Named(name string) *Event {
	for i := range Events {
		if Events[i].Name == name {
			return &Events[i]
		}
	}
	return nil
}

// eventFor returns the hook for a call, or nil.
func eventFor(c *protocol.Call) *Event {
	for i := range Events {
		if e := &Events[i]; e.takes(c) {
			return e
		}
	}
	return nil
}

func (e *Event) takes(c *protocol.Call) bool { return c.Event == e.moment && c.Tool == e.kind }

// run is one hook at work.
type run struct {
	env     Env
	start   time.Time
	call    protocol.Call
	log     guard.Log
	onError config.OnError
	again   bool // the command may pass when it is repeated
	late    bool // whatever is said can stop nothing any more
}

// Run runs a hook and returns its exit code. Without an event the payload
// says which hook it is for. A payload for another event, or one that no
// hook knows, is none of our business: no output, exit 0.
func Run(env Env, event *Event) int {
	r := &run{env: env, start: time.Now(), late: event != nil && event.moment != protocol.Before}
	return guard.Run(func() int { return r.serve(event) }, r.failed)
}

func (r *run) serve(event *Event) int {
	data, cut, err := protocol.ReadPayload(r.env.Stdin)
	if err != nil {
		return r.failed(err)
	}
	hint := protocol.Hint{Agent: r.env.Agent, Getenv: r.env.Getenv}
	if event != nil {
		hint.Event = event.moment
	}
	if r.call, err = protocol.Decode(data, cut, hint); err != nil {
		return r.failed(err)
	}
	if event == nil {
		event = eventFor(&r.call)
	}
	if event == nil || !event.takes(&r.call) {
		return guard.OK
	}
	r.late = event.moment != protocol.Before
	verdict, err := event.walk(r)
	if err != nil {
		return r.failed(err)
	}
	return r.answer(verdict)
}

// answer writes a verdict for the caller. A deny that cannot be written is
// still said by the exit code.
func (r *run) answer(v protocol.Verdict) int {
	a := protocol.Encode(&r.call, v)
	exit := a.Exit
	if len(a.Stdout) > 0 {
		if _, err := r.env.Stdout.Write(a.Stdout); err != nil && v.Action >= protocol.Ask {
			exit = guard.Block
		}
	}
	if len(a.Stderr) > 0 {
		r.env.Stderr.Write(a.Stderr)
	}
	return exit
}
