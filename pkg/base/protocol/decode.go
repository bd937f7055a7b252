package protocol

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

// Hint is what the hook's own command line and environment say about a
// payload.
type Hint struct {
	Event  Event  // of the subcommand, when the payload names none
	Agent  string // named by the user, before anything the payload says
	Getenv func(string) string
}

// The errors for a payload that cannot be read.
var (
	ErrEmpty     = errors.New("empty payload")
	ErrMalformed = errors.New("payload is not one JSON object")
)

// maxDepth bounds the nesting that is checked. The check recurses, and a Go
// program that runs out of stack cannot choose its exit code.
const maxDepth = 512

// Decode reads a payload: one object, and nothing of what follows it. One that
// was cut off at the reader's bound is read as far as it goes, and one that is
// nested too deeply without checking its syntax. Of an object that is broken,
// only a tool call that is about to happen is read: its sender may understand
// more of it, and run the command.
func Decode(data []byte, cut bool, hint Hint) (Call, error) {
	data = bytes.TrimLeftFunc(data, func(r rune) bool { return r == '\ufeff' || r < utf8.RuneSelf && isBlank(byte(r)) })
	if len(data) == 0 {
		return Call{}, ErrEmpty
	}
	if data[0] != '{' {
		return Call{}, ErrMalformed
	}
	var o extent
	n, _ := o.end(data)
	whole := o.whole()
	const blanks = " \t\r\n\x00"
	rest := bytes.Trim(data[n:], blanks)
	var text string
	if whole {
		text = string(data[:n])
	} else {
		text = repair(string(bytes.TrimRight(data, blanks)))
	}
	valid := cut || whole && (!shallow(text) || gjson.Valid(text))
	if !valid {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	c := decode(text, hint)
	if len(text) > little || !shallow(c.Arguments) {
		c.Arguments = "" // what was read of it may be a part
	}
	if nothing := c.Event == Other && c.EventName == ""; nothing && !whole && !cut && Named(hint.Agent) != nil && Named(hint.Agent).Form == FormPlan {
		return Call{}, ErrMalformed // the form has an answer to what is no payload
	}
	if before := c.Event == Before || c.Event == Other && c.EventName == ""; !valid && !before {
		return Call{}, ErrMalformed
	}
	if !whole || !valid || !shallow(c.response) {
		c.response = ""
	}
	if !whole || len(c.Commands) == 0 && (!valid || len(rest) > 0) {
		c.Unread = unread.Part{Reason: unread.Cut}
	}
	return c, nil
}

// decode reads the text of an object.
func decode(text string, hint Hint) Call {
	text, request := unwrap(text)
	var f fields
	payload := gjson.Parse(text)
	f.read(payload)
	if f.shapeless(hint) {
		f.searchAll(payload)
	} else if f.beforeShell(hint) {
		f.searchBeside(payload)
	}
	if event, _ := f.moment(hint.Event); event == Before && !f.arguments.Exists() {
		f.arguments = payload // of a server's tool, under a name that is not known
	}
	c := f.finish(hint)
	c.Request = request
	return c
}

// shallow reports whether the nesting of a JSON text can be checked. Most
// texts have fewer brackets than the bound.
func shallow(text string) bool {
	return strings.Count(text, "{")+strings.Count(text, "[") <= maxDepth || depth(text) <= maxDepth
}

// depth returns the deepest nesting of a JSON text.
func depth(text string) int {
	var now, most int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			now++
			most = max(most, now)
		case '}', ']':
			now--
		}
	}
	return most
}

// repair closes what a cut left open: the string, and the objects around it.
func repair(text string) string {
	var open []byte
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			if i++; i == len(text) {
				text += `\`
			}
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			open = append(open, c+2) // the closing bracket in ASCII
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if inString {
		text += `"`
	}
	slices.Reverse(open)
	return text + string(open)
}

