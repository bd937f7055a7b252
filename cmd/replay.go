package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/replay"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// replayCommand takes over what agents did before from their transcripts.
type replayCommand struct {
	*Env
	all     bool
	dryRun  bool
	against string
	json    bool
}

func newReplay(env *Env) *cobra.Command {
	cmd := &replayCommand{Env: env}
	c := &cobra.Command{
		Use:   "replay [flags] [TRANSCRIPT | DIRECTORY]..",
		Short: "Learn from the agent's existing transcripts",
		Long: `Import the commands, edits and tasks in Claude Code's transcripts, their outcomes
and the lessons they teach, as the hooks would have recorded them. Existing items
stay unchanged, so replaying twice is harmless. Forgotten items come back only if
their transcript or its directory is named. Items older than store.max_age teach
lessons and are removed at the next cleanup.

A command failed if it exited with an error, timed out, or exited with 0 although
a check in it failed. Commands that only look around, as ls, are kept only if they
failed.

With --dry-run, nothing is stored: it shows what your settings would have decided
about each command and, with --against, what another config.yaml would have
decided. Each run of a command counts; the list names it once. The state of the
machine at that time is unknown, so a clean work tree softens no verdict, and
changes by the user between two failures do not count.`,
		Example: `  ctxhook replay --all
  ctxhook replay ~/.claude/projects/-home-ann-shop
  ctxhook replay --all --dry-run
  ctxhook replay --all --dry-run --against strict.yaml --json`,
		GroupID: groupMore,
		RunE:    func(_ *cobra.Command, args []string) error { return cmd.run(args) },
	}
	c.Flags().BoolVar(&cmd.all, "all", false, "read all transcripts of the agent")
	c.Flags().BoolVar(&cmd.dryRun, "dry-run", false, "store nothing, and show the verdicts")
	c.Flags().StringVar(&cmd.against, "against", "", "with --dry-run: a config.yaml to compare with")
	c.Flags().BoolVar(&cmd.json, "json", false, "print the result as JSON")
	return c
}

func (cmd *replayCommand) run(args []string) error {
	if cmd.against != "" && !cmd.dryRun {
		return withHint(errors.New("--against needs --dry-run"), "add --dry-run")
	}
	if !cmd.dryRun {
		// What an agent takes over it could have written itself.
		if err := refuseAgent(cmd.Env); err != nil {
			return err
		}
	}
	st, err := cmd.quietStorage()
	if err != nil {
		return err
	}
	h, err := cmd.transcripts(st, args)
	if err != nil {
		return err
	}
	if cmd.dryRun {
		err = cmd.rehearse(st, h)
	} else {
		err = cmd.takeOver(st, h)
	}
	for _, err := range h.Errors {
		cmd.warnf("%s", display.Plain(err.Error()))
	}
	if h.Sum.Broken > 0 {
		cmd.warnf("skipped %s not of a transcript", areLines(h.Sum.Broken))
	}
	return err
}

// transcripts finds the transcripts that are meant.
func (cmd *replayCommand) transcripts(st *storage, args []string) (*transcript.History, error) {
	if cmd.all == (len(args) > 0) {
		return nil, withHint(errors.New("replay needs transcripts, or --all"), "for example: ctxhook replay --all")
	}
	if cmd.all {
		if st.Places.AgentDir() == "" {
			return nil, errors.New("cannot find the agent's transcripts: the home directory is unknown")
		}
		args = []string{filepath.Join(st.Places.AgentDir(), "projects")}
	}
	var paths []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case errors.Is(err, fs.ErrNotExist) && cmd.all:
			return nil, withHint(fmt.Errorf("the agent has no transcripts: there is no %s", arg), "to read others: ctxhook replay FILE")
		case err != nil:
			return nil, err
		}
		if !info.IsDir() {
			paths = append(paths, arg)
			continue
		}
		below, err := transcript.Find(arg)
		if err != nil {
			return nil, err
		}
		if len(below) == 0 {
			return nil, fmt.Errorf("there is no transcript in %s", arg)
		}
		paths = append(paths, below...)
	}
	h := transcript.NewHistory(paths)
	if h.Files == 0 {
		return nil, errors.Join(h.Errors...)
	}
	return h, nil
}

func (cmd *replayCommand) takeOver(st *storage, h *transcript.History) error {
	if err := st.catchUp(); err != nil {
		return err
	}
	p := replay.New(judge.Options{Getenv: cmd.Getenv})
	p.Again = !cmd.all
	err := st.change(func(s *store.Store) error { return p.Import(s, h, newMeter(cmd.Env, "calls")) })
	v := &p.Counts
	if err != nil {
		return fmt.Errorf("after %s: %w", display.Counted(v.Runs, "command"), err)
	}
	if cmd.json {
		return cmd.printJSON(v)
	}
	cmd.printCounts(v)
	return nil
}

// printCounts says what was imported, and why the rest was not: the calls in the
// transcripts are the sum of the lines but for the last.
func (e *Env) printCounts(v *replay.Counts) {
	imported := v.Runs + v.Edits + v.Tasks
	if imported == 0 {
		e.printf("nothing new in %s\n", display.Counted(v.Transcripts, "transcript"))
	} else {
		e.printf("imported from %s, %s:\n", display.Counted(v.Transcripts, "transcript"), display.Counted(v.Sessions, "session"))
	}
	line := func(n int, one, many string) {
		switch {
		case n == 1:
			e.printf("%6d  %s\n", n, one)
		case n > 1:
			e.printf("%6d  %s\n", n, many)
		}
	}
	var ends []string
	if v.Failed > 0 {
		ends = append(ends, fmt.Sprintf("%d failed", v.Failed))
	}
	if v.Never > 0 {
		ends = append(ends, fmt.Sprintf("%d denied, refused or interrupted", v.Never))
	}
	how := ""
	if len(ends) > 0 {
		how = ": " + strings.Join(ends, ", ")
	}
	line(v.Runs, "command"+how, "commands"+how)
	line(v.Edits, "edit of a file", "edits of files")
	line(v.Tasks, "task given to a subagent", "tasks given to subagents")
	line(v.Passed, "command not kept: it only looks around, as ls does", "commands not kept: they only look around, as ls does")
	line(v.Known, "call known already", "calls known already")
	line(v.Forgotten, "call not imported: it was forgotten", "calls not imported: they were forgotten")
	line(v.Unfinished, "call without an end in the transcript", "calls without an end in the transcript")
	line(v.Lessons, "lesson learned from it", "lessons learned from it")
	if isTerminal(e.Stdout) && v.Lessons > 0 {
		e.hint("to see the lessons: ctxhook lessons --all")
	}
}
