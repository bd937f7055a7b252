package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// mostOffered is how many decisions are offered to be allowed.
const mostOffered = 5

// allowable reports whether the command of a decision was kept from running and
// can be let through.
func (v *decisionView) allowable() bool {
	switch v.Action {
	case policy.Ask.String(), policy.Block.String(), memory.Stopped:
		return !slices.ContainsFunc(v.Rules, safety.Fixed)
	}
	return false
}

// offer lists the latest commands that were stopped, and lets the user choose
// one. Without a terminal it says what to type.
func (cmd *allowCommand) offer() error {
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	rows, err := ws.decisions(report.DecisionFilter{Project: ws.project, Limit: 100})
	if err != nil && len(rows) == 0 {
		return err
	}
	rows = stillStopped(rows)
	rows = rows[:min(len(rows), mostOffered)]
	if len(rows) == 0 {
		return withHint(errors.New("there is nothing to allow: no command was stopped here"), "for other projects: ctxhook log --all")
	}
	cmd.printf("the latest commands that were stopped:\n")
	for i, v := range rows {
		cmd.printf("%3d  %s  %s  %-5s  %s\n", i+1, minute(v.Time), display.Plain(v.ID), display.Plain(v.Action), display.Plain(strings.Join(v.Rules, " ")))
		cmd.printf("       %s\n", display.Plain(brief(v.Command)))
	}
	if err := requireUser(cmd.Env); err != nil {
		return withHint(errors.New("name the one to allow"), "in a terminal of your own, type: ctxhook allow "+display.Plain(rows[0].ID))
	}
	how := "once"
	if cmd.always {
		how = "always"
	} else if cmd.lasts != "" {
		how = "for " + cmd.lasts
	}
	cmd.printf("\nallow which one, %s? [1-%d, enter for none] ", display.Plain(how), len(rows))
	line, _ := bufio.NewReader(cmd.Stdin).ReadString('\n') // the end of the input is no answer
	line = strings.TrimSpace(line)
	if line == "" {
		cmd.printf("nothing is allowed\n")
		return nil
	}
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 || n > len(rows) {
		return withHint(fmt.Errorf("%s is not one of them", quote(line)), "to allow one: ctxhook allow "+display.Plain(rows[0].ID))
	}
	return cmd.run(rows[n-1].ID)
}