// finish makes the call from what was read.
func (f *fields) finish(hint Hint) Call {
	getenv := hint.Getenv
	if getenv == nil {
		getenv = func(string) string { return "" }
	}
	c := &f.call
	if c.Agent = Named(hint.Agent); c.Agent == nil {
		c.Agent = f.recognise(getenv)
	}
	if c.Agent == nil {
		c.Agent = &unknown
	}
	c.Event, c.EventName = f.moment(hint.Event)
	if strings.HasPrefix(c.RawTool, serverTool) {
		f.programs()
	}
	switch {
	case c.Event != Before:
	case strings.HasPrefix(c.RawTool, serverTool), c.RawTool == fetchTool:
		f.walked = 0
		f.given(f.unquoted(f.arguments), 0)
	case c.RawTool == notebookTool:
		f.cell()
	}
	if c.Tool = f.tool(); c.RawTool == fetchTool && c.Event == Before {
		c.Tool = Server
	}
	if c.RawTool == searchTool && f.names {
		c.Paths = nil // it shows nothing that they hold
	}
	c.Cwd = join(c.Cwd, f.inputCwd)
	if c.EventName == permissionDenied && c.Tool != Shell {
		c.Event = Other
	}
	switch c.Event {
	case After:
		c.Result = f.result()
		c.response = f.response.Raw
		c.UserModified = f.response.Get("userModified").Type == gjson.True
	case Prompt:
		c.Tool, c.Machine = OtherTool, machineText(c.Prompt)
	case SessionEnd, SessionStart, Stop:
		c.Tool = OtherTool
	case SubagentStart, SubagentStop:
		c.Tool = Task
	}
	c.Late = f.late()
	c.Said = f.task.said
	c.Task = f.taskCall()
	if f.has(keyCline) {
		c.Subagent = "" // the agent names its main loop, too
	}
	if c.Agent.Name == "claude" {
		c.Attended = attended(getenv("CLAUDE_CODE_SESSION_ATTENDED"), getenv("CLAUDE_CODE_ENTRYPOINT"), c.Mode)
	}
	return *c
}

// dontAsk is the permission mode of users who do not want to be asked: what is
// not allowed is denied.
const dontAsk = "dontAsk"

// attended says whether a user answers when Claude Code is told to ask. Clients
// before the variable do not tell; the mode bypassPermissions is for work without
// a user. They do tell that they were started at a terminal, but a client that an
// agent starts inherits those words, so that proves no user.
func attended(session, entrypoint, mode string) Attended {
	switch {
	case session == "0", mode == dontAsk:
		return AttendedNo
	case session == "1":
		return AttendedYes
	case mode == "bypassPermissions":
		return AttendedNo
	case entrypoint == "cli":
		return AttendedLikely
	}
	return AttendedUnknown
}

// moment returns the event: the one that the payload names, else the one that
// its content shows, else the subcommand's.
func (f *fields) moment(hint Event) (Event, string) {
	event := ""
	for _, name := range [...]string{f.hookEvent, f.action, f.hookName, f.event} {
		if name == "" {
			continue
		}
		if e := eventNamed(name); e == Before || event == "" {
			event = name
		}
	}
	switch {
	case f.found:
		return Before, event
	case event != "":
		return eventNamed(event), event
	case f.has(keyResult):
		return After, ""
	case hint != Other:
		return hint, ""
	case len(f.call.Commands) > 0 || f.call.RawTool != "" || f.undecoded:
		return Before, ""
	case f.call.Prompt != "":
		return Prompt, ""
	}
	return Other, ""
}

// machineText reports whether the client itself submitted a prompt: to say
// that a background command ended, or empty, to go on.
func machineText(prompt string) bool {
	return strings.TrimSpace(prompt) == "" || strings.HasPrefix(prompt, noticeTag)
}

// eventNamed reads an event's name in any dialect.
func eventNamed(name string) Event {
	switch name {
	case "PreToolUse", "preToolUse", "BeforeTool", "tool_call",
		"beforeShellExecution", "BeforeShellExecution", "pre_run_command", "tool.execute.before",
		"pre_bash_exec", "PreBashExec", "pre_edit", "PreEdit", "pre_task", "PreTask",
		"pre_file_read", "PreFileRead", "pre_file_write", "PreFileWrite":
		return Before
	case "PostToolUse", "postToolUse", "PostToolUseFailure", "postToolUseFailure", "AfterTool", "tool_result", permissionDenied,
		"afterShellExecution", "AfterShellExecution", "post_run_command", "tool.execute.after",
		"post_bash_exec", "PostBashExec", "post_edit", "PostEdit", "post_task", "PostTask",
		"post_file_read", "PostFileRead", "post_file_write", "PostFileWrite":
		return After
	case "UserPromptSubmit", "userPromptSubmit", "userPromptSubmitted", "beforeSubmitPrompt", "BeforeAgent", "pre_user_prompt", "chat.message":
		return Prompt
	case "SessionStart", "sessionStart", "session_start", "agentSpawn", "agent_start", "TaskStart", "TaskResume", "session.created":
		return SessionStart
	case "Stop", "stop", "agentStop", "AfterAgent":
		return Stop
	case "SubagentStart", "subagentStart":
		return SubagentStart
	case "SubagentStop", "subagentStop":
		return SubagentStop
	case "SessionEnd", "sessionEnd", "SessionShutdown", "session_end":
		return SessionEnd
	}
	return Other
}

// join returns a tool's own directory, below the session's where it is
// relative.
func join(cwd, dir string) string {
	switch {
	case dir == "":
		return cwd
	case cwd == "" || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, `\`) || strings.Contains(dir, ":"):
		return dir
	}
	return strings.TrimSuffix(cwd, "/") + "/" + dir
}
