package cmd

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// taskView shows a task that was handed to another agent.
type taskView struct {
	ID       string     `json:"id"`
	What     string     `json:"what"`
	Prompt   string     `json:"prompt,omitempty"`
	Tool     string     `json:"tool,omitempty"`
	Type     string     `json:"agent_type,omitempty"`
	Subagent string     `json:"agent_id,omitempty"`
	Start    time.Time  `json:"start"`
	End      *time.Time `json:"end,omitempty"`
	Verdict  string     `json:"verdict"`
	Result   string     `json:"result,omitempty"`
	Commands int        `json:"commands"`
	Failures int        `json:"failures"`
	Session  string     `json:"session,omitempty"`
	Project  string     `json:"project,omitempty"`

	Parameters json.RawMessage `json:"parameters,omitempty"`
}

// asJSON returns text that a caller sent as JSON: as a string where its secrets
// or its length were cut out of it.
func asJSON(t redact.Text) json.RawMessage {
	s := t.String()
	if s == "" || json.Valid([]byte(s)) {
		return json.RawMessage(s)
	}
	return protocol.AppendString(nil, s)
}

func newTaskView(t *memory.Task) *taskView {
	v := &taskView{
		ID: t.ID, What: t.What.String(), Prompt: t.Prompt.String(), Tool: t.Tool, Type: t.Type, Subagent: t.Subagent, Start: t.Start.UTC(),
		Verdict: t.Outcome.String(), Result: t.Result.String(), Commands: t.Commands, Failures: t.Failures, Session: t.Session, Project: t.Project,
		Parameters: asJSON(t.Parameters),
	}
	if !t.End.IsZero() {
		v.End = new(t.End.UTC())
	}
	return v
}

func (v *taskView) print(e *Env) {
	e.printf("%s: %s\n", e.paint(taskColor(v.Verdict), v.Verdict), display.Plain(v.What))
	e.printIndented(lines(v.Result)...)
	e.printField("id", v.ID)
	e.printField("agent", v.Type)
	e.printField("tool", v.Tool)
	e.printField("with", display.Plain(brief(string(v.Parameters))))
	e.printField("began", minute(v.Start))
	if v.End != nil {
		e.printField("took", shortly(v.End.Sub(v.Start)))
	}
	if v.Commands > 0 {
		e.printField("ran", fmt.Sprintf("%s, %d of which failed", display.Counted(v.Commands, "command"), v.Failures))
	}
	e.printField("project", e.tilde(v.Project))
	e.printField("session", v.Session)
}

func taskColor(outcome string) color {
	switch outcome {
	case memory.Success.String():
		return green
	case memory.Failure.String():
		return red
	}
	return yellow
}
