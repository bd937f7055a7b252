package transcript

import (
	"bytes"
	"time"

	"github.com/tidwall/gjson"
)

// This file knows how the client writes down calls: it reads a line.

// request is a call that the model asked for: of a shell, of a tool that
// writes a file, or of one that starts a task.
type request struct {
	id, tool, command, path string
	task                    map[string]string // its input
	session, cwd, agent     string
	at                      time.Time
}

// callResult is the result of a call.
type callResult struct {
	id, session  string
	at           time.Time
	entry, block gjson.Result // the line, and the part of it that is the result
}

// lineKind is what a line may hold.
type lineKind uint8

const (
	blank lineKind = iota
	broken
	mute // text, or a note of the client
	telling
)

// worthOf returns the kind of a line, given without its end. Only a complete
// line that may hold a call is worth parsing.
func worthOf(line []byte) lineKind {
	switch {
	case len(line) == 0:
		return blank
	case line[0] != '{' || line[len(line)-1] != '}':
		return broken
	case !bytes.Contains(line, []byte(`"tool_`)):
		return mute
	case !whole(line):
		return broken
	}
	return telling
}

// maxDepth bounds how deep a line may nest; the parser recurses.
const maxDepth = 512

// whole reports whether a line is one object that is closed, nested within
// bounds. The parser accepts what it can of a line that was cut off.
func whole(line []byte) bool {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			for i++; ; i++ {
				n := bytes.IndexByte(line[min(i, len(line)):], '"')
				if n < 0 {
					return false
				}
				i += n
				if !escaped(line[:i]) {
					break
				}
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return false
			}
		case '}', ']':
			if depth--; depth < 0 || depth == 0 && i != len(line)-1 {
				return false
			}
		}
	}
	return depth == 0
}

// escaped reports whether a text ends with an odd number of backslashes.
func escaped(text []byte) bool {
	n := 0
	for n < len(text) && text[len(text)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// parse passes the calls and the results in a line to two functions.
func parse(line []byte, call func(request), result func(callResult)) {
	entry := gjson.ParseBytes(line)
	by := entry.Get("type").Str // the client's notes repeat what it sent
	if by != "assistant" && by != "user" {
		return
	}
	entry.Get("message.content").ForEach(func(_, block gjson.Result) bool {
		switch kind := block.Get("type").Str; {
		case by == "assistant" && kind == "tool_use":
			if a := toAsked(entry, block); a.id != "" && (a.command != "" || a.path != "" || a.task != nil) {
				call(a)
			}
		case by == "user" && kind == "tool_result":
			result(callResult{
				id: block.Get("tool_use_id").Str, session: entry.Get("sessionId").Str, at: at(entry), entry: entry, block: block,
			})
		}
		return true
	})
}

func toAsked(entry, block gjson.Result) request {
	a := request{
		id: block.Get("id").Str, tool: block.Get("name").Str, at: at(entry),
		session: entry.Get("sessionId").Str, cwd: entry.Get("cwd").Str, agent: entry.Get("agentId").Str,
	}
	input := block.Get("input")
	switch a.tool {
	case "Bash":
		a.command = input.Get("command").Str
	case "Edit", "MultiEdit", "Write":
		a.path = input.Get("file_path").Str
	case "NotebookEdit":
		a.path = input.Get("notebook_path").Str
	case "Agent", "Task":
		a.task = make(map[string]string)
		for _, name := range [...]string{"description", "prompt", "subagent_type"} {
			if v := input.Get(name); v.Type == gjson.String && len(v.Str) <= maxCommand {
				a.task[name] = v.Str
			}
		}
	}
	return a
}

func at(entry gjson.Result) time.Time {
	t, err := time.Parse(time.RFC3339Nano, entry.Get("timestamp").Str)
	if err != nil {
		return time.Time{}
	}
	return t
}
