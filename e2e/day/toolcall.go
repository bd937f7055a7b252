package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// A toolCall is one use of a tool between its two events.
type toolCall struct {
	s     *session
	id    string
	tool  string
	input map[string]any
	said  answer
	agent string
}

// asks begins a call: PreToolUse. Then the model's line is in the transcript.
func (s *session) asks(tool string, input map[string]any) (*toolCall, error) {
	s.calls++
	c := &toolCall{s: s, id: fmt.Sprintf("toolu_%s%016d", s.id[4:8], s.calls), tool: tool, input: input, agent: s.agent}
	said, err := s.tells("PreToolUse", tool, map[string]any{"tool_input": input, "tool_use_id": c.id})
	c.said = said
	if err == nil {
		err = s.writes("assistant", nil, []any{map[string]any{"type": "tool_use", "id": c.id, "name": tool, "input": input}})
	}
	return c, err
}

// ended tells how a command ended that ran: PostToolUse or PostToolUseFailure.
func (c *toolCall) ended(r ran) (answer, error) {
	if r.exit != 0 && !r.interpreted(c.command()) {
		text := fmt.Sprintf("Exit code %d", r.exit)
		if r.output != "" {
			text += "\n" + r.output
		}
		a, err := c.after("PostToolUseFailure", r.took, map[string]any{"error": text, "is_interrupt": false})
		return a, orWrite(err, c.result(text, true, map[string]any{"toolUseResult": "Error: " + text}))
	}
	response := map[string]any{"stdout": r.output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}
	a, err := c.after("PostToolUse", r.took, map[string]any{"tool_response": response})
	return a, orWrite(err, c.result(r.output, false, map[string]any{"toolUseResult": response}))
}

// interpreted reports whether the client takes exit code 1 for an answer.
func (r ran) interpreted(command string) bool {
	last := command[strings.LastIndexAny(command, "|&;")+1:]
	word, _, _ := strings.Cut(strings.TrimSpace(last), " ")
	return r.exit == 1 && (word == "grep" || word == "diff" || word == "test" || word == "[")
}

// launched tells that a command runs on in the background.
func (c *toolCall) launched(task string) error {
	response := map[string]any{"stdout": "", "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false, "backgroundTaskId": task}
	_, err := c.after("PostToolUse", 70*time.Millisecond, map[string]any{"tool_response": response})
	return orWrite(err, c.result("Command running in background with ID: "+task, false, map[string]any{"toolUseResult": response}))
}

// finished is the client's own prompt at the end of a command in the background.
func (c *toolCall) finished(task string, exit int) error {
	_, err := c.s.says(fmt.Sprintf("<task-notification>\n<task-id>%s</task-id>\n<tool-use-id>%s</tool-use-id>\n<status>completed</status>\n"+
		"<summary>Background command completed (exit code %d)</summary>\n</task-notification>", task, c.id, exit))
	return err
}

func (c *toolCall) after(event string, took time.Duration, more map[string]any) (answer, error) {
	more["tool_input"], more["tool_use_id"], more["duration_ms"] = c.input, c.id, took.Milliseconds()
	return c.s.tells(event, c.tool, more)
}

// A denial is why a call did not run or did not end, as the transcript has it.
type denial struct {
	kind    string
	text    string
	decided map[string]any // by the client's rules, or a hook
}

var (
	byUser     = denial{kind: "user-rejected", text: "The user doesn't want to proceed with this tool use. The tool use was rejected."}
	bySettings = denial{"permission-rule", "Permission to use Bash with this command has been denied.", map[string]any{"decision": "reject", "source": "config", "reasonType": "rule"}}
	byHook     = denial{"permission-rule", "PreToolUse:Bash hook error: denied", map[string]any{"decision": "reject", "source": "hook", "reasonType": "hook", "reasonCode": "hook:PreToolUse"}}
	byEscape   = denial{kind: "interrupted", text: "[Request interrupted by user for tool use]"}
)

// denied writes that the call did not run, or was interrupted. No event follows.
func (c *toolCall) denied(d denial) error {
	more := map[string]any{"toolUseResult": "Error: " + d.text, "toolDenialKind": d.kind}
	if d.kind != byEscape.kind {
		more["toolDenialBeforeRun"] = true
	}
	if d.decided != nil {
		more["permissionDecision"] = d.decided
	}
	return c.result(d.text, true, more)
}

func (c *toolCall) result(text string, failed bool, more map[string]any) error {
	return c.s.writes("user", more, []any{map[string]any{"type": "tool_result", "tool_use_id": c.id, "is_error": failed, "content": text}})
}

func (c *toolCall) command() string { text, _ := c.input["command"].(string); return text }

func orWrite(err, written error) error {
	if err != nil {
		return err
	}
	return written
}

// commandInput is the input of the Bash tool.
func commandInput(command string) map[string]any {
	return map[string]any{"command": command, "description": "Work"}
}

// writesFile is the Write tool: the call, and whether it was made.
func (s *session) writesFile(path, text string) (*toolCall, bool, error) {
	old, missing := os.ReadFile(path)
	c, err := s.asks("Write", map[string]any{"file_path": path, "content": text})
	if err != nil || c.said.action == "ask" || c.said.action == "block" {
		return c, false, err
	}
	response := map[string]any{"type": "create", "filePath": path, "content": text, "structuredPatch": []any{}, "originalFile": nil, "userModified": false}
	if missing == nil {
		response["type"], response["originalFile"] = "update", string(old)
	}
	if err := put(path, text); err != nil {
		return c, false, err
	}
	_, err = c.after("PostToolUse", 11*time.Millisecond, map[string]any{"tool_response": response})
	return c, true, orWrite(err, c.result("written", false, map[string]any{"toolUseResult": response}))
}

// editsFile is the Edit tool: it replaces the first old by new.
func (s *session) editsFile(path, from, to string) (*toolCall, bool, error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return nil, false, err
	}
	c, err := s.asks("Edit", map[string]any{"file_path": path, "old_string": from, "new_string": to, "replace_all": false})
	if err != nil || c.said.action == "ask" || c.said.action == "block" {
		return c, false, err
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(old), from, to, 1)), 0o644); err != nil {
		return c, false, err
	}
	response := map[string]any{"filePath": path, "oldString": from, "newString": to, "originalFile": string(old), "structuredPatch": []any{}, "userModified": false, "replaceAll": false}
	_, err = c.after("PostToolUse", 11*time.Millisecond, map[string]any{"tool_response": response})
	return c, true, orWrite(err, c.result("edited", false, map[string]any{"toolUseResult": response}))
}
