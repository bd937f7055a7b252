package cmd

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
)

// doctorCommand checks that the hooks are installed and firing.
type doctorCommand struct {
	*Env
	json, fix, verbose bool
	agent              string
}

func newDoctor(env *Env) *cobra.Command {
	cmd := &doctorCommand{Env: env}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the hooks are installed and firing",
		Long: `Check that the agents' settings are valid and call ctxhook, and that what they
call blocks a dangerous command: doctor calls it as each agent does, and never
runs the command. Claude Code is always checked, other agents where they are
registered, or the one that you name. Exits 1 if a check fails.

With --fix, registrations are mended first: each hook is called once, and for
every shell tool.`,
		Example: `  ctxhook doctor
  ctxhook doctor --agent codex
  ctxhook doctor --fix
  ctxhook doctor --json`,
		GroupID: groupSetup,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	agentFlagOf(c, &cmd.agent, "")
	c.Flags().BoolVar(&cmd.json, "json", false, "print the checks as JSON")
	c.Flags().BoolVar(&cmd.fix, "fix", false, "register each hook once, and for every shell tool")
	c.Flags().BoolVarP(&cmd.verbose, "verbose", "v", false, "show what --fix changes line by line")
	return c
}

// mend brings the registrations in order. Only the user may do that: it removes
// those that are not needed.
func (cmd *doctorCommand) mend(s *agentSettings) error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	for _, client := range install.Clients() {
		if cmd.agent != "" && cmd.agent != client.Name {
			continue
		}
		of := s.of(client)
		changes, err := of.Mend(os.Environ())
		if err != nil {
			return of.explain(err)
		}
		for _, c := range changes {
			if err := of.Apply(c); err != nil {
				return of.explain(err)
			}
			if !cmd.json {
				cmd.sayMended(c)
			}
		}
	}
	return nil
}

// sayMended says what became of a settings file.
func (cmd *doctorCommand) sayMended(c *install.Change) {
	if cmd.verbose {
		cmd.printDiff(c.Path, c.Before, c.After)
	}
	path := display.Plain(cmd.tilde(c.Path))
	switch {
	case c.Same():
	case bytes.Contains(c.Before, []byte("ctxhook")) && !bytes.Contains(c.After, []byte("ctxhook")):
		cmd.printf("%s calls ctxhook no more: other settings do, and each command would have started it twice\n\n", path)
	default:
		cmd.printf("%s is brought up to date\n\n", path)
	}
}

// doctorView shows the checks, and whether all of them passed.
type doctorView struct {
	OK     bool            `json:"ok"`
	Checks []install.Check `json:"checks"`
}

func (cmd *doctorCommand) run() error {
	s, err := cmd.agentSettings()
	if err != nil {
		return err
	}
	if cmd.agent != "" {
		client, err := clientNamed(cmd.agent)
		if err != nil {
			return err
		}
		s = s.of(client)
	}
	if cmd.fix {
		if err := cmd.mend(s); err != nil {
			return err
		}
	}
	j := judge.New(judge.Options{Getenv: cmd.Getenv, Cwd: s.cwd, Client: true})
	memory := cmd.storeOptions(j.Places, &j.Config)
	memory.ReadOnly = true
	kept, err := (&storage{Judge: j}).kept()
	d := install.Doctor{
		Memory: memory, Kept: install.Snapshots{Dir: kept.Path, Words: kept.words(), Err: err}, Failures: j.Config.Learn.MaxFailures, Setup: *s.Setup, Cwd: s.cwd, Version: cmd.version(), Problems: slices.Concat(j.Problems, j.Never(), cmd.strays(j)), Environ: os.Environ(), Now: time.Now(),
	}
	d.Machine, d.Unsaved = machineWords(j)
	checks := d.Examine()
	v := doctorView{!install.Failed(checks), checks}
	if !cmd.json {
		v.print(cmd.Env)
	} else if err := cmd.printJSON(v); err != nil {
		return err
	}
	if !v.OK {
		return codeError(exitError)
	}
	return nil
}

// machineWords says what the administrator of this machine sets, and whether some of their
// rules are not cached.
func machineWords(j *judge.Judge) (words string, unsaved bool) {
	dir := j.Config.Machine.Dir
	if dir == "" {
		return "", false
	}
	var set []string
	for _, l := range j.Config.Lines() {
		if l.Origin.Source == config.FromMachine && !slices.Contains(set, l.Key.Name) {
			set = append(set, l.Key.Name)
		}
	}
	n := len(j.MachineRules())
	return fmt.Sprintf("%s: %s and %s hold for all users", dir, display.Counted(len(set), "setting"), display.Counted(n, "rule")), n > 0 && !j.MachineSaved()
}

func (v *doctorView) print(e *Env) {
	width := 0
	for _, c := range v.Checks {
		width = max(width, len(c.Name))
	}
	for _, c := range v.Checks {
		e.printf("%s  %-*s  %s\n", e.paint(statusColor(c.Status), fmt.Sprintf("%-4s", c.Status)), width, display.Plain(c.Name), display.Plain(c.Result))
		if c.Cure != "" {
			e.printf("      %-*s  %s %s\n", width, "", e.paint(bold, "->"), display.Plain(c.Cure))
		}
	}
}

func statusColor(s install.Status) color {
	switch s {
	case install.OK:
		return green
	case install.Fail:
		return red
	case install.Warn:
		return yellow
	}
	return dim
}
