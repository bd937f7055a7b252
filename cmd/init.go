package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/install"
)

func newInit(env *Env) *cobra.Command {
	var where scopes
	var dry bool
	c := &cobra.Command{
		Use:   "init",
		Short: "Guard the agent: register ctxhook in its settings",
		Long: `Guard the agent: register ctxhook in the settings of Claude Code, and prove that
it is called. What is in the file already stays as it is, to the byte; an entry
of an older ctxhook is brought up to date. A file that Claude Code would ignore
is not added to: what is wrong with it is said instead.

Shared project settings start ctxhook from PATH; local and user settings start
the program that you run now.`,
		Example: `  ctxhook init                         in this project, shared with colleagues
  ctxhook init --local                 in this project, on this machine
  ctxhook init --user                  in every project of yours
  ctxhook init --dry-run               show what would be written`,
		GroupID: groupSetup,
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			scope, err := where.scope(c)
			if err != nil {
				return err
			}
			return env.init(scope, dry)
		},
	}
	where.register(c)
	c.Flags().BoolVar(&dry, "dry-run", false, "show what would be written, and write nothing")
	return c
}

func (e *Env) init(scope install.Scope, dry bool) error {
	s, cwd, err := e.setup()
	if err != nil {
		return err
	}
	change, err := s.Init(scope)
	if err != nil {
		return e.settingsError(err)
	}
	for _, p := range change.Odd {
		e.warnf("%s: %s", display.Plain(change.Path), display.Plain(p.String()))
		e.hint("%s", p.Cure)
	}
	if err := e.sharedProgram(s, scope); err != nil && !dry {
		return err
	} else if err != nil {
		e.warnf("%v", err)
	}
	if change.Same() {
		e.printf("%s calls ctxhook already\n", display.Plain(change.Path))
	} else {
		e.printDiff(change)
	}
	if dry {
		return nil
	}
	if err := s.Apply(change); err != nil {
		return e.settingsError(err)
	}
	if !change.Same() && change.Before != nil {
		e.printf("\nas it was before: %s\n", display.Plain(s.Backup(change)))
	}
	if err := e.prove(s, scope); err != nil {
		return err
	}
	e.aboutPlace(s, scope, change.Path, cwd)
	return nil
}

// aboutPlace says what is odd about where settings were written.
func (e *Env) aboutPlace(s *install.Setup, scope install.Scope, path, cwd string) {
	if scope == install.User {
		return
	}
	if _, ok := s.Places.Project(s.Root); !ok {
		e.hint("%s is in no git repository, so this guards the agent only when it is started right there", display.Plain(s.Root))
		e.hint("to guard it everywhere: ctxhook init --user")
	} else if filepath.Clean(cwd) != filepath.Clean(s.Root) {
		e.hint("Claude Code reads these settings only when it is started in %s", display.Plain(s.Root))
	}
	if scope != install.Local {
		return
	}
	if p := facts.New(facts.Options{Cwd: s.Root, Wall: 2 * time.Second}).Path(path); p.Repo && !p.Ignored {
		e.hint("git does not ignore %s, which is for this machine alone", display.Plain(path))
		e.hint("to have it ignored: echo .claude/%s >> .gitignore", filepath.Base(path))
	}
}

// sharedProgram fails where shared settings would name a program that is not
// to be found.
func (e *Env) sharedProgram(s *install.Setup, scope install.Scope) error {
	if !s.Shared(scope) {
		return nil
	}
	found, same := s.OnPath()
	switch {
	case !found:
		return withHint(errors.New("ctxhook is not on PATH, where shared settings look for it"),
			fmt.Sprintf("put %s on PATH, or type: ctxhook init --local", display.Plain(filepath.Dir(s.Binary))))
	case !same:
		e.warnf("the ctxhook on PATH, which shared settings start, is not the one you run now")
	}
	return nil
}

// prove calls what was registered, and says what came of it.
func (e *Env) prove(s *install.Setup, scope install.Scope) error {
	if _, paused := config.Paused(s.Places, time.Now()); paused {
		e.hint("not tried: ctxhook is paused; to end that: ctxhook resume")
		return nil
	}
	proofs, err := s.Prove(scope, os.Environ())
	if err != nil {
		return withHint(fmt.Errorf("it is registered, but does not work: %w", err), "to see why: ctxhook doctor")
	}
	for _, p := range proofs {
		e.printf("\n%s %s\n", e.paint(e.Stdout, green, "proof:"), display.Plain(p.String()))
	}
	return nil
}
