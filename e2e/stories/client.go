package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// event makes the payload of an event as the client sends it. more are further
// keys and their values.
func (w *world) event(name, tool, sub string, more ...any) map[string]any {
	p := map[string]any{
		"session_id": w.session, "transcript_path": filepath.Join(w.dir, "home/.claude/projects/story", w.session+".jsonl"),
		"cwd": w.cwd, "prompt_id": fmt.Sprintf("%s-prompt", w.session), "hook_event_name": name,
	}
	if tool != "" {
		p["tool_name"], p["tool_use_id"] = tool, fmt.Sprintf("toolu_%020d", w.call)
		p["permission_mode"], p["effort"] = "default", map[string]any{"level": "medium"}
	}
	if sub != "" {
		p["agent_id"], p["agent_type"] = sub, "general-purpose"
	}
	for i := 0; i+1 < len(more); i += 2 {
		p[more[i].(string)] = more[i+1]
	}
	return p
}

// begins starts a session, or lets one go on.
func (w *world) begins(name, source string) (answer, error) {
	if source == "" {
		source = "startup"
	}
	if source == "compact" && w.session != "" {
		name = w.session // which keeps its name
	}
	if w.session != "" && w.session != name {
		reason := "other"
		if source == "clear" {
			reason = source
		}
		if err := w.ends(reason); err != nil {
			return answer{}, err
		}
	}
	w.session = name
	return w.tells(w.event("SessionStart", "", "", "source", source))
}

// ends ends the session that runs.
func (w *world) ends(reason string) error {
	if w.session == "" {
		return nil
	}
	said, err := w.tells(w.event("SessionEnd", "", "", "reason", reason))
	w.session = ""
	if err == nil && len(said.texts) > 0 {
		err = fmt.Errorf("the end of a session was answered: %q", said.texts)
	}
	return err
}

func (w *world) prompt(text string) (answer, error) {
	w.call++
	return w.tells(w.event("UserPromptSubmit", "", "", "prompt", text, "permission_mode", "default", "prompt_id", fmt.Sprintf("prompt-%d", w.call)))
}

// ended makes the payload of the event behind a command.
func (w *world) ended(sub string, input map[string]any, output string, exit int, took time.Duration) map[string]any {
	after := w.event("PostToolUse", "Bash", sub, "tool_input", input, "duration_ms", took.Milliseconds())
	if exit == 0 {
		after["tool_response"] = map[string]any{"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}
		return after
	}
	after["hook_event_name"] = "PostToolUseFailure"
	after["error"] = strings.TrimSuffix(fmt.Sprintf("Exit code %d\n%s", exit, output), "\n")
	after["is_interrupt"] = false
	return after
}

// task hands a task to a subagent.
func (w *world) task(sub, text string) (answer, error) {
	w.call++
	before := w.event("PreToolUse", "Agent", "", "tool_input", map[string]any{
		"description": text, "prompt": text, "subagent_type": "general-purpose", "run_in_background": false,
	})
	w.tasks[sub] = before
	said, err := w.tells(before)
	if err != nil {
		return said, err
	}
	begun, err := w.tells(w.event("SubagentStart", "", sub))
	said.texts = append(said.texts, begun.texts...)
	return said, err
}

// done ends the task of a subagent.
func (w *world) done(sub string) (answer, error) {
	if w.tasks[sub] == nil {
		return answer{}, fmt.Errorf("no task of %s", sub)
	}
	said, err := w.tells(w.event("SubagentStop", "", sub, "stop_hook_active", false, "last_assistant_message", "Done."))
	if err != nil {
		return said, err
	}
	after := maps.Clone(w.tasks[sub])
	after["hook_event_name"] = "PostToolUse"
	after["tool_response"] = map[string]any{
		"status": "completed", "agentId": sub, "agentType": "general-purpose",
		"content": []any{map[string]any{"type": "text", "text": "Done."}},
	}
	late, err := w.tells(after)
	said.texts = append(said.texts, late.texts...)
	return said, err
}

// write is the Write tool.
func (w *world) write(sub, name, data string) (answer, error) {
	path := w.path(name)
	old, missing := os.ReadFile(path)
	response := map[string]any{"type": "create", "filePath": path, "content": data, "structuredPatch": []any{}, "originalFile": nil}
	if missing == nil {
		response["type"], response["originalFile"] = "update", string(old)
	}
	return w.changes(sub, "Write", path, data, map[string]any{"file_path": path, "content": data}, response)
}

// edit is the Edit tool; what it replaces is what sed would.
func (w *world) edit(sub, name, expression string) (answer, error) {
	path := w.path(name)
	before, err := os.ReadFile(path)
	if err != nil {
		return answer{}, err
	}
	after, failed := w.bash(w.cwd, "sed '"+strings.ReplaceAll(expression, "'", `'\''`)+"' '"+path+"'")
	if failed != 0 || after == strings.TrimRight(string(before), "\n") {
		return answer{}, fmt.Errorf("sed changes nothing: %s", after)
	}
	after += "\n"
	from, to := difference(string(before), after)
	input := map[string]any{"file_path": path, "old_string": from, "new_string": to, "replace_all": false}
	return w.changes(sub, "Edit", path, after, input, map[string]any{
		"filePath": path, "oldString": from, "newString": to, "originalFile": string(before), "userModified": false, "replaceAll": false,
	})
}

// changes writes a file between the two events of a tool.
func (w *world) changes(sub, tool, path, data string, input, response map[string]any) (answer, error) {
	w.call++
	said, err := w.tells(w.event("PreToolUse", tool, sub, "tool_input", input))
	if err != nil || said.denied {
		return said, err
	}
	if err := put(path, data); err != nil {
		return said, err
	}
	late, err := w.tells(w.event("PostToolUse", tool, sub, "tool_input", input, "tool_response", response, "duration_ms", 11))
	said.texts = append(said.texts, late.texts...)
	return said, err
}

// path returns the path of a file that is named from the session's directory.
func (w *world) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(w.cwd, name)
}

// difference returns the lines that two texts do not share.
func difference(before, after string) (from, to string) {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return strings.Join(a, ""), strings.Join(b, "")
}
