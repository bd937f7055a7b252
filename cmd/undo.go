package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
)

// undoCommand reverses what a command did to files.
type undoCommand struct {
	*Env
	list, all, diff, prune, force, yes, json bool
	limit                                    int
}

func newUndo(env *Env) *cobra.Command {
	cmd := &undoCommand{Env: env}
	c := &cobra.Command{
		Use:   "undo [ID] [PATH..]",
		Short: "Reverse what a command did to files",
		Long: `Reverse what a command did to files: without an id, the last command that changed
something here. ID is a snapshot, a run or the agent's id of the call. Hooks take a
snapshot before each command that may write, at each prompt, and when the agent has
written a file; the setting "rescue" says which.

In a project a snapshot holds the files that no commit has: changed, untracked, small
ignored ones such as .env, and ignored ones that the command names. The others come
from the commit. Elsewhere it holds what the command names. Contents, permissions,
links and empty directories come back exactly, and so does a dropped stash. HEAD, the
index, branches and .gitignore rules stay as they are. Files that the command made
are removed.

A file is touched only if it is as the command left it. One that was changed later, or
may have been, is left alone and named, unless --force is given. So is what was not
kept, and so are new files and contents that the command is not known to have written:
you may have, while it ran. If the agent did not report the end of the command, new
files stay, and so do files with a content of their own.

Without an id, commands that never ran are passed over, and so are those that are not
known to have changed a file that was changed after them. You are told which.

What would be done is shown first, and you are asked. --yes skips the question; a script
needs it. The files are kept as they are before, so an undo can be undone.

Agents may list and compare. When one asks to restore, you are asked.`,
		Example: `  ctxhook undo --list
  ctxhook undo --diff                  show what would change
  ctxhook undo
  ctxhook undo s-4k2m9x7c src/app.ts   only this file
  ctxhook undo r-9c3v7b2n --yes        what this run changed, without a question
  ctxhook undo --prune                 delete old snapshots now`,
		GroupID: groupDay,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "list", "diff", "prune", "force"); err != nil {
				return err
			}
			if !cmd.list && (cmd.all || c.Flags().Changed("limit")) {
				return withHint(errors.New("--all and --limit are for --list"), "type: ctxhook undo --list --all")
			}
			return cmd.run(args)
		},
		ValidArgsFunction: cmd.complete,
	}
	flags := c.Flags()
	flags.BoolVar(&cmd.list, "list", false, "list what can be undone, and which files that would bring back")
	flags.BoolVar(&cmd.all, "all", false, "with --list: all snapshots, those that would bring back nothing, too")
	flags.IntVar(&cmd.limit, "limit", 20, "with --list: the number to list, 0 for all")
	flags.BoolVar(&cmd.diff, "diff", false, "show what would change")
	flags.BoolVar(&cmd.prune, "prune", false, "delete snapshots that are old or take too much space, of all projects")
	flags.BoolVar(&cmd.force, "force", false, "bring back files that were changed after the command, too")
	flags.BoolVar(&cmd.yes, "yes", false, "skip the question")
	flags.BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// snapshotsHere opens the snapshots of the project.
func (st *storage) snapshotsHere() (*rescue.Store, error) {
	if st.Project == "" {
		return nil, withHint(errNoProject, "go to a directory with .git or .ctxhook above it")
	}
	s, err := rescue.Open(st.Places, st.Project)
	if err == nil {
		s.Generated = func(path string) bool { return safety.Generated(filepath.Join(st.Project, path), st.At) }
	}
	return s, err
}

