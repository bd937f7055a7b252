package cmd

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/hook"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// statsCommand counts what agents ran, what failed and what was learned.
type statsCommand struct {
	*Env
	listFlags
}

func newStats(env *Env) *cobra.Command {
	cmd := &statsCommand{Env: env}
	c := &cobra.Command{
		Use:   "stats",
		Short: "Show what agents ran, what failed, and whether advice helped",
		Long: `Show what agents wanted to run and the outcomes, which commands fail most, warnings, asks
and blocks, the outcomes of delegated tasks, what was learned, and whether advice
helped: in this project or, outside a project, in all.

The most frequent failures are those of the latest 1000 commands.

A command that the user refused is counted with the next prompt or at the end of the
session: no hook hears of it before.

Noise such as ls, cd, pwd and echo is not stored when it succeeds, and so not
counted.

Hook times are of all projects together and exclude the start of the process. Of
the silent calls, one in sixteen is measured and stands for all.`,
		Example: `  ctxhook stats
  ctxhook stats --all --since 30d
  ctxhook stats --json`,
		GroupID: groupMore,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.register(c, "only", "it")
	return c
}

// listedStats is how many commands and days stats lists.
const listedStats = 10

// latestFailing is among how many commands, the latest, stats looks for those that
// fail: to read all takes long, and what failed long before is of little interest.
const latestFailing = 1000

func (cmd *statsCommand) run() error {
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	filter := report.ActivityFilter{Project: at.project, Since: at.since, Zone: time.Local, Most: listedStats, Latest: latestFailing, Now: time.Now()}
	files, err := store.StatFiles(at.storage.files())
	if err != nil {
		return err
	}
	var a report.Activity
	var patterns []memory.Pattern
	var timings []report.Timing
	var wanted map[memory.PreferenceState]int
	var last report.LastSession
	summed := false
	if err := at.storage.look(func(tx *store.Tx) (err error) {
		if a, err = report.CountActivity(tx, filter); err != nil {
			return err
		}
		if patterns, err = tx.Patterns(store.TaskFilter{Project: filter.Project, Since: filter.Since, Limit: filter.Most}); err != nil {
			return err
		}
		if wanted, err = report.PreferenceCounts(tx, filter.Project); err != nil {
			return err
		}
		if last, summed, err = report.LastSessionOf(tx, filter.Project); err != nil {
			return err
		}
		timings, err = report.Timings(tx, at.storage.Judge.Places.Timings(), hook.Names())
		return err
	}); err != nil {
		return err
	}
	v := newActivityView(&a, filter)
	for _, p := range patterns {
		agent := p.Type
		if agent == "" {
			agent = p.Tool
		}
		v.Tasks = append(v.Tasks, patternView{agent, p.Tasks(), p.Success, p.Failure, p.Partial})
	}
	for _, t := range timings {
		v.Hooks = append(v.Hooks, hookView{t.Hook, t.Calls, millis(t.P50), millis(t.P95), millis(t.P99), t.Answers, t.Tokens})
	}
	v.Bytes, v.Preferences = files.Database, wanted
	if wanted == nil {
		v.Preferences = map[memory.PreferenceState]int{}
	}
	if summed {
		v.LastSession = newLastSessionView(&last)
	}
	if cmd.json {
		return cmd.printJSON(v)
	}
	if v.Commands+v.Edits+len(v.Decisions) == 0 {
		printNothing(cmd.Env, "recorded command", cmd.since != "", filter.Project)
		return nil
	}
	v.print(cmd.Env)
	return nil
}
