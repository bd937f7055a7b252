package transcript

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// payload is what the client sends to a hook after a call.
type payload struct {
	Event    string            `json:"hook_event_name"`
	Session  string            `json:"session_id"`
	Agent    string            `json:"agent_id,omitempty"`
	Cwd      string            `json:"cwd"`
	Call     string            `json:"tool_use_id"`
	Tool     string            `json:"tool_name"`
	Input    map[string]string `json:"tool_input"`
	Millis   int64             `json:"duration_ms,omitempty"`
	Response json.RawMessage   `json:"tool_response,omitempty"`
	Error    string            `json:"error,omitempty"`
}

// call makes the payload that the client would send to a hook, and decodes it
// as a hook does, so that only package protocol interprets results. dir holds
// the transcript.
func (a *request) call(e Entry, result, block gjson.Result, dir string) (protocol.Call, error) {
	p := payload{
		Event: "PostToolUse", Session: a.session, Agent: a.agent, Cwd: a.cwd, Call: a.id, Tool: a.tool,
		Input: map[string]string{"file_path": a.path}, Millis: e.Ended.Sub(e.Time).Milliseconds(),
	}
	switch {
	case a.task != nil:
		p.Input = a.task
	case a.command != "":
		p.Input = map[string]string{"command": a.command}
	}
	switch {
	case e.Outcome != memory.OK:
		p.Event, p.Error = "PostToolUseFailure", text(block.Get("content"))
	case a.path != "": // the file shows what an edit did
		p.Response = json.RawMessage("{}")
	case result.IsObject():
		p.Response = own(result, dir)
	default:
		p.Response = shown(text(block.Get("content")))
	}
	data, err := json.Marshal(&p)
	if err != nil {
		return protocol.Call{}, err
	}
	return protocol.Decode(data, false, protocol.Hint{Agent: "claude"})
}

// own returns a result as the client recorded it. It may name a file with the
// whole output, which is read only when it is next to the transcript.
func own(result gjson.Result, dir string) json.RawMessage {
	path := result.Get("persistedOutputPath").Str
	if path == "" {
		return json.RawMessage(result.Raw)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(result.Raw), &members) != nil {
		return json.RawMessage("{}")
	}
	if !beside(dir, path) {
		delete(members, "persistedOutputPath")
	}
	data, err := json.Marshal(members)
	if err != nil {
		return json.RawMessage("{}")
	}
	return data
}

// beside reports whether a file is below a directory, links followed.
func beside(dir, path string) bool {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	name, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(name)
}

// shown makes a result of the text that the model got, where the client
// recorded nothing else.
func shown(text string) json.RawMessage {
	r := struct {
		Stdout      string `json:"stdout"`
		Background  string `json:"backgroundTaskId,omitempty"`
		Interrupted bool   `json:"interrupted"`
	}{Stdout: text}
	if i := strings.LastIndex(text, "\nShell cwd was reset to "); i >= 0 && !strings.Contains(text[i+1:], "\n") {
		r.Stdout = text[:i]
	}
	if text == "(Bash completed with no output)" {
		r.Stdout = ""
	}
	if strings.HasPrefix(text, "Command running in background with ID: ") {
		r.Background = "yes"
	}
	data, err := json.Marshal(&r)
	if err != nil {
		return json.RawMessage("{}")
	}
	return data
}

// text returns the text of a result: a string, or the texts in a list of
// blocks.
func text(content gjson.Result) string {
	if content.Type == gjson.String {
		return content.Str
	}
	var parts []string
	content.ForEach(func(_, block gjson.Result) bool {
		if block.Get("type").Str == "text" {
			parts = append(parts, block.Get("text").Str)
		}
		return true
	})
	return strings.Join(parts, "\n")
}