func (cmd *undoCommand) run(args []string) error {
	if cmd.prune {
		return cmd.runPrune(args)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	cmd.sayOff(st)
	ctx := context.Background()
	trees, err := st.trees(ctx)
	if err != nil {
		return err
	}
	which, args, err := st.which(trees, args)
	if err != nil {
		return err
	}
	if err := trees.only(st, args); err != nil {
		return err
	}
	ended := st.endings()
	if cmd.list {
		return cmd.runList(ctx, trees, which, ended)
	}
	plans, err := trees.plans(ctx, which, cmd.force, ended)
	switch {
	case errors.Is(err, rescue.ErrNone):
		return withHint(err, "snapshots are taken by hooks: at prompts in git, and before commands that may write")
	case errors.Is(err, rescue.ErrUnknown):
		return which.unknown()
	case err != nil:
		return err
	case plans.empty():
		return cmd.nothing(plans)
	}
	if which == (undoID{}) && len(args) == 0 {
		of := &plans[0].plan.State.Moment
		if c, err := st.missed(trees, of); err != nil {
			return err
		} else if c != nil {
			return errMissed(c, of)
		}
	}
	if cmd.diff {
		return cmd.runDiff(plans)
	}
	if err := cmd.ask(plans); err != nil {
		return err
	}
	return cmd.apply(ctx, plans)
}

// ask shows what would be done, and asks whether it shall be.
func (cmd *undoCommand) ask(plans undoPlans) error {
	if cmd.yes || plans.refused() {
		return nil
	}
	v := plans.view()
	v.Preview = true
	if cmd.json {
		if err := cmd.printJSON(v); err != nil {
			return err
		}
		return codeError(exitError)
	}
	v.printPassed(cmd.Env)
	v.print(cmd.Env)
	if !cmd.atTerminal() {
		cmd.hint("nothing was changed; to do this: ctxhook undo %s --yes", v.ID)
		return codeError(exitError)
	}
	return cmd.agree("this changes files as shown above", "to go on, type: yes", "nothing was changed")
}

func (cmd *undoCommand) apply(ctx context.Context, plans undoPlans) error {
	m := rescue.Moment{By: protocol.VariableOf(cmd.Getenv)}
	for i := range plans {
		p := &plans[i]
		var err error
		if p.result, err = p.tree.store.Apply(ctx, p.plan, m, cmd.force); err != nil {
			return withHint(err, "nothing was changed: the files could not be kept first")
		}
	}
	v := plans.view()
	if cmd.yes && !cmd.json {
		v.printPassed(cmd.Env)
	}
	return cmd.report(v)
}

// sayOff says that snapshots are not taken at the moment, because they failed.
func (cmd *undoCommand) sayOff(st *storage) {
	until, failures, off := config.PartSnapshots.Off(st.Places, st.Config.Learn.MaxFailures, time.Now())
	switch err := rescue.Writable(st.Places); {
	case err != nil:
		cmd.warnf("no snapshot can be taken: %v", err)
	case off:
		cmd.warnf("no snapshots are taken until %s: the last %s failed", until.Format("15:04"), display.Counted(failures, "attempt"))
		cmd.hint("the reasons are in %s", st.Places.DebugLog())
	}
}

// nothing says that there is nothing to undo, and why.
func (cmd *undoCommand) nothing(plans undoPlans) error {
	v := plans.view()
	switch {
	case cmd.json:
		return cmd.printJSON(v)
	case v.Never:
		cmd.printf("nothing to undo: %s never ran, it was refused or denied\n", display.Plain(brief(plans[0].plan.State.Command.String())))
	case len(v.Later) > 0:
		cmd.printf("nothing to undo: %s is not known to have changed a file\n", display.Plain(brief(plans[0].plan.State.Command.String())))
		v.print(cmd.Env)
	case len(v.Stay) > 0:
		cmd.printf("nothing to undo: no file is as the command would have left it\n")
		v.print(cmd.Env)
	case len(plans) == 1 && len(plans[0].plan.Others) > 0:
		p := plans[0].plan
		cmd.printf("nothing to undo: %s is not known to have changed %s\n", display.Plain(brief(p.State.Command.String())), display.Plain(some(p.Others)))
		cmd.hint("to bring it back as it was before: ctxhook undo %s --force", p.State.ID)
	default:
		cmd.printf("nothing to undo: the files are as they were\n")
		v.print(cmd.Env)
	}
	cmd.hint("to see all snapshots: ctxhook undo --list --all")
	return nil
}

// runPrune deletes old snapshots of all projects.
func (cmd *undoCommand) runPrune(args []string) error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	if len(args) > 0 {
		return withHint(fmt.Errorf("--prune takes no argument, not %s", quote(args[0])), "to delete one snapshot: ctxhook forget ID")
	}
	st, err := cmd.storageAsIs()
	if err != nil {
		return err
	}
	list, err := rescue.Stores(st.Places)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := s.Prune(time.Now().Add(-rescue.MaxAge), rescue.MaxSize); err != nil {
			return err
		}
	}
	v, err := st.kept()
	switch {
	case err != nil:
		return err
	case cmd.json:
		return cmd.printJSON(v)
	}
	cmd.printf("left: %s\n", v.words())
	return nil
}

// kept counts the snapshots of all projects.
func (st *storage) kept() (v snapshotsView, err error) {
	u, err := rescue.UsageOfAll(st.Places)
	return snapshotsView{st.Places.RescueDir(), u.Snapshots, u.Bytes}, err
}

func (v *snapshotsView) words() string {
	if v.Snapshots == 0 {
		return "no snapshots"
	}
	return display.Counted(v.Snapshots, "snapshot") + ", " + bytesWords(v.Bytes)
}

// snapshotsView counts what is kept for undo.
type snapshotsView struct {
	Path      string `json:"path"`
	Snapshots int    `json:"snapshots"`
	Bytes     int64  `json:"bytes"`
}

// complete completes the ids of snapshots, then files.
func (cmd *undoCommand) complete(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	st, err := cmd.quietStorage()
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	s, err := st.snapshotsHere()
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	list, _ := s.Moments() // without an answer nothing is offered
	var ids []string
	for i := range list[:min(len(list), latestIDs)] {
		ids = append(ids, list[i].ID+"\t"+momentWords(&list[i]))
	}
	return ids, cobra.ShellCompDirectiveDefault
}
