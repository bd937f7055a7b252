package cmd

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// historyCommand lists the commands that agents ran.
type historyCommand struct {
	*Env
	listFlags
	outcomes []string
	failed   bool
	like     bool
	output   bool
}

func newHistory(env *Env) *cobra.Command {
	cmd := &historyCommand{Env: env}
	c := &cobra.Command{
		Use:   "history [flags] [WORD.. | RUN]",
		Short: "List the commands that agents ran, and their outcomes",
		Long: `List the commands that agents ran, and their outcomes, latest first: those of
this project or, outside a project, all. WORDs keep only runs with all of them
in the command, an error or a check. With --json, WORDs list each command once,
those that succeeded first, in a line each: small enough for an agent. With
--like, the WORDs are a command: the latest runs of similar commands in this
project are listed, most similar first.

RUN is the id of a run: it is shown with its output. Secrets are not stored. A
long list is shown by $PAGER, or by less.`,
		Example: `  ctxhook history
  ctxhook history --failed --since 1d
  ctxhook history --all docker build
  ctxhook history --like 'go test -run TestSum ./...'
  ctxhook history r-4k2m9x7c
  ctxhook history --outcome masked --json`,
		GroupID: groupMore,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "failed", "outcome"); err != nil {
				return err
			}
			if cmd.like {
				return cmd.alike(c, args)
			}
			if len(args) == 1 && idKind(args[0]) != "" {
				return cmd.one(args[0])
			}
			if cmd.output {
				return withHint(errors.New("--output needs the id of a run"), "for example: ctxhook history r-4k2m9x7c --output")
			}
			if cmd.json && len(args) > 0 {
				return cmd.search(c, args)
			}
			return cmd.list(args)
		},
		ValidArgsFunction: completer{env}.ids("r", 1),
	}
	cmd.register(c, "only runs of", "the runs")
	cmd.registerLimit(c, 50)
	flags := c.Flags()
	flags.StringVar(&cmd.session, "session", "", "only this session: its id, or the beginning of it")
	flags.StringSliceVar(&cmd.outcomes, "outcome", nil, "only these outcomes: "+or(memory.Outcomes()))
	flags.BoolVar(&cmd.failed, "failed", false, "only failures: failed and masked")
	flags.BoolVar(&cmd.like, "like", false, "list runs of commands similar to the WORDs")
	flags.BoolVar(&cmd.output, "output", false, "print only the output of RUN")
	completer{env}.flag(c, "outcome", memory.Outcomes())
	completer{env}.sessionFlag(c)
	return c
}

// list lists the runs that have all words, the latest first.
func (cmd *historyCommand) list(words []string) error {
	at, filter, err := cmd.filter(words)
	if err != nil {
		return err
	}
	l := list{
		thing: "recorded command", project: at.project, narrowed: len(words) > 0 || cmd.session != "" || len(filter.Outcomes) > 0 || cmd.since != "",
		each: func(do func(listItem) error) error { return at.storage.eachRun(filter, do) },
		next: func(shown int) string {
			if shown == cmd.limit {
				return "for all: --limit 0; for a run with its output: ctxhook history ID"
			}
			return "for a run with its output: ctxhook history ID; for what it taught: ctxhook why ID"
		},
	}
	return l.print(cmd.Env, cmd.json)
}

// filter selects the runs that have all words.
func (cmd *historyCommand) filter(words []string) (at span, f report.RunFilter, err error) {
	outcomes, err := cmd.wanted()
	if err != nil {
		return at, f, err
	}
	at, err = cmd.span(cmd.Env)
	return at, report.RunFilter{
		Text: strings.Join(words, " "), Session: cmd.session, Outcomes: outcomes, Project: at.project, Since: at.since, Limit: at.limit,
	}, err
}

// alike lists the latest runs of the commands that are most like one.
func (cmd *historyCommand) alike(c *cobra.Command, words []string) error {
	for _, name := range []string{"all", "session", "since", "outcome", "failed", "output"} {
		if err := exclusive(c, "like", name); err != nil {
			return err
		}
	}
	if len(words) == 0 {
		return withHint(errors.New("--like needs a command"), "for example: ctxhook history --like 'go test ./...'")
	}
	cmd.project = true
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	most := at.limit
	if most == 0 {
		most = math.MaxInt32
	}
	l := list{
		thing: "recorded command", project: at.project, narrowed: true,
		each: itemsOf(at.storage, newRunView, func(tx *store.Tx) ([]memory.Run, error) {
			return journal.New(at.storage.Judge, time.Now()).Similar(tx, strings.Join(words, " "), most)
		}),
		next: func(int) string { return "to see a run with its output: ctxhook history ID" },
	}
	return l.print(cmd.Env, cmd.json)
}

// wanted are the outcomes that are asked for; nil is any.
func (cmd *historyCommand) wanted() (list []memory.Outcome, err error) {
	if cmd.failed {
		return []memory.Outcome{memory.Failed, memory.Masked}, nil
	}
	for _, name := range cmd.outcomes {
		o, ok := memory.ParseOutcome(name)
		if !ok {
			return nil, withHint(fmt.Errorf("there is no outcome %s", quote(name)), "one of: "+or(memory.Outcomes()))
		}
		list = append(list, o)
	}
	return list, nil
}

// pageOfRuns is how many runs are held at a time.
const pageOfRuns = 500

// eachRun hands the runs that a filter selects to do, the latest first. No
// transaction is open meanwhile: the reader may be a user in a pager, and
// the log of writes grows for as long as it is open.
func (st *storage) eachRun(f report.RunFilter, do func(listItem) error) error {
	return st.read(func(s *store.Store) error {
		for left := f.Limit; ; {
			f.Limit = pageOfRuns
			if left > 0 {
				f.Limit = min(left, pageOfRuns)
			}
			var runs []memory.Run
			if err := s.View(func(tx *store.Tx) (err error) {
				runs, err = report.Runs(tx, f)
				return err
			}); err != nil {
				return err
			}
			for i := range runs {
				if err := do(newRunView(&runs[i])); err != nil {
					return err
				}
			}
			if len(runs) < f.Limit || left > 0 && left == len(runs) {
				return nil
			}
			left -= min(left, len(runs))
			f.Before = runs[len(runs)-1].Start
		}
	})
}

// one shows one run with its output.
func (cmd *historyCommand) one(id string) error {
	if idKind(id) != "r" {
		return withHint(fmt.Errorf("%s is not a run", quote(id)), "to see what it is: ctxhook why "+id)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	var run memory.Run
	var found bool
	if err := st.look(func(tx *store.Tx) (err error) {
		run, found, err = tx.Run(id)
		return err
	}); err != nil {
		return err
	}
	switch {
	case !found:
		return unknownID(id)
	case cmd.json:
		v := newRunView(&run)
		v.Output, v.Context = new(run.Output.String()), contextSize(&run, run.Output.Len())
		return cmd.printJSON(v)
	}
	return cmd.paged(func() error {
		if cmd.output {
			printOutput(cmd.Env, run.Output.String())
			return nil
		}
		newRunView(&run).print(cmd.Env)
		if run.Output.Len() == 0 {
			cmd.printf("\nno output is stored\n")
			return nil
		}
		cmd.printf("\n%s\n", cmd.paint(bold, "output:"))
		printOutput(cmd.Env, run.Output.String())
		return nil
	})
}
