package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// The bounds of a search for commands.
const (
	maxSearch   = 32 // objects and lists within each other
	maxSearched = 5000
)

// shapeless reports whether a payload comes before a tool runs and does not have its
// command where an agent is known to send it, so that it may be anywhere.
func (f *fields) shapeless(hint Hint) bool {
	if f.hookEvent != "" || f.action != "" || f.hookName != "" || f.has(keyPlan) || eventNamed(f.event) != Other {
		event, _ := f.moment(Other)
		return event == Before && len(f.call.Commands) == 0 && f.mayRunCommand()
	}
	if len(f.call.Commands) > 0 && f.event == "" || f.has(keyResult) || f.call.Prompt != "" || hint.Event != Other && hint.Event != Before {
		return false
	}
	return !tellsOfPast(f.event) && !forFiles(f.call.RawTool)
}

// mayRunCommand reports whether the tool of a known event may be a shell.
func (f *fields) mayRunCommand() bool {
	switch f.tool() {
	case Shell:
		return true
	case OtherTool, Server:
		return f.call.RawTool == "" || shellLike(f.call.RawTool)
	}
	return false
}

// beforeShell reports whether a payload that comes before a shell runs has a command where
// it is expected. There may be others elsewhere.
func (f *fields) beforeShell(hint Hint) bool {
	event, _ := f.moment(hint.Event)
	return event == Before && len(f.call.Commands) > 0 && f.mayRunCommand()
}

// searchBeside adds the commands that stand elsewhere in a payload. That they do tells
// nothing else of the call.
func (f *fields) searchBeside(payload gjson.Result) {
	cwd, tool, unread := f.inputCwd, f.call.RawTool, f.call.Unread
	f.beside = true
	f.search(payload, maxSearch)
	f.beside, f.found, f.inputCwd, f.call.RawTool, f.call.Unread = false, false, cwd, tool, unread
}

// forFiles reports whether a tool is known to run no command.
func forFiles(tool string) bool {
	switch ToolNamed(tool) {
	case Read, Write, Edit, Task:
		return true
	}
	return false
}

// tellsOfPast reports whether an unknown event comes too late to stop anything.
func tellsOfPast(event string) bool {
	lower := strings.ToLower(event)
	for _, part := range [...]string{"post", "after", "end", "stop", "complete", "done", "result", "fail", "error", "start"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// searchAll looks for commands in all of a payload. The input of a shell may be the
// command itself.
func (f *fields) searchAll(payload gjson.Result) {
	f.search(payload, maxSearch)
	if f.found || ToolNamed(f.call.RawTool) != Shell {
		return
	}
	for _, key := range [...]string{"input", "arguments", "args", "parameters", "params", "tool_args"} {
		if v := payload.Get(key); v.Type == gjson.String {
			f.input(v, maxInput)
		}
	}
	f.found = len(f.call.Commands) > 0
}

// search looks for commands in a value: under any key that an agent uses for
// one, however deep, and in JSON that is written as a string. What is said, what was
// answered and what is written into files is none.
func (f *fields) search(v gjson.Result, left int) {
	if f.searched++; left == 0 || f.searched > maxSearched {
		if f.searched > maxSearched || v.IsObject() || v.IsArray() {
			f.leave("it is too large or nested too deeply")
		}
		return
	}
	v = f.unquoted(v)
	if !v.IsObject() && !v.IsArray() || v.IsObject() && forFiles(v.Get("tool_name").Str) {
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "tool_name", "toolName":
			f.named(v)
		case "cwd", "Cwd", "workdir", "working_dir", "working_directory":
			first(&f.inputCwd, v)
		default:
			if name, ok := commandKey(key.Str); ok {
				f.field(name, v, left-1)
			}
		}
		if !isProse(key.Str) && !(f.beside && isAside(key.Str)) {
			f.search(v, left-1)
		}
		return f.searched <= maxSearched
	})
	f.flush()
	f.found = len(f.call.Commands) > 0
}

// commandKey returns the name under which a member may hold a command, however its letters
// are written.
func commandKey(key string) (name string, ok bool) {
	switch name = strings.ToLower(key); name {
	case "commandline":
		return "commandLine", true
	case "command", "cmd", "command_line", "script", "commands", "args":
		return name, true
	}
	return "", false
}

// isAside reports whether a member beside a command holds names that the caller chose, or
// commands that run already.
func isAside(key string) bool {
	switch key {
	case "metadata", "env_vars", "env", "environment", "background_tasks":
		return true
	}
	return false
}

// unquoted returns a value that is written as a string.
func (f *fields) unquoted(v gjson.Result) gjson.Result {
	if v.Type != gjson.String {
		return v
	}
	if s := strings.TrimSpace(v.Str); strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") {
		if shallow(s) && gjson.Valid(s) {
			return gjson.Parse(s)
		}
	}
	return v
}

// isProse reports whether a member holds words of a user or a model, an earlier answer of a
// tool, or the text of a file.
func isProse(key string) bool {
	switch key {
	case "description", "prompt", "user_prompt", "user_message", "last_assistant_message", "conversation_history", "history", "transcript",
		"output", "stdout", "stderr", "tool_response", "tool_result", "toolResult", "tool_output",
		"contents", "file_text", "old_string", "new_string", "oldString", "newString", "old_str", "new_str", "new_source":
		return true
	}
	return false
}
