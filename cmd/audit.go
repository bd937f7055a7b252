package cmd

import (
	"cmp"
	"errors"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/audit"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// auditCommand proves that calls were checked.
type auditCommand struct {
	*Env
	since string
	json  bool
}

func newAudit(env *Env) *cobra.Command {
	cmd := &auditCommand{Env: env}
	c := &cobra.Command{
		Use:   "audit",
		Short: "Prove that the agents' calls were checked, and show what was not",
		Long: `Count the calls of agents that were checked, what was stopped, and what was let
through by whom, in all projects; and compare that with what Claude Code recorded:
calls that ran without being checked are listed with the probable cause.

What ran before ctxhook was registered in a directory, by ctxhook init or with its
first checked call, does not count. Calls are known for 90 days.`,
		Example: `  ctxhook audit
  ctxhook audit --since 30d
  ctxhook audit --since 24h --json`,
		GroupID: groupMore,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	c.Flags().StringVar(&cmd.since, "since", "7d", "only the last 12h, 7d, 30d ..")
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// auditView is what an audit shows.
type auditView struct {
	Since    time.Time     `json:"since"`
	Calls    int           `json:"calls"` // that were judged, of every agent
	Sessions int           `json:"sessions"`
	Actions  actionsView   `json:"actions"`
	Passed   passedView    `json:"let_through"`
	Records  *audit.Report `json:"claude_code"` // null without records
}

type actionsView struct {
	Silent  int `json:"silent"`
	Warned  int `json:"warn"`
	Asked   int `json:"ask"`
	Blocked int `json:"block"`
}

// passedView is who let through what rules would have stopped.
type passedView struct {
	Allowed int `json:"allow_entries"`
	Paused  int `json:"pause"`
	Asked   int `json:"user_when_asked"`
}

func (cmd *auditCommand) run() error {
	since, err := since(cmd.since)
	if err != nil {
		return err
	}
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	t, err := audit.Read(audit.Trails(ws.places), since)
	if err != nil {
		return err
	}
	v := auditView{Since: since, Calls: t.Calls(), Sessions: t.Sessions, Actions: actionsView{
		Silent: t.Actions[audit.Silent], Warned: t.Actions[audit.Warned], Asked: t.Actions[audit.Asked], Blocked: t.Actions[audit.Blocked],
	}}
	decisions, err := ws.decisions(report.DecisionFilter{Since: since})
	if err != nil {
		cmd.warnf("cannot read all decisions: %v", err)
	}
	for _, d := range decisions {
		switch {
		case d.Action == memory.Allowed:
			v.Passed.Allowed++
		case d.Action == memory.Paused:
			v.Passed.Paused++
		case d.Ended != nil && d.Ended.How == memory.Accepted:
			v.Passed.Asked++
		}
	}
	if dir := ws.places.AgentDir(); dir != "" {
		paths, err := audit.Since(filepath.Join(dir, "projects"), since)
		if err != nil {
			return err
		}
		if len(paths) > 0 {
			h := transcript.NewHistory(paths)
			meter, n := newMeter(cmd.Env, "calls"), 0
			v.Records = t.Compare(func() (transcript.Entry, bool) { n++; meter(n); return h.Next() }, since, (&install.Setup{Places: ws.places}).RegisteredSince())
			if err := errors.Join(h.Errors...); err != nil {
				cmd.warnf("cannot read all records: %v", err)
			}
		}
	}
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.print(cmd.Env)
	return nil
}

func (v *auditView) print(e *Env) {
	e.printf("%s checked in %s of all projects since %s\n", display.Counted(v.Calls, "call"), display.Counted(v.Sessions, "session"), v.Since.Format("2006-01-02 15:04"))
	(&counts{"What became of them", []count{
		{name: "silent", n: v.Actions.Silent}, {name: "warned", n: v.Actions.Warned}, {name: "asked", n: v.Actions.Asked, color: yellow},
		{name: "blocked", n: v.Actions.Blocked, color: red},
	}}).print(e)
	(&counts{"Let through although rules fired", []count{
		{name: "by the user, when asked", n: v.Passed.Asked}, {name: "by an entry of allow.yaml", n: v.Passed.Allowed},
		{name: "in a pause", n: v.Passed.Paused, color: yellow},
	}}).print(e)
	r := v.Records
	if r == nil {
		e.printf("\nClaude Code has no records of that time to compare with.\n")
		return
	}
	var tools []count
	for name, c := range r.Tools {
		tools = append(tools, count{name: name, n: c.Judged, behind: "of " + strconv.Itoa(c.Calls)})
	}
	order.By(tools, func(a, b count) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name)) })
	(&counts{"Checked, of the calls that Claude Code recorded", tools}).print(e)
	if len(r.Gaps) == 0 {
		e.printf("\nEverything that ran was checked.\n")
		return
	}
	e.printf("\n%s\n", e.paint(bold, "Ran unchecked"))
	for i := range r.Gaps {
		g := &r.Gaps[i]
		e.printf("  %s  %s\n                    session %s in %s\n", g.First.Local().Format("2006-01-02 15:04"), e.paint(red, display.Plain(g.Words())), display.Plain(g.Session), display.Plain(g.Dir))
	}
	e.hint("to see whether the hooks are registered: ctxhook doctor")
}
