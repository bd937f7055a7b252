package fleet

import (
	"math"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// This file says what leaves the machine. docs/fleet.md lists it: change both.

func (p *push) run(r *memory.Run) *server.Run {
	n := p.names
	row := &server.Run{
		ID: r.ID, At: r.Start, Project: n.project(r.Project), Session: n.Session(r.Session), Agent: r.Agent,
		Template: n.Text(r.Template), Outcome: r.Outcome.String(),
	}
	if p.Account.Commands {
		row.Command = n.Text(r.Command)
	}
	if r.Duration > 0 {
		took := r.Duration.Microseconds()
		row.Took = &took
	}
	if r.Exit != nil {
		exit := int32(min(max(*r.Exit, math.MinInt32), math.MaxInt32))
		row.Exit = &exit
	}
	if len(r.Errors) > 0 {
		row.Class, row.Signature = r.Errors[0].Class, r.Errors[0].Signature
	}
	if c := r.Check; c.Verifies() {
		row.Tool, row.Kind, row.Checked, row.Failed = c.Tool, c.Kind, n.Check(c.Key), &c.Failed
	}
	if p.Account.Outputs {
		row.Output = n.Text(r.Output)
	}
	return row
}
