package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// errNoProject says that a command needs a project and there is none.
var errNoProject = errors.New("this is not in a project")

// trustCommand accepts the settings of a project that loosen the guard.
type trustCommand struct {
	*Env
	list, revoke, json bool
}

func newTrust(env *Env) *cobra.Command {
	cmd := &trustCommand{Env: env}

	c := &cobra.Command{
		Use:   "trust [DIR]",
		Short: "Let a project's settings loosen the guard",
		Long: `Let a project's settings loosen the guard. A project may always tighten it; what
it loosens is ignored until you trust it.

You trust .ctxhook/config.yaml and .ctxhook/rules as they are now: any change to
them ends the trust. What they loosen is shown. Only the user may trust a
project, not an agent.`,
		Example: `  ctxhook trust
  ctxhook trust ~/work/shop
  ctxhook trust --list
  ctxhook trust --revoke`,
		GroupID: groupSetup,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "list", "revoke"); err != nil {
				return err
			}
			if cmd.list {
				return cmd.printList()
			}
			if cmd.json {
				return withHint(errors.New("--json needs --list"), "ctxhook trust --list --json")
			}
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			if cmd.revoke {
				return cmd.takeBack(dir)
			}
			return cmd.run(dir)
		},
	}
	c.Flags().BoolVar(&cmd.list, "list", false, "list the projects you trust")
	c.Flags().BoolVar(&cmd.json, "json", false, "print the list as JSON")
	c.Flags().BoolVar(&cmd.revoke, "revoke", false, "no longer trust the project")
	return c
}

// at finds the project of a directory that was named.
func (cmd *trustCommand) at(dir string) (workspace, error) {
	ws, err := cmd.workspace()
	if err != nil {
		return ws, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return ws, err
	}
	var ok bool
	if ws.project, ok = ws.places.Project(dir); !ok {
		return ws, withHint(fmt.Errorf("%s: %w", dir, errNoProject), "name a directory with .ctxhook in it: ctxhook trust DIR")
	}
	return ws, nil
}

func (cmd *trustCommand) run(dir string) error {
	if err := requireUser(cmd.Env); err != nil {
		return err
	}
	ws, err := cmd.at(dir)
	if err != nil {
		return err
	}
	if config.IsTrusted(ws.places, ws.project) {
		cmd.printf("%s is already trusted\n", display.Plain(cmd.tilde(ws.project)))
		return nil
	}
	seen, err := config.Fingerprint(ws.project)
	if err != nil {
		return err
	}
	broken, loosens := cmd.wouldLoosen(ws)
	if broken > 0 {
		return withHint(fmt.Errorf("%s is not trusted: its settings have errors", ws.project), "correct them, then: ctxhook trust")
	}
	if err := config.Trust(ws.places, ws.project, time.Now()); err != nil {
		return err
	}
	// What was shown must be what is trusted, even if another process writes to the
	// files at this moment.
	if now, err := config.Fingerprint(ws.project); err != nil || now != seen {
		return errors.Join(errors.New("not trusted: the settings changed while they were shown"), config.Untrust(ws.places, ws.project))
	}
	cmd.printf("trusted: %s, as it is now (%s)\n", display.Plain(cmd.tilde(ws.project)), seen[:12])
	if loosens == 0 {
		cmd.printf("it loosens nothing now\n")
	}
	cmd.printf("to undo: ctxhook trust --revoke\n")
	return nil
}

// wouldLoosen shows what the settings of a project ask for and do not get:
// the values that would hold if it were trusted.
func (cmd *trustCommand) wouldLoosen(ws workspace) (broken, loosens int) {
	now, problems := ws.settings(false)
	for _, p := range problems {
		if p.Origin.Source == config.FromProject && !p.Note {
			cmd.problem(p)
			broken++
		}
	}
	then, _ := ws.settings(true)
	have := now.Lines()
	for _, l := range then.Lines() {
		if l.Origin.Source != config.FromProject || slices.ContainsFunc(have, func(k config.Line) bool { return k.Key == l.Key && k.Value == l.Value }) {
			continue
		}
		if loosens++; loosens == 1 {
			cmd.printf("the project loosens:\n")
		}
		cmd.printf("  %s: %s  %s\n", l.Key.Name, display.Plain(l.Value), cmd.paint(dim, "("+display.Plain(l.Origin.String())+")"))
	}
	return broken, loosens
}

func (cmd *trustCommand) takeBack(dir string) error {
	ws, err := cmd.at(dir)
	if err != nil {
		return err
	}
	if err := config.Untrust(ws.places, ws.project); err != nil {
		return err
	}
	cmd.printf("not trusted: %s\n", display.Plain(cmd.tilde(ws.project)))
	return nil
}

// trustView is a trusted project as JSON.
type trustView struct {
	Project string    `json:"project"`
	Since   time.Time `json:"since"`
	Holds   bool      `json:"holds"` // false: its settings changed since
}

func (cmd *trustCommand) printList() error {
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	list, err := config.TrustedProjects(ws.places)
	if err != nil {
		return withHint(err, "no project is trusted; to recreate the file, in a project: ctxhook trust")
	}
	if cmd.json {
		rows := make([]trustView, len(list))
		for i, p := range list {
			rows[i] = trustView{p.Root, p.Since, p.Holds}
		}
		return cmd.printJSON(rows)
	}
	if len(list) == 0 {
		cmd.printf("no project is trusted\n")
	}
	for _, p := range list {
		state := "since " + p.Since.Local().Format("2006-01-02")
		if !p.Holds {
			state = "no longer: its settings changed"
		}
		cmd.printf("%s  %s\n", display.Plain(cmd.tilde(p.Root)), state)
	}
	return nil
}
