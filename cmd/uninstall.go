package cmd

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// uninstallCommand takes ctxhook out of the settings of the agent.
type uninstallCommand struct {
	*Env
	settingsFlags
	yes, purge bool
}

func newUninstall(env *Env) *cobra.Command {
	cmd := &uninstallCommand{Env: env}
	c := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove ctxhook from the agent's settings",
		Long: `Remove ctxhook from the settings of Claude Code, or of the agent that you name,
and leave them as they were, to the byte. Your later changes stay; a file that
init created is deleted.

The settings and the memory of ctxhook stay. With --purge they are deleted too,
after ctxhook is removed from all settings that init wrote, in every project. A
project's own .ctxhook directory stays.

Only the user may do this, not an agent. --yes needs no terminal.`,
		Example: `  ctxhook uninstall
  ctxhook uninstall --user
  ctxhook uninstall --agent codex --user
  ctxhook uninstall --dry-run          show what would be written
  ctxhook uninstall --purge            remove everything`,
		GroupID: groupSetup,
		Args:    noArgs,
	}
	cmd.register(c, cmd.run)
	c.Flags().BoolVar(&cmd.purge, "purge", false, "remove ctxhook everywhere, and delete its settings and memory")
	c.Flags().BoolVar(&cmd.yes, "yes", false, "skip the question; needs no terminal")
	return c
}

func (cmd *uninstallCommand) run(scope install.Scope) error {
	allowed := requireUser
	if cmd.yes {
		allowed = refuseAgent
	}
	if !cmd.dry {
		err := allowed(cmd.Env)
		if h, ok := errors.AsType[hinted](err); ok && cmd.agentStarted() == "" {
			return withHint(h.error, h.hint+"; in a script: ctxhook "+typedArgs(append(cmd.Args, "--yes")))
		}
		if err != nil {
			return err
		}
	}
	s, err := cmd.agentSettings()
	if err != nil {
		return err
	}
	if cmd.purge {
		return cmd.everything(s)
	}
	if cmd.agent == allAgents {
		return cmd.fromAll(s, scope)
	}
	client, err := clientNamed(cmd.agent)
	if err != nil {
		return err
	}
	everywhere := s.typed("uninstall --purge", install.Project)
	s = s.of(client)
	changes, err := s.Unregister(scope)
	if err != nil {
		if errors.Is(err, install.ErrNotRegistered) {
			if others := cmd.otherScopes(s, scope); len(others) > 0 {
				return withHint(err, "it is in other settings; type: "+strings.Join(others, " or "))
			}
		}
		return s.explain(err)
	}
	for _, change := range changes {
		if err := cmd.takeOut(s, change); err != nil {
			return err
		}
	}
	if cmd.dry {
		return nil
	}
	if others := cmd.otherScopes(s, scope); len(others) > 0 {
		cmd.hint("other settings still call ctxhook; to remove it there too: %s", strings.Join(others, ", "))
	}
	if len(cmd.kept(s)) > 0 {
		cmd.printf("your settings of ctxhook and its memory are kept; to delete them: %s\n", everywhere)
	}
	cmd.printf("to undo: %s\n", s.typed("init", scope))
	return nil
}

// fromAll takes ctxhook out of a scope of every agent.
func (cmd *uninstallCommand) fromAll(s *agentSettings, scope install.Scope) error {
	found := false
	for _, client := range install.Clients() {
		of := s.of(client)
		changes, err := of.Unregister(scope)
		if err != nil {
			continue // it is not registered there
		}
		for _, change := range changes {
			found = true
			if err := cmd.takeOut(of, change); err != nil {
				return err
			}
		}
	}
	if !found {
		return install.ErrNotRegistered
	}
	return nil
}

// takeOut takes ctxhook out of one settings file, and says what became of it.
func (cmd *uninstallCommand) takeOut(s *agentSettings, change *install.Change) error {
	if cmd.dry || cmd.verbose {
		cmd.printDiff(change.Path, change.Before, change.After)
	}
	if cmd.dry {
		return nil
	}
	if err := s.Apply(change); err != nil {
		return s.explain(err)
	}
	if _, err := journal.TakeStart(judge.New(judge.Options{Getenv: cmd.Getenv, Cwd: s.cwd})); err != nil { // our own change is no news
		cmd.warnf("the next session will tell that %s changed: %v", display.Plain(cmd.tilde(change.Path)), err)
	}
	path := display.Plain(cmd.tilde(change.Path))
	switch {
	case change.After == nil:
		cmd.printf("%s is deleted: init had created it\n", path)
	case change.Restored():
		cmd.printf("%s is as it was before init\n", path)
	default:
		cmd.printf("%s calls ctxhook no more; your later changes stay\n", path)
	}
	return nil
}

// everything removes ctxhook from all settings that are known, and then all that
// it keeps.
func (cmd *uninstallCommand) everything(s *agentSettings) error {
	changes, err := s.UninstallAll()
	if err != nil {
		return s.explain(err)
	}
	dirs := cmd.kept(s)
	if len(changes)+len(dirs) == 0 {
		cmd.printf("nothing to remove\n")
		return nil
	}
	if !cmd.dry && !cmd.yes {
		var list []string
		for _, c := range changes {
			list = append(list, "ctxhook's entries in "+cmd.tilde(c.Path))
		}
		if err := cmd.confirm(display.Plain(strings.Join(append(list, each(dirs, cmd.tilde)...), ", "))); err != nil {
			return err
		}
	}
	for _, c := range changes {
		if err := cmd.takeOut(s, c); err != nil {
			return err
		}
	}
	for _, dir := range dirs {
		if cmd.dry {
			cmd.printf("would delete %s\n", display.Plain(cmd.tilde(dir)))
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return withHint(err, "delete it by hand")
		}
		cmd.printf("deleted %s\n", display.Plain(cmd.tilde(dir)))
	}
	if !cmd.dry {
		if plugin := s.UninstallPlugin(); plugin != "" {
			cmd.hint("Claude Code has a plugin that calls ctxhook; to remove it: %s", plugin)
		}
		programs := []string{cmd.tilde(s.Binary)}
		if fleet, err := findFleet(); err == nil {
			programs = append(programs, cmd.tilde(fleet))
		}
		cmd.hint("last, delete the program: %s", display.Plain(strings.Join(programs, " ")))
	}
	return nil
}

// kept lists what ctxhook wrote for itself, as far as it exists: its directories,
// and a database that is kept elsewhere.
func (cmd *uninstallCommand) kept(s *agentSettings) []string {
	var there []string
	add := func(path string) {
		if _, err := os.Lstat(path); path != "" && err == nil {
			there = append(there, path)
		}
	}
	ws, err := cmd.workspace()
	if err != nil {
		return nil
	}
	if c, _ := ws.settings(false); c.Store.Path != "" {
		for _, end := range [...]string{"", "-wal", "-shm"} {
			add(c.Store.Path + end)
		}
	}
	for _, dir := range [...]string{s.Places.Config, s.Places.Data, s.Places.State, s.Places.Cache} {
		add(dir)
	}
	return there
}

// otherScopes lists what to type for the other settings that call ctxhook.
func (cmd *uninstallCommand) otherScopes(s *agentSettings, but install.Scope) []string {
	var lines []string
	for _, scope := range s.Client.Scopes() {
		if scope == but {
			continue
		}
		if _, err := s.Unregister(scope); err == nil {
			lines = append(lines, s.typed("uninstall", scope))
		}
	}
	if plugin := s.UninstallPlugin(); plugin != "" {
		lines = append(lines, plugin)
	}
	return lines
}
