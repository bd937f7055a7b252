package protocol

// TaskCall is a task that an agent gives to a subagent.
type TaskCall struct {
	Description string
	Prompt      string
	Tool        string // that starts it
	Type        string // of the subagent
	Subagent    string // its id, once it is known
	Parameters  string // of its tool: JSON
	Answered    bool   // a result came back
}

// taskFields holds what a payload says about a task.
type taskFields struct {
	id, description, prompt, kind string
	tool, said, parameters        string
	ended                         bool
}

// taskCall makes the task from what was read; only the task tool has one.
func (f *fields) taskCall() TaskCall {
	c := &f.call
	if c.Tool != Task {
		return TaskCall{}
	}
	t := &f.task
	h := TaskCall{Description: t.description, Prompt: t.prompt, Tool: t.tool, Type: t.kind, Subagent: f.outcome.subagent, Parameters: t.parameters}
	if c.Agent.Form == FormNeutral {
		if c.ID == "" {
			c.ID = t.id
		}
		h.Subagent = c.Subagent
	}
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
