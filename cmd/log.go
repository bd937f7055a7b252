package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// logCommand lists the commands that were warned about, asked about and blocked.
type logCommand struct {
	*Env
	listFlags
	action string
	rule   string
	follow bool
}

// logActions are the actions that the log lists.
var logActions = []string{
	policy.Warn.String(), policy.Ask.String(), policy.Block.String(), memory.Stopped, memory.Allowed, memory.Paused,
}

func newLog(env *Env) *cobra.Command {
	cmd := &logCommand{Env: env}
	c := &cobra.Command{
		Use:   "log",
		Short: "List warnings, asks and blocks, and how each ended",
		Long: `List warnings, asks and blocks, latest first, in this project or, outside a
project, in all. Silent verdicts are not logged. Secrets are not stored.

"->" says how it ended, as far as the agent reported it: accepted or refused by
the user, did not run, let through later. An allowed or paused command passed
because of ctxhook allow or ctxhook pause. A stopped command is not dangerous: it
was denied once because it broke a preference, or had failed here before with
the same error.

With --follow, print the latest and then each new one, until ctrl-c; with --json,
one object a line, again with "ended" when it ends.`,
		Example: `  ctxhook log
  ctxhook log --follow
  ctxhook log --all --since 1d
  ctxhook log --action block --json`,
		GroupID: groupDay,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.register(c, "only decisions of", "the decisions")
	cmd.registerLimit(c, 20)
	c.Flags().StringVar(&cmd.action, "action", "", "only this action: "+or(logActions))
	c.Flags().BoolVarP(&cmd.follow, "follow", "f", false, "print new ones as they come, the latest last")
	c.Flags().StringVar(&cmd.rule, "rule", "", "only this rule")
	completer{env}.flag(c, "action", logActions)
	completer{env}.ruleFlag(c, "rule", false)
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
	rows, err := ws.decisions(filter)
	if err != nil && len(rows) == 0 {
		return err
	}
	if err != nil {
		cmd.warnf("there may be more: %v", err)
	}
	if cmd.follow {
		return cmd.followFrom(&ws, filter, rows)
	}
	if cmd.json {
		return cmd.printJSON(rows)
	}
	if len(rows) == 0 {
		printNothing(cmd.Env, "decision", cmd.action != "" || cmd.rule != "" || cmd.since != "", filter.Project)
	}
	for i := range rows {
		if i > 0 {
			cmd.printf("\n")
		}
		rows[i].print(cmd.Env)
	}
	if i := slices.IndexFunc(rows, (*decisionView).allowable); i >= 0 && isTerminal(cmd.Stdout) {
		cmd.hint("to allow one of them once: ctxhook allow %s", display.Plain(rows[i].ID))
	}
	return nil
}

// decisions reads what was decided, the latest first, and what came of it.
func (ws *workspace) decisions(filter report.DecisionFilter) ([]*decisionView, error) {
	at := ws.storeOptions()
	list, err := report.ReadDecisions(at, ws.places.SpoolDir(), filter)
	rows, endsErr := decisionViews(ws.places, at, list)
	for _, v := range rows {
		v.here = filter.Project != ""
	}
	return rows, errors.Join(err, endsErr)
}

func (cmd *logCommand) filter(ws workspace) (report.DecisionFilter, error) {
	filter := report.DecisionFilter{Action: cmd.action, Rule: cmd.rule}
	var err error
	if filter.Limit, err = limit(cmd.limit); err != nil {
		return filter, err
	}
	if cmd.action != "" {
		if !slices.Contains(logActions, cmd.action) {
			return filter, withHint(fmt.Errorf("there is no action %s in the log", quote(cmd.action)), "one of: --action "+or(logActions))
		}
	}
	if filter.Project, err = cmd.root(ws.project); err != nil {
		return filter, err
	}
	filter.Since, err = since(cmd.since)
	return filter, err
}
