package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// The bounds of a search for commands.
const (
	maxSearch   = 8 // objects and lists within each other
	maxSearched = 5000
)

// shapeless reports whether a payload has a shape that no agent is known to
// send before a tool runs, so that a command may be anywhere in it.
func (f *fields) shapeless(hint Hint) bool {
	if len(f.call.Commands) > 0 && f.event == "" || f.hookEvent != "" || f.action != "" || f.hookName != "" || f.has(keyPlan) {
		return false
	}
	if f.has(keyResult) || f.call.Prompt != "" || hint.Event != Other && hint.Event != Before {
		return false
	}
	if f.event != "" && (eventNamed(f.event) != Other || tellsOfPast(f.event)) {
		return false
	}
	switch toolNamed(f.call.RawTool) {
	case Read, Write, Edit, Task:
		return false
	}
	return true
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

// search looks for commands in a value: under any key that an agent uses for
// one, however deep, and in JSON that is written as a string.
func (f *fields) search(v gjson.Result, left int) {
	if f.searched++; left == 0 || f.searched > maxSearched {
		return
	}
	if v.Type == gjson.String && strings.HasPrefix(v.Str, "{") && shallow(v.Str) && gjson.Valid(v.Str) {
		v = gjson.Parse(v.Str)
	}
	if !v.IsObject() && !v.IsArray() {
		return
	}
	f.long.each(v, func(key, v gjson.Result) bool {
		switch key.Str {
		case "command", "cmd", "command_line", "commandLine", "CommandLine", "script", "commands", "args":
			f.field(key.Str, v, left-1)
		}
		f.search(v, left-1)
		return f.searched <= maxSearched
	})
	f.flush()
	f.found = len(f.call.Commands) > 0
}
