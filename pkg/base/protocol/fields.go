package protocol

import (
	"github.com/tidwall/gjson"
)

// fields holds what one pass over a payload found. Keys are compared exactly,
// and every occurrence counts: readers differ in which of two equal keys they
// use, so a command under either is a command.
type fields struct {
	call                               Call
	hookEvent, action, hookName, event string
	inputCwd                           string
	program                            string   // a command with a separate list of arguments
	args                               []string // that list
	edit                               Replacement
	names                              bool         // a search that lists only names
	arguments                          gjson.Result // of the tool
	response                           gjson.Result
	outcome                            toolResponse
	task                               taskFields
	seen                               keys
	planned                            planFields
	found                              bool // a command, in a payload of an unknown shape
	undecoded                          bool // there is a command that is no text
	beside                             bool // it is searched for more commands
	searched                           int  // values that were looked at for one
	walked                             int  // bytes of objects and lists that were read
}

// keys is the set of keys in a payload that identify its agent.
type keys uint32

const (
	keyAction keys = 1 << iota
	keyCline
	keyCursor
	keyTool
	keyToolCamel
	keyArgsCamel
	keyEventCamel
	keyMatcher
	keyWorkDir
	keyTurn
	keyToolCall
	keyToolUse
	keyTime
	keyTranscript
	keyPrompt
	keyResult
	keyContext
	keyCommand
	keyPlan
	keyAntigravity
	keyOpenCode
)

func (f *fields) has(k keys) bool { return f.seen&k != 0 }

// maxInput bounds how deep a tool's input is followed: an object, or an
// object written as a string, or a list of either.
const maxInput = 4

// read takes the top level of a payload.
func (f *fields) read(payload gjson.Result) {
	payload.ForEach(func(key, v gjson.Result) bool {
		f.mark(key.Str)
		f.take(key.Str, v)
		return true
	})
	f.flush()
	f.plan()
}

// mark notes the keys that identify agents.
func (f *fields) mark(key string) {
	switch key {
	case "agent_action_name":
		f.seen |= keyAction
	case "toolCall":
		f.seen |= keyAntigravity
	case "sessionID":
		f.seen |= keyOpenCode
	case "clineVersion":
		f.seen |= keyCline
	case "cursor_version":
		f.seen |= keyCursor
	case "tool_name":
		f.seen |= keyTool
	case "toolName":
		f.seen |= keyToolCamel
	case "toolArgs":
		f.seen |= keyArgsCamel
	case "hookEventName":
		f.seen |= keyEventCamel
	case "matcher_context":
		f.seen |= keyMatcher
	case "working_dir":
		f.seen |= keyWorkDir
	case "turn_id":
		f.seen |= keyTurn
	case "tool_call_id":
		f.seen |= keyToolCall
	case "tool_use_id":
		f.seen |= keyToolUse
	case "timestamp":
		f.seen |= keyTime
	case "transcript_path":
		f.seen |= keyTranscript
	case "prompt_id", "effort":
		f.seen |= keyPrompt
	case "tool_response", "tool_result", "toolResult", "tool_output", "exit_code", "stdout", "stderr":
		f.seen |= keyResult
	case "context":
		f.seen |= keyContext
	case "command":
		f.seen |= keyCommand
	}
}

