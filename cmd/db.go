package cmd

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func newDB(env *Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "db COMMAND",
		Short: "Manage the memory database",
		Long: `Manage the memory database. It maintains itself: hooks remove what exceeds
store.max_age or store.max_size.`,
		Example: `  ctxhook db stats
  ctxhook db export > memory.jsonl
  ctxhook db import memory.jsonl`,
		GroupID: groupMore,
		Args:    knownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newDBStats(env), newDBVacuum(env), newDBExport(env), newDBImport(env))
	return c
}

// vacuumCommand tidies the database, checks it and makes its file small.
type vacuumCommand struct{ *Env }

func newDBVacuum(env *Env) *cobra.Command {
	cmd := &vacuumCommand{Env: env}
	return &cobra.Command{
		Use:   "vacuum",
		Short: "Clean up, check and compact the database",
		Long: `Remove what exceeds store.max_age or store.max_size, recover what is readable in
damaged databases, check the rest, and compact the file. Hooks keep working.`,
		Example: "  ctxhook db vacuum",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
}

func (cmd *vacuumCommand) run() error {
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	path, spool := st.files()
	before, err := store.StatFiles(path, spool)
	if err != nil {
		return err
	}
	if before.Database == 0 && len(before.Damaged) == 0 {
		cmd.printf("the memory is empty\n")
		return nil
	}
	if err := st.change(func(s *store.Store) error {
		if err := s.Maintain(store.Policy{MaxAge: st.Config.Store.MaxAge, MaxSize: st.Config.Store.MaxSize}); err != nil {
			return err
		}
		if err := s.Check(); err != nil {
			return err
		}
		return s.Vacuum()
	}); err != nil {
		return err
	}
	after, err := store.StatFiles(path, spool)
	if err != nil {
		return err
	}
	cmd.printf("%s, before %s\n", bytesWords(after.Database), bytesWords(before.Database))
	return nil
}

// exportCommand prints all that is remembered as lines of JSON.
type exportCommand struct {
	*Env
	project, jsonl bool
	session        string
}

func newDBExport(env *Env) *cobra.Command {
	cmd := &exportCommand{Env: env}
	c := &cobra.Command{
		Use:   "export",
		Short: "Export the memory as lines of JSON",
		Long: `Export the memory as lines of JSON, one item a line: projects, sessions, runs
with outputs, edits, commands, tasks, lessons, preferences, episodes, advice and
decisions. "ctxhook db import" reads them.

With --session, export one session and the lessons of its project, so that the
session can continue where they are imported.`,
		Example: `  ctxhook db export > memory.jsonl
  ctxhook db export --project | gzip > shop.jsonl.gz
  ctxhook db export --session 5f0c1d3e > session.jsonl`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := exclusive(c, "project", "session"); err != nil {
				return err
			}
			return cmd.run(c)
		},
	}
	c.Flags().BoolVar(&cmd.project, "project", false, "only this project")
	c.Flags().StringVar(&cmd.session, "session", "", "only this session, and its project's lessons")
	completer{env}.sessionFlag(c)
	c.Flags().BoolVar(&cmd.jsonl, "jsonl", true, "lines of JSON, the only format")
	return c
}

func (cmd *exportCommand) run(c *cobra.Command) error {
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	var scope store.Scope
	switch {
	case c.Flags().Changed("session"): // one without a name is not all of them
		if scope.Session, err = st.session(cmd.session); err != nil {
			return err
		}
	case cmd.project:
		if scope.Project = st.Project; scope.Project == "" {
			return withHint(errNoProject, "go to a directory with .git or .ctxhook above it")
		}
	}
	told := newMeter(cmd.Env, "lines")
	return st.look(func(tx *store.Tx) error { return tx.Export(cmd.Stdout, scope, told) })
}

// importCommand takes over what an export holds.
type importCommand struct{ *Env }

func newDBImport(env *Env) *cobra.Command {
	cmd := &importCommand{Env: env}
	return &cobra.Command{
		Use:   "import FILE | -",
		Short: "Import an export",
		Long: `Import the output of "ctxhook db export" from a file or standard input. Existing
items stay unchanged, so importing twice is harmless. Items older than
store.max_age are removed at the next cleanup.`,
		Example: `  ctxhook db import memory.jsonl
  gzip -dc shop.jsonl.gz | ctxhook db import -`,
		Args: oneArg("an export", "for example: ctxhook db import memory.jsonl, or ctxhook db import - to read it"),
		RunE: func(_ *cobra.Command, args []string) error { return cmd.run(args[0]) },
	}
}

func (cmd *importCommand) run(name string) error {
	// What an agent imports it could have taught itself.
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	in, what := cmd.Stdin, "standard input"
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in, what = f, quote(name)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	return st.change(func(s *store.Store) error {
		if err := cmd.from(s, in, what); err != nil {
			return err
		}
		if err := s.CatchUp(time.Hour); err != nil {
			return err
		}
		return journal.New(st.Judge, time.Now()).WriteRepeats(s) // what failed elsewhere is known of before it runs here
	})
}

func (cmd *importCommand) from(s *store.Store, in io.Reader, what string) error {
	told := newMeter(cmd.Env, "lines")
	sum, err := s.Import(in, func(sum store.ImportResult) { told(sum.Lines) })
	if err != nil {
		return fmt.Errorf("after %d lines: %w", sum.Lines, err)
	}
	if sum.Bad == sum.Lines {
		return withHint(fmt.Errorf("%s is not an export", what), "to make one: ctxhook db export > FILE")
	}
	if sum.Bad > 0 {
		cmd.warnf("skipped %s not of an export", areLines(sum.Bad))
	}
	rest := ""
	if sum.Added < sum.Lines-sum.Bad {
		rest = ", the rest existed"
	}
	cmd.printf("%d of %d imported%s\n", sum.Added, sum.Lines-sum.Bad, rest)
	return nil
}

func areLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}
