package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/rescue"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// undoCommand brings back files that were kept before a command or at a prompt.
type undoCommand struct {
	*Env
	list, diff, prune, force, json bool
}

func newUndo(env *Env) *cobra.Command {
	cmd := &undoCommand{Env: env}
	c := &cobra.Command{
		Use:   "undo [ID] [PATH..]",
		Short: "Bring back files that a command destroyed",
		Long: `Bring back the files of this project as a snapshot has them: without an id, the
newest snapshot that differs from the files as they are now. Hooks take snapshots
before a command that loses files of the project, at each prompt, and when the
agent has written a file; the setting "rescue" says which.

A snapshot holds the files that no commit has: changed, untracked, and small ignored
ones such as .env. The others come from the commit. Contents, permissions, links and
empty directories come back exactly, and so does a dropped stash. HEAD, the index,
branches and .gitignore rules stay as they are. Files that a command made are removed;
files made since a prompt stay.

The files are kept as they are first, so an undo can be undone. What was not kept is
left alone and named. So is a file that was changed after the command had ended,
unless --force is given. If the agent did not report the end of the command, new files
stay, and so do files with a content of their own. A command that was refused or denied
has nothing to undo.

Agents may list and compare. When one asks to restore, you are asked.`,
		Example: `  ctxhook undo --list
  ctxhook undo --diff                  show what would change
  ctxhook undo
  ctxhook undo s-4k2m9x7c src/app.ts   only this file
  ctxhook undo --prune                 delete old snapshots now`,
		GroupID: groupRemember,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "list", "diff", "prune", "force"); err != nil {
				return err
			}
			return cmd.run(args)
		},
		ValidArgsFunction: cmd.complete,
	}
	flags := c.Flags()
	flags.BoolVar(&cmd.list, "list", false, "list the snapshots, and what changed since")
	flags.BoolVar(&cmd.diff, "diff", false, "show what would change")
	flags.BoolVar(&cmd.prune, "prune", false, "delete snapshots that are old or take too much space, of all projects")
	flags.BoolVar(&cmd.force, "force", false, "bring back files that were changed after the command, too")
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
	s, err := st.snapshotsHere()
	if err != nil {
		return err
	}
	id := ""
	if len(args) > 0 && idKind(args[0]) == "s" {
		id, args = args[0], args[1:]
	}
	o := rescue.Options{Force: cmd.force}
	for _, arg := range args {
		path, ok := s.Below(absoluteIn(st.At.Cwd, arg))
		if !ok {
			return withHint(fmt.Errorf("%s is not in the project %s", quote(arg), quote(st.Project)), "to undo in another project, go there")
		}
		if path != "." {
			o.Paths = append(o.Paths, path)
		}
	}
	ctx := context.Background()
	planner, err := s.Planner(ctx)
	if err != nil {
		return err
	}
	ended := st.endings()
	if cmd.list {
		return cmd.runList(ctx, s, planner, id, o, ended)
	}
	plan, err := cmd.plan(ctx, s, planner, id, o, ended)
	switch {
	case errors.Is(err, rescue.ErrNone):
		return withHint(err, "snapshots are taken by hooks: at prompts in git, and before commands that lose files")
	case errors.Is(err, rescue.ErrUnknown):
		return unknownID(id)
	case err != nil:
		return err
	case plan == nil || plan.Empty():
		return cmd.nothing(plan)
	case cmd.diff:
		return cmd.runDiff(s, plan)
	}
	m := rescue.Moment{By: agentVariable(cmd.Getenv)}
	r, err := s.Apply(ctx, plan, m, cmd.force)
	if err != nil {
		return withHint(err, "nothing was changed: the files could not be kept first")
	}
	return cmd.report(newUndoView(plan, r))
}

// absoluteIn makes a path absolute from a directory.
func absoluteIn(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func (cmd *undoCommand) plan(ctx context.Context, s *rescue.Store, planner *rescue.Planner, id string, o rescue.Options, ended func(*rescue.Moment) rescue.End) (*rescue.Plan, error) {
	if id == "" {
		return planner.Newest(ctx, o, ended)
	}
	return planner.Of(ctx, o, ended, func(m *rescue.Moment) bool { return m.ID == id })
}

// nothing says that there is nothing to undo, and why.
func (cmd *undoCommand) nothing(plan *rescue.Plan) error {
	v := undoView{Changes: []undoChange{}}
	if plan != nil {
		v = newUndoView(plan, nil)
	}
	switch {
	case cmd.json:
		return cmd.printJSON(v)
	case v.Never:
		cmd.printf("nothing to undo: %s never ran, it was refused or denied\n", display.Plain(brief(plan.State.Command.String())))
	case len(v.Stay) > 0:
		cmd.printf("nothing to undo: no file is as the command would have left it\n")
		v.print(cmd.Env)
	default:
		cmd.printf("nothing to undo: the files are as they were\n")
		v.print(cmd.Env)
	}
	cmd.hint("to see all snapshots: ctxhook undo --list")
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
	return counted(v.Snapshots, "snapshot") + ", " + bytesWords(v.Bytes)
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
