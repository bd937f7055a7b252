package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// logCommand lists the commands that were warned about, asked about and blocked.
type logCommand struct {
	*Env
	listFlags
	action string
	rule   string
}

// logged is what the log tells of.
var logged = []string{"warn", "ask", "block", memory.Stopped}

func newLog(env *Env) *cobra.Command {
	cmd := &logCommand{Env: env}
	c := &cobra.Command{
		Use:   "log",
		Short: "List what was warned about, asked and blocked",
		Long: `List what was warned about, asked and blocked, the latest first: in this
project, or outside of one in all there are. A silent verdict leaves nothing
behind. What was secret in a command is not kept.

What is stopped is no danger: it failed here before, in the same way, and was
denied once before it failed again.`,
		Example: `  ctxhook log
  ctxhook log --all --since 1d
  ctxhook log --action block --json`,
		GroupID: groupWayOut,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.register(c, "only those of", "the decisions")
	cmd.registerLimit(c, 20)
	c.Flags().StringVar(&cmd.action, "action", "", "only these: "+or(logged))
	c.Flags().StringVar(&cmd.rule, "rule", "", "only those of this rule")
	env.completeFlag(c, "action", logged)
	env.completeNamed(c, "rule", false)
	return c
}

func (cmd *logCommand) run() error {
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	filter, err := cmd.filter(ws)
	if err != nil {
		return err
	}
	list, err := report.ReadDecisions(ws.storeOptions(), ws.places.SpoolDir(), filter)
	if err != nil && len(list) == 0 {
		return err
	}
	if err != nil {
		cmd.warnf("there may be more: %v", err)
	}
	rows := make([]decisionRow, 0, len(list))
	for i := range list {
		rows = append(rows, newDecisionRow(&list[i]))
	}
	if cmd.json {
		return cmd.printJSON(rows)
	}
	if len(rows) == 0 {
		cmd.printf("nothing to tell\n")
	}
	for i := range rows {
		if i > 0 {
			cmd.printf("\n")
		}
		cmd.printDecision(&rows[i])
	}
	if i := slices.IndexFunc(rows, func(d decisionRow) bool { return d.Action != policy.Warn.String() }); i >= 0 && isTerminal(cmd.Stdout) {
		cmd.hint("to let one of them through once: ctxhook allow %s", display.Plain(rows[i].ID))
	}
	return nil
}

func (cmd *logCommand) filter(ws workspace) (report.DecisionFilter, error) {
	filter := report.DecisionFilter{Action: cmd.action, Rule: cmd.rule}
	var err error
	if filter.Limit, err = limit(cmd.limit); err != nil {
		return filter, err
	}
	if cmd.action != "" {
		if !slices.Contains(logged, cmd.action) {
			return filter, withHint(fmt.Errorf("there is no action %s in the log", quote(cmd.action)), "one of: --action "+or(logged))
		}
	}
	if filter.Project, err = cmd.root(ws.project); err != nil {
		return filter, err
	}
	filter.Since, err = since(cmd.since)
	return filter, err
}

// decisionRow is a decision as JSON.
type decisionRow struct {
	ID        string    `json:"id"`
	Time      time.Time `json:"time"`
	Action    string    `json:"action"`
	Risk      string    `json:"risk"`
	Rules     []string  `json:"rules"`
	Message   string    `json:"message"`
	Command   string    `json:"command"`
	Project   string    `json:"project,omitempty"`
	Cwd       string    `json:"cwd,omitempty"`
	Agent     string    `json:"agent,omitempty"`
	Session   string    `json:"session,omitempty"`
	AllowedBy []string  `json:"allowed_by,omitempty"`
}

func newDecisionRow(d *memory.Decision) decisionRow {
	return decisionRow{
		ID: d.ID, Time: d.Time, Action: d.ShownAction(), Risk: d.Risk, Rules: append([]string{}, d.Rules...),
		Message: d.Message.String(), Command: d.Command.String(), Project: d.Project, Cwd: d.Cwd, Agent: d.Agent,
		Session: d.Session, AllowedBy: d.AllowedBy,
	}
}

// shownColor is the colour of what was done.
func shownColor(action string) color {
	if action == policy.Block.String() {
		return red
	}
	return yellow
}

func (e *Env) printDecision(d *decisionRow) {
	risk := display.Plain(d.Risk) + "  "
	if d.Action == memory.Stopped {
		risk = "" // it is about none
	}
	e.printf("%s  %s  %s  %s%s\n", minute(d.Time), display.Plain(d.ID),
		e.paint(e.Stdout, shownColor(d.Action), fmt.Sprintf("%-5s", display.Plain(d.Action))), risk, display.Plain(strings.Join(d.Rules, " ")))
	for _, l := range commandLines([]string{d.Command}) {
		e.printf("    %s\n", display.Plain(l))
	}
	if d.Message != "" {
		e.printf("  %s\n", display.Plain(d.Message))
	}
	if d.Project != "" {
		e.printf("  %s\n", e.paint(e.Stdout, dim, "in "+display.Plain(d.Project)))
	}
	if len(d.AllowedBy) > 0 {
		e.printf("  let through by %s\n", display.Plain(strings.Join(d.AllowedBy, ", ")))
	}
}
