// Package hook is the order of work: what happens between a payload on
// standard input and an answer on standard output, one file per event, each
// of which reads top to bottom as its walk. It knows no dialect, no rule and
// no path; it brings those who do together.
package hook

import (
	"io"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/guard"
	"github.com/ctxhook/ctxhook/pkg/judge"
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

// Event is a row of the table of hooks: a subcommand, the moments it is for,
// and its walk.
type Event struct {
	Name    string   // the subcommand
	Short   string   // for the help page
	Client  []Signal // what Claude Code is to call it for
	moments []moment
	guards  bool // it can stop a tool; the others take notes
	walk    func(*run) (protocol.Reply, error)
}

// Signal is one of Claude Code's events, with its matcher.
type Signal struct {
	Event string
	Tool  string // "" where it has none
}

// moment is when a hook is called, in the words of any agent.
type moment struct {
	event protocol.Event
	tool  protocol.Tool
}

// Events is every hook there is. A new one is a file of its own and a row
// here.
var Events = [...]Event{
	{
		Name: "pre-bash", Short: "Judge a shell command before it runs",
		Client:  []Signal{{"PreToolUse", "Bash"}},
		moments: []moment{{protocol.Before, protocol.Shell}}, guards: true, walk: preBash,
	},
	{
		Name: "post-bash", Short: "Remember a command that has run, and tell a way out of its errors",
		Client:  []Signal{{"PostToolUse", "Bash"}, {"PostToolUseFailure", "Bash"}},
		moments: []moment{{protocol.After, protocol.Shell}}, walk: postBash,
	},
	{
		Name: "post-edit", Short: "Remember that a file was edited",
		Client:  []Signal{{"PostToolUse", "Edit|MultiEdit|NotebookEdit"}},
		moments: []moment{{protocol.After, protocol.Edit}}, walk: postEdit,
	},
	{
		Name: "post-write", Short: "Remember that a file was written",
		Client:  []Signal{{"PostToolUse", "Write"}},
		moments: []moment{{protocol.After, protocol.Write}}, walk: postEdit,
	},
	{
		Name: "pre-task", Short: "Remember a task that is handed on, and tell its subagent what is known here",
		Client:  []Signal{{"PreToolUse", "Agent"}, {"SubagentStart", ""}},
		moments: []moment{{protocol.Before, protocol.Task}, {protocol.SubagentStart, protocol.Task}}, walk: preTask,
	},
	{
		Name: "post-task", Short: "Remember what became of a task",
		Client:  []Signal{{"PostToolUse", "Agent"}, {"PostToolUseFailure", "Agent"}, {"SubagentStop", ""}},
		moments: []moment{{protocol.After, protocol.Task}, {protocol.SubagentStop, protocol.Task}}, walk: postTask,
	},
	{
		Name: "user-prompt", Short: "Remember the commands that were denied or interrupted before a prompt",
		Client:  []Signal{{"UserPromptSubmit", ""}},
		moments: []moment{{event: protocol.Prompt}}, walk: userPrompt,
	},
	{
		Name: "session-start", Short: "Tell what is known of earlier sessions: checks that fail, and what helps",
		Client:  []Signal{{"SessionStart", ""}},
		moments: []moment{{event: protocol.SessionStart}}, walk: sessionStart,
	},
	{
		Name: "stop", Short: "Put in order what is remembered of a session so far",
		Client:  []Signal{{"Stop", ""}},
		moments: []moment{{event: protocol.Stop}}, walk: stop,
	},
	{
		Name: "session-end", Short: "Put in order what is remembered",
		Client:  []Signal{{"SessionEnd", ""}},
		moments: []moment{{event: protocol.SessionEnd}}, walk: sessionEnd,
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

func (e *Event) takes(c *protocol.Call) bool {
	return slices.Contains(e.moments, moment{c.Event, c.Tool})
}

// run is one hook at work.
type run struct {
	env     Env
	start   time.Time
	call    protocol.Call
	log     guard.Log
	onError config.OnError
	again   bool   // the command may pass when it is repeated
	late    bool   // whatever is said can stop nothing any more
	timings string // the file that says how long hooks took
	told    int    // tokens that a model was told
}

// Run runs a hook and returns its exit code. Without an event the payload
// says which hook it is for. A payload for another event, or one that no
// hook knows, is none of our business: no output, exit 0.
func Run(env Env, event *Event) int {
	r := &run{env: env, start: time.Now(), late: event != nil && !event.guards}
	return guard.Run(func() int { return r.serve(event) }, r.failed)
}

func (r *run) serve(event *Event) int {
	data, cut, err := protocol.ReadPayload(r.env.Stdin)
	if err != nil {
		return r.failed(err)
	}
	hint := protocol.Hint{Agent: r.env.Agent, Getenv: r.env.Getenv}
	if event != nil {
		hint.Event = event.moments[0].event
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
	r.late = !event.guards
	verdict, err := event.walk(r)
	if err != nil {
		return r.failed(err)
	}
	exit := r.answer(verdict)
	r.measure(event)
	return exit
}

// newJudge makes the judge of the place that the call came from, whose
// settings say too where a failure is logged and what it leads to.
func (r *run) newJudge() *Journal {
	j := NewJournal(judge.New(judge.Options{Getenv: r.env.Getenv, Cwd: r.call.Cwd}))
	r.log = guard.Log{Path: j.Places.DebugLog()}
	r.onError = j.Config.OnError
	r.timings = j.Places.Timings()
	return j
}

// answer writes a verdict for the caller. A deny that cannot be written is
// still said by the exit code.
func (r *run) answer(v protocol.Reply) int {
	a := protocol.Encode(&r.call, v)
	exit := a.Exit
	if v.ForModel != "" && len(a.Stdout)+len(a.Stderr) > 0 {
		r.told = display.Tokens(v.ForModel)
	}
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
