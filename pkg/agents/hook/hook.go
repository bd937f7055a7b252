// Package hook is the order of work between a payload on standard input and an
// answer on standard output. Each event has a file that reads from top to
// bottom, and every text for a model or a user is in message_model.go or
// message_user.go.
//
// It knows no dialect, no rule, no path and no table: it calls the packages
// that do.
package hook

import (
	"io"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// Env is what a hook gets from its process.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Schema string         // of a new database
	Agent  string         // who calls, where the user's own configuration says so
	Exit   func(code int) // ends the process; nil: the hook may take as long as it likes
	// FromClient reports whether the agent's own process called, and not one of
	// its commands; nil where that is not known.
	FromClient func() bool
	// Registrations lists the settings by which any agent may call us, of the user and of
	// a project; nil: they are not known.
	Registrations func(project string) []string
	// Astray says which of them do not start ctxhook; nil: that is not known.
	Astray func(project string) []string
}

// Handler is a row of the table of hooks: a subcommand, the moments it is for,
// and what it does.
type Handler struct {
	Name    string   // the subcommand
	Short   string   // for the help page
	Client  []Signal // what Claude Code is to call it for
	moments []moment
	Guards  bool // it can stop a tool; the others only record
	handle  func(*run) (protocol.Reply, error)
}

// Signal is one of Claude Code's events, with its matcher.
type Signal struct {
	Event string
	Tool  string // "" where it has none
	Masks bool   // it is of use only where secrets in what tools answer are masked
}

// moment is when a hook is called, in the words of any agent.
type moment struct {
	event protocol.Event
	tool  protocol.Tool
}

// shells are the client's tools that run commands.
const shells = "Bash|PowerShell"

// servers are its tools that MCP servers bring, and the one that reads addresses.
const servers = "WebFetch|mcp__.*"

// Events lists every hook. A new one is a file of its own and a row here.
var Events = [...]Handler{
	{
		Name: preBashName, Short: "Check a shell command before it runs",
		Client:  []Signal{{Event: "PreToolUse", Tool: shells}, {Event: "PreToolUse", Tool: servers}},
		moments: []moment{{protocol.Before, protocol.Shell}, {protocol.Before, protocol.Server}}, Guards: true, handle: preBash,
	},
	{
		Name: "post-bash", Short: "Record a finished command and suggest fixes for its errors",
		Client:  []Signal{{Event: "PostToolUse", Tool: shells + "|" + protocol.LateTools}, {Event: "PostToolUseFailure", Tool: shells}, {Event: "PermissionDenied", Tool: shells}},
		moments: []moment{{protocol.After, protocol.Shell}, {protocol.After, protocol.Later}}, handle: postBash,
	},
	{
		Name: "pre-edit", Short: "Check an edit before it is made, and note whose work is in the file",
		Client:  []Signal{{Event: "PreToolUse", Tool: "Edit|MultiEdit|NotebookEdit"}},
		moments: []moment{{protocol.Before, protocol.Edit}}, Guards: true, handle: preEdit,
	},
	{
		Name: "pre-write", Short: "Check a file before it is written, and note whose work is in it",
		Client:  []Signal{{Event: "PreToolUse", Tool: "Write"}},
		moments: []moment{{protocol.Before, protocol.Write}}, Guards: true, handle: preEdit,
	},
	{
		Name: "pre-read", Short: "Check a file before the agent reads it",
		Client:  []Signal{{Event: "PreToolUse", Tool: "Read|Grep"}},
		moments: []moment{{protocol.Before, protocol.Read}}, Guards: true, handle: preRead,
	},
	{
		Name: "post-edit", Short: "Record an edited file",
		Client:  []Signal{{Event: "PostToolUse", Tool: "Edit|MultiEdit|NotebookEdit"}},
		moments: []moment{{protocol.After, protocol.Edit}}, handle: postEdit,
	},
	{
		Name: "post-write", Short: "Record a written file",
		Client:  []Signal{{Event: "PostToolUse", Tool: "Write"}},
		moments: []moment{{protocol.After, protocol.Write}}, handle: postEdit,
	},
	{
		Name: "post-read", Short: "Say what in a fetched text speaks to the agent, and mask secrets if you want that",
		Client:  []Signal{{Event: "PostToolUse", Tool: "Read|Grep", Masks: true}, {Event: "PostToolUse", Tool: servers}},
		moments: []moment{{protocol.After, protocol.Read}, {protocol.After, protocol.OtherTool}, {protocol.After, protocol.Server}, {protocol.After, protocol.Shell}}, handle: postRead,
	},
	{
		Name: "pre-task", Short: "Record a delegated task and brief its subagent",
		Client:  []Signal{{Event: "PreToolUse", Tool: "Agent"}, {Event: "SubagentStart", Tool: ""}},
		moments: []moment{{protocol.Before, protocol.Task}, {protocol.SubagentStart, protocol.Task}}, handle: preTask,
	},
	{
		Name: "post-task", Short: "Record the outcome of a task",
		Client:  []Signal{{Event: "PostToolUse", Tool: "Agent"}, {Event: "PostToolUseFailure", Tool: "Agent"}, {Event: "SubagentStop", Tool: ""}},
		moments: []moment{{protocol.After, protocol.Task}, {protocol.SubagentStop, protocol.Task}}, handle: postTask,
	},
	{
		Name: "user-prompt", Short: "Hear what the user wants, and record denied and interrupted commands",
		Client:  []Signal{{Event: "UserPromptSubmit", Tool: ""}},
		moments: []moment{{event: protocol.Prompt}}, handle: userPrompt,
	},
	{
		Name: "session-start", Short: "Tell the agent which checks fail and which fixes work",
		Client:  []Signal{{Event: "SessionStart", Tool: ""}},
		moments: []moment{{event: protocol.SessionStart}}, handle: sessionStart,
	},
	{
		Name: "stop", Short: "Learn from the session so far",
		Client:  []Signal{{Event: "Stop", Tool: ""}},
		moments: []moment{{event: protocol.Stop}}, handle: stop,
	},
	{
		Name: "session-end", Short: "Learn from the session and clean up",
		Client:  []Signal{{Event: "SessionEnd", Tool: ""}},
		moments: []moment{{event: protocol.SessionEnd}}, handle: sessionEnd,
	},
}

// Named returns the hook of a subcommand, or nil.
func Named(name string) *Handler {
	for i := range Events {
		if Events[i].Name == name {
			return &Events[i]
		}
	}
	return nil
}

// eventFor returns the hook for a call, or nil.
func eventFor(c *protocol.Call) *Handler {
	for i := range Events {
		if e := &Events[i]; e.takes(c) {
			return e
		}
	}
	return nil
}

func (e *Handler) takes(c *protocol.Call) bool {
	return slices.Contains(e.moments, moment{c.Event, c.Tool})
}

// Names returns the subcommands of all hooks.
func Names() []string {
	var names []string
	for i := range Events {
		names = append(names, Events[i].Name)
	}
	return names
}