// take reads one top-level field.
func (f *fields) take(key string, v gjson.Result) {
	c := &f.call
	switch key {
	case "hook_event_name", "hookEventName":
		first(&f.hookEvent, v)
	case "agent_action_name":
		first(&f.action, v)
	case "hookName":
		first(&f.hookName, v)
	case "event":
		first(&f.event, v)
	case "session_id", "sessionId", "sessionID", "conversation_id", "conversationId", "taskId", "trajectory_id":
		first(&c.Session, v)
	case "tool_use_id", "tool_call_id", "callID":
		first(&c.ID, v)
	case "transcript_path":
		first(&c.Transcript, v)
	case "permission_mode":
		first(&c.Mode, v)
	case "tool_name", "toolName":
		f.named(v)
	case "cwd", "working_dir":
		first(&c.Cwd, v)
	case "workspaceRoots", "workspace_roots", "workspacePaths":
		first(&c.Cwd, v.Get("0"))
	case "tool_input", "toolInput", "toolArgs":
		f.arguments = v
		f.input(v, maxInput)
		if v.IsObject() {
			c.Arguments = v.Raw
		}
	case "tool_info":
		first(&c.Prompt, v.Get("user_prompt"))
		f.input(v, maxInput)
	case "context":
		f.context(v, maxInput)
	case "tool_call", "toolCall", "preToolUse", "postToolUse":
		f.wrapped(v)
	case "tool_response", "toolResult", "tool_output":
		f.response = v
	case "tool_result":
		f.response = v
		f.wrapped(v)
	case "prompt", "user_prompt":
		first(&c.Prompt, v)
	case "reason":
		first(&c.Reason, v)
	case "source":
		first(&c.Source, v)
	case "stop_hook_active":
		c.GoesOn = v.Type == gjson.True
	case "background_tasks":
		v.ForEach(func(_, task gjson.Result) bool {
			if id := task.Get("id").Str; id != "" && task.Get("status").Str == "running" {
				c.Running = append(c.Running, id)
			}
			return true
		})
	case "prompt_id":
		first(&c.PromptID, v)
	case "last_assistant_message":
		first(&f.task.said, v)
	case "agent_id":
		first(&c.Subagent, v)
	case "agent_type":
		first(&c.SubagentType, v)
	case "output":
		f.outcome.answer(v, 1)
	case "error", "error_message":
		first(&f.outcome.failure, v)
	case "env_vars":
		f.environment(v)
	case "tool":
		f.planned.tool = v
		f.named(v)
	case "result":
		f.planned.result = v
	case "session":
		f.planned.session = v
	case "args":
		if v.IsObject() {
			f.input(v, maxInput)
			c.Arguments = v.Raw
			return
		}
		f.field(key, v, maxInput)
	default:
		if !f.field(key, v, maxInput) {
			f.outcome.take(key, v)
		}
	}
}

// wrapped reads a call that is one object.
func (f *fields) wrapped(v gjson.Result) {
	if !v.IsObject() {
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "id":
			first(&f.call.ID, v)
		case "name", "toolName":
			f.named(v)
		case "input", "parameters", "args":
			f.input(v, maxInput)
		}
		return true
	})
}

// context reads the middle of the neutral envelope, where a call, its result
// and the session are each flat or an object of their own.
func (f *fields) context(v gjson.Result, left int) {
	f.input(v, left)
	if left == 0 || !v.IsObject() {
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "bash", "edit", "file", "session":
			f.context(v, left-1)
		case "result":
			f.task.ended = f.task.ended || v.IsObject()
			f.context(v, left-1)
		case "task":
			f.context(v, left-1)
		case "task_id":
			first(&f.task.id, v)
		case "tool_name":
			first(&f.task.tool, v)
		case "parameters":
			f.task.parameters = v.Get("@ugly").Raw
		case "agent_id":
			first(&f.call.Subagent, v)
		case "agent_type":
			first(&f.task.kind, v)
			first(&f.call.SubagentType, v)
		case "session_id":
			first(&f.call.Session, v)
		case "previous_session_id":
			first(&f.call.Previous, v)
		case "namespace":
			first(&f.call.Namespace, v)
		case "metadata":
			f.call.Metadata = v.Get("@ugly").Raw
		case "project_path":
			first(&f.call.Cwd, v)
		case "user_message":
			first(&f.call.Prompt, v)
		case "success":
			f.outcome.unsuccessful = v.Type == gjson.False
		case "reason":
			first(&f.call.Reason, v)
		case "output":
			f.outcome.answer(v, 1)
		case "error":
			first(&f.outcome.failure, v)
		default:
			f.outcome.take(key.Str, v)
		}
		return true
	})
}

// named notes a tool's name; of two, the one that is a shell counts.
func (f *fields) named(v gjson.Result) {
	if v.Type == gjson.String && (f.call.RawTool == "" || ToolNamed(v.Str) == Shell || shellLike(v.Str)) {
		f.call.RawTool = v.Str
	}
}

// first sets a field that is not set yet.
func first(dst *string, v gjson.Result) {
	if *dst == "" && v.Type == gjson.String {
		*dst = v.Str
	}
}
