package cmd

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"
)

// fleetProgram is the program behind "ctxhook fleet". It speaks to a server, and so
// is no part of the one that the agent starts for each command.
const fleetProgram = "ctxhook-fleet"

// newFleet returns the command that runs that program. Other programs by the name
// ctxhook-NAME are not run: a misspelt command would start whatever has it.
func newFleet(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "fleet COMMAND..",
		Short: "Share what agents did with a team (ctxhook-fleet)",
		Long: `Run ctxhook-fleet, a program of its own: it sends what agents did on this machine to
the PostgreSQL database of a team, and fetches what the team confirmed. It is
looked for beside ctxhook, then on PATH. ctxhook itself opens no connection.`,
		Example: `  ctxhook fleet status
  ctxhook fleet push
  ctxhook fleet report --since 30d`,
		GroupID:            groupMore,
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			path, err := findFleet()
			if err != nil {
				if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
					return c.Help()
				}
				return err
			}
			return env.become(path, args)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// findFleet finds the program beside this one, or on PATH.
func findFleet() (string, error) {
	if self, err := os.Executable(); err == nil {
		for _, dir := range []string{filepath.Dir(self), resolvedDir(self)} {
			if path, err := exec.LookPath(filepath.Join(dir, fleetProgram)); err == nil && filepath.IsAbs(path) {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(fleetProgram)
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return "", withHint(errors.New(fleetProgram+" is not installed"), "in a checkout of ctxhook: go install ./cmd/ctxhook-fleet; with a release: docs/releases.md")
	}
	return path, err
}

// resolvedDir returns the directory of a program that a link leads to.
func resolvedDir(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return filepath.Dir(path)
	}
	return filepath.Dir(real)
}

// become runs a program with the streams of this one, and ends as it does.
func (e *Env) become(path string, args []string) error {
	c := exec.Command(path, args...)
	c.Stdin, c.Stdout, c.Stderr = e.Stdin, e.Stdout, e.Stderr
	interrupts := make(chan os.Signal, 1) // the program gets them, too, and ends as it likes
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	err := c.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return codeError(max(exit.ExitCode(), exitError))
	}
	return err
}
