package protocol

import "github.com/tidwall/gjson"

// TaskCall is a task that an agent gives to a subagent.
type TaskCall struct {
	Description string
	Prompt      string
	Tool        string // that starts it
	Type        string // of the subagent
	Subagent    string // its id, once it is known
	Answered    bool   // a result came back
}

// taskFields holds what a payload says about a task.
type taskFields struct {
	description, prompt, kind string
	tool, said                string
	ended                     bool
}

// handedOn reads a task of the neutral envelope.
func (f *fields) handedOn(v gjson.Result) {
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "task_id":
			first(&f.call.ID, v)
		case "tool_name":
			first(&f.task.tool, v)
		case "agent_type":
			first(&f.task.kind, v)
		}
		return true
	})
}

// taskCall makes the task from what was read; only the task tool has one.
func (f *fields) taskCall() TaskCall {
	c := &f.call
	if c.Tool != Task {
		return TaskCall{}
	}
	t := &f.task
	h := TaskCall{Description: t.description, Prompt: t.prompt, Tool: t.tool, Type: t.kind, Subagent: f.outcome.subagent}
	if h.Tool == "" {
		h.Tool = c.RawTool
	}
	switch c.Event {
	case After:
		h.Answered = t.ended || c.Result.Output != ""
	case SubagentStart:
		h.Subagent, h.Type = c.Subagent, c.SubagentType
	case SubagentStop:
		h.Subagent, h.Type = c.Subagent, c.SubagentType
		c.Result = &Result{Output: t.said}
		h.Answered = t.said != ""
	}
	return h
}
