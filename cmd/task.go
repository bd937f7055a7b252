package cmd

import (
	"fmt"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// taskRow is a task as JSON.
type taskRow struct {
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
}

func newTaskRow(t *memory.Task) *taskRow {
	row := &taskRow{
		ID: t.ID, What: t.What.String(), Prompt: t.Prompt.String(), Tool: t.Tool, Type: t.Type, Subagent: t.Subagent, Start: t.Start.UTC(),
		Verdict: t.Outcome.String(), Result: t.Result.String(), Commands: t.Commands, Failures: t.Failures, Session: t.Session, Project: t.Project,
	}
	if !t.End.IsZero() {
		row.End = new(t.End.UTC())
	}
	return row
}

func (e *Env) whyTask(tx *store.Tx, o *origin, id string) (bool, error) {
	t, ok, err := store.Tasks.ByID(tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Kind, o.Task = "task", newTaskRow(&t)
	o.print = func() { e.printTask(&t) }
	runs, err := tx.TaskRuns(&t)
	for i := len(runs) - 1; i >= 0; i-- {
		o.from(runs[i].ID, outcomeWords(&runs[i], true)+": "+runs[i].Command.String())
	}
	return true, err
}

func (e *Env) printTask(t *memory.Task) {
	e.printf("%s: %s\n", e.paint(e.Stdout, verdictColor(t.Outcome.String()), t.Outcome.String()), display.Plain(t.What.String()))
	for _, s := range lines(t.Result) {
		e.printf("    %s\n", display.Plain(s))
	}
	e.printField("id", []string{t.ID})
	e.printField("agent", nonEmpty(t.Type))
	e.printField("tool", nonEmpty(t.Tool))
	e.printField("began", []string{minute(t.Start)})
	if !t.End.IsZero() {
		e.printField("took", []string{shortly(t.End.Sub(t.Start))})
	}
	if t.Commands > 0 {
		e.printField("ran", []string{fmt.Sprintf("%s, %d of which failed", counted(t.Commands, "command"), t.Failures)})
	}
	e.printField("project", nonEmpty(e.tilde(t.Project)))
	e.printField("session", nonEmpty(t.Session))
}
