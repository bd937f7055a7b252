package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
)

// errNoProject says that a command needs a project and there is none.
var errNoProject = errors.New("this is not in a project")

func newTrust(env *Env) *cobra.Command {
	var list, revoke, asJSON bool
	c := &cobra.Command{
		Use:   "trust [DIR]",
		Short: "Let a project's settings loosen what only you may",
		Long: `Let a project's settings loosen what only you may. A project may tighten the
guard in any case; what it would loosen is ignored until you trust it.

It is the files as they are now that you trust, .ctxhook/config.yaml and
.ctxhook/rules: any change to them takes the trust away. What they would
loosen is shown. Only a person may do this.`,
		Example: `  ctxhook trust
  ctxhook trust ~/work/shop
  ctxhook trust --list
  ctxhook trust --revoke`,
		GroupID: groupWayOut,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "list", "revoke"); err != nil {
				return err
			}
			if list {
				return env.listTrusted(asJSON)
			}
			if asJSON {
				return withHint(errors.New("--json is for the list"), "ctxhook trust --list --json")
			}
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			if revoke {
				return env.revokeTrust(dir)
			}
			return env.trust(dir)
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list the projects you trust")
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON")
	c.Flags().BoolVar(&revoke, "revoke", false, "trust the project no longer")
	return c
}

// at finds the project of a directory that was named.
func (e *Env) at(dir string) (here, error) {
	h, err := e.here()
	if err != nil {
		return h, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return h, err
	}
	var ok bool
	if h.project, ok = h.places.Project(dir); !ok {
		return h, withHint(fmt.Errorf("%s: %w", dir, errNoProject), "name a directory with .ctxhook in it: ctxhook trust DIR")
	}
	return h, nil
}

func (e *Env) trust(dir string) error {
	if err := person(e); err != nil {
		return err
	}
	h, err := e.at(dir)
	if err != nil {
		return err
	}
	if config.IsTrusted(h.places, h.project) {
		e.printf("%s is trusted already\n", h.project)
		return nil
	}
	seen, err := config.Fingerprint(h.project)
	if err != nil {
		return err
	}
	broken, loosens := e.wouldLoosen(h)
	if broken > 0 {
		return withHint(fmt.Errorf("%s is not trusted, because its settings have errors", h.project), "correct them, then: ctxhook trust")
	}
	if err := config.Trust(h.places, h.project, time.Now()); err != nil {
		return err
	}
	// What was shown must be what is trusted, even if somebody writes to the
	// files at this moment.
	if now, err := config.Fingerprint(h.project); err != nil || now != seen {
		return errors.Join(errors.New("the settings changed while they were shown: not trusted"), config.Untrust(h.places, h.project))
	}
	e.printf("trusted: %s, as it is now (%s)\n", h.project, seen[:12])
	if loosens == 0 {
		e.printf("it loosens nothing today\n")
	}
	e.printf("to take it back: ctxhook trust --revoke\n")
	return nil
}

// wouldLoosen shows what the settings of a project ask for and do not get:
// the values that would hold if it were trusted.
func (e *Env) wouldLoosen(h here) (broken, loosens int) {
	now, problems := e.settings(h, false)
	for _, p := range problems {
		if p.Origin.Source == config.FromProject && !p.Note {
			e.problem(p)
			broken++
		}
	}
	then, _ := e.settings(h, true)
	have := now.Lines()
	for _, l := range then.Lines() {
		if l.Origin.Source != config.FromProject || slices.ContainsFunc(have, func(k config.Line) bool { return k.Key == l.Key && k.Value == l.Value }) {
			continue
		}
		if loosens++; loosens == 1 {
			e.printf("the project loosens:\n")
		}
		e.printf("  %s: %s  %s\n", l.Key.Name, display.Plain(l.Value), e.paint(e.Stdout, dim, "("+display.Plain(l.Origin.String())+")"))
	}
	return broken, loosens
}

func (e *Env) revokeTrust(dir string) error {
	h, err := e.at(dir)
	if err != nil {
		return err
	}
	if err := config.Untrust(h.places, h.project); err != nil {
		return err
	}
	e.printf("not trusted: %s\n", h.project)
	return nil
}

// trustRow is a trusted project as JSON.
type trustRow struct {
	Project string    `json:"project"`
	Since   time.Time `json:"since"`
	Holds   bool      `json:"holds"` // false: its settings changed since
}

func (e *Env) listTrusted(asJSON bool) error {
	h, err := e.here()
	if err != nil {
		return err
	}
	list, err := config.TrustedProjects(h.places)
	if err != nil {
		return withHint(err, "no project is trusted; to begin the file anew, in a project: ctxhook trust")
	}
	if asJSON {
		rows := make([]trustRow, len(list))
		for i, p := range list {
			rows[i] = trustRow{p.Root, p.Since, p.Holds}
		}
		return e.printJSON(rows)
	}
	if len(list) == 0 {
		e.printf("no project is trusted\n")
	}
	for _, p := range list {
		state := "since " + p.Since.Local().Format("2006-01-02")
		if !p.Holds {
			state = "no longer: its settings changed"
		}
		e.printf("%s  %s\n", display.Plain(p.Root), state)
	}
	return nil
}
