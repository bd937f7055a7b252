package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/install"
)

// initCommand registers ctxhook in the settings of the agent.
type initCommand struct {
	*Env
	settingsFlags
}

func newInit(env *Env) *cobra.Command {
	cmd := &initCommand{Env: env}
	c := &cobra.Command{
		Use:   "init",
		Short: "Register ctxhook in the agent's settings",
		Long: `Register ctxhook in the settings of Claude Code, and test that it is called. The
rest of the file stays unchanged, to the byte; an entry of an older ctxhook is
updated. If Claude Code would ignore the file, init changes nothing and says why.

Shared project settings start ctxhook from PATH; local and user settings start
the program that you run now.`,
		Example: `  ctxhook init                         in this project, shared with colleagues
  ctxhook init --local                 in this project, on this machine only
  ctxhook init --user                  in all your projects
  ctxhook init --dry-run               show what would be written`,
		GroupID: groupSetup,
		Args:    noArgs,
	}
	cmd.register(c, cmd.run)
	return c
}

func (cmd *initCommand) run(scope install.Scope) error {
	s, err := cmd.agentSettings()
	if err != nil {
		return err
	}
	change, err := s.Init(scope)
	if err != nil {
		return s.explain(err)
	}
	for _, p := range change.Odd {
		cmd.warnf("%s: %s", display.Plain(change.Path), display.Plain(p.String()))
		cmd.hint("%s", p.Cure)
	}
	if err := cmd.sharedProgram(s, scope); err != nil && !cmd.dry {
		return err
	} else if err != nil {
		cmd.warnf("%v", err)
	}
	if cmd.dry && change.Same() {
		cmd.printf("%s already calls ctxhook\n", display.Plain(cmd.tilde(change.Path)))
	} else if cmd.dry || cmd.verbose {
		cmd.printDiff(change.Path, change.Before, change.After)
	}
	if cmd.dry {
		return nil
	}
	if err := s.Apply(change); err != nil {
		return s.explain(err)
	}
	switch path := display.Plain(cmd.tilde(change.Path)); {
	case change.Same():
		cmd.printf("%s already calls ctxhook\n", path)
	default:
		cmd.printf("%s calls ctxhook now, before each shell command and in %d other hooks\n", path, len(s.Hooks)-1)
	}
	if !change.Same() && change.Before != nil {
		cmd.printf("backup: %s\n", display.Plain(cmd.tilde(s.Backup(change))))
	}
	if err := cmd.prove(s, scope); err != nil {
		return err
	}
	cmd.printf("next: use the agent as usual; to see what was stopped: ctxhook log\n")
	cmd.printf("to undo: %s\n", s.typed("uninstall", scope))
	if found, _ := s.OnPath(); !found {
		dir := display.Plain(filepath.Dir(s.Binary))
		cmd.hint("ctxhook is not on PATH; to type it, add %s to PATH where your shell starts", dir)
		cmd.hint(`for example: export PATH="$PATH:%s"`, dir)
	}
	cmd.aboutPlace(s, scope, change.Path)
	cmd.aboutTwice(s)
	return nil
}

// aboutTwice says that other settings call ctxhook, too.
func (cmd *initCommand) aboutTwice(s *agentSettings) {
	scopes := s.Registered()
	if _, ok := s.Redundant(scopes); !ok {
		return
	}
	words := make([]string, len(scopes))
	for i, scope := range scopes {
		words[i] = scope.String()
	}
	cmd.hint("%s settings call ctxhook: each command is decided once, by one process too many", strings.Join(words, " and "))
	cmd.hint("to keep one: ctxhook doctor --fix")
}

// aboutPlace says what is odd about where settings were written.
func (cmd *initCommand) aboutPlace(s *agentSettings, scope install.Scope, path string) {
	if scope == install.User {
		return
	}
	if _, ok := s.Places.Project(s.Root); !ok {
		cmd.hint("%s is in no git repository: the agent is guarded only if started there", display.Plain(s.Root))
		cmd.hint("to guard it everywhere: ctxhook init --user")
	} else if filepath.Clean(s.cwd) != filepath.Clean(s.Root) {
		cmd.hint("Claude Code reads these settings only if started in %s", display.Plain(s.Root))
	}
	if scope != install.Local {
		return
	}
	if p := facts.New(facts.Options{Cwd: s.Root, Wall: 2 * time.Second}).Path(path); p.Repo && !p.Ignored {
		cmd.hint("git does not ignore %s, which is for this machine only", display.Plain(path))
		cmd.hint("to ignore it: echo .claude/%s >> .gitignore", filepath.Base(path))
	}
}

// sharedProgram fails where shared settings would name a program that is not
// to be found.
func (cmd *initCommand) sharedProgram(s *agentSettings, scope install.Scope) error {
	if !s.Shared(scope) {
		return nil
	}
	found, same := s.OnPath()
	switch {
	case !found:
		return withHint(errors.New("ctxhook is not on PATH, where shared settings look for it"),
			fmt.Sprintf("put %s on PATH, or type: %s", display.Plain(filepath.Dir(s.Binary)), s.typed("init", install.Local)))
	case !same:
		cmd.warnf("shared settings start the ctxhook on PATH, which is not the one you run now")
	}
	return nil
}

// prove calls what was registered, and says what came of it.
func (cmd *initCommand) prove(s *agentSettings, scope install.Scope) error {
	if _, paused := config.Paused(s.Places, time.Now()); paused {
		cmd.hint("not tested: ctxhook is paused; to end the pause: ctxhook resume")
		return nil
	}
	proofs, err := s.Prove(scope, os.Environ())
	if err != nil {
		return withHint(fmt.Errorf("registered, but not working: %w", err), "to see why: ctxhook doctor")
	}
	for _, p := range proofs {
		cmd.printf("%s %s\n", cmd.paint(green, "proof:"), display.Plain(p.String()))
	}
	return nil
}
