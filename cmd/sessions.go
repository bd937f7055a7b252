package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/excerpt"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// sessionFlags are the options of sessions.
type sessionFlags struct {
	memoryScope
	since string
	limit int
	json  bool
}

func newSessions(env *Env) *cobra.Command {
	var f sessionFlags
	c := &cobra.Command{
		Use:   "sessions [flags] [SESSION]",
		Short: "List the sessions of agents, or tell the story of one",
		Long: `List the sessions of agents, the one that went on last first: those of this
project, or outside of one all there are.

With SESSION, which is the id that the agent gave it or a beginning that no
other has, its story is told: what was run and what became of it, what was
edited, what the guard said, what the agent was told, and what was learned, in
the order in which it happened.`,
		Example: `  ctxhook sessions
  ctxhook sessions --all --since 7d
  ctxhook sessions 5e0c1a52
  ctxhook sessions 5e0c1a52 --json`,
		GroupID: groupRemember,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "project", "all"); err != nil {
				return err
			}
			if len(args) == 1 {
				return env.showSession(args[0], f.json)
			}
			return env.sessions(&f)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			return env.latestSessions(len(args), begun), cobra.ShellCompDirectiveNoFileComp
		},
	}
	f.registerProject(c)
	c.Flags().StringVar(&f.since, "since", "", "only those that went on in the last so long: 30m, 12h, 7d")
	c.Flags().IntVar(&f.limit, "limit", 20, "how many, 0 for all")
	c.Flags().BoolVar(&f.json, "json", false, "print the sessions, or the story, as JSON")
	return c
}

// latestSessions completes the one argument.
func (e *Env) latestSessions(given int, begun string) (keys []string) {
	j, err := e.made(&judging{})
	if err != nil || given > 0 {
		return nil
	}
	_ = e.look(j, func(tx *store.Tx) (err error) { // without an answer nothing is offered
		keys, err = tx.Sessions(begun)
		return err
	})
	return keys[:min(len(keys), latestIDs)]
}

// sessionRow is a session as JSON.
type sessionRow struct {
	ID        string    `json:"id"`
	Agent     string    `json:"agent,omitempty"`
	Project   string    `json:"project,omitempty"`
	Started   time.Time `json:"started"`
	Last      time.Time `json:"last"`
	Runs      int       `json:"runs"`
	Failed    int       `json:"failed"`
	Never     int       `json:"never_ran"`
	Edits     int       `json:"edits"`
	Decisions int       `json:"decisions"`
}

func newSessionRow(s *store.SessionRow) sessionRow {
	return sessionRow{s.Key, s.Agent, s.Project, s.Started, s.Last, s.Runs, s.Bad, s.Never, s.Edits, s.Decisions}
}

func (e *Env) sessions(f *sessionFlags) error {
	filter := store.SessionFilter{Limit: f.limit}
	if f.limit < 0 {
		return withHint(fmt.Errorf("--limit %d is less than nothing", f.limit), "for all of them: --limit 0")
	}
	var err error
	if filter.Since, err = since(f.since); err != nil {
		return err
	}
	j, err := e.remembering()
	if err != nil {
		return err
	}
	if filter.Project, err = f.root(j); err != nil {
		return err
	}
	var list []store.SessionRow
	if err := e.look(j, func(tx *store.Tx) (err error) {
		list, err = tx.SessionRows(filter)
		return err
	}); err != nil {
		return err
	}
	if f.json {
		rows := make([]sessionRow, len(list))
		for i := range list {
			rows[i] = newSessionRow(&list[i])
		}
		return e.printJSON(rows)
	}
	if len(list) == 0 {
		e.nothingRemembered("session", f.since != "", filter.Project)
		return nil
	}
	if err := e.paged(func() error {
		for i := range list {
			e.printSessionLine(&list[i], filter.Project == "")
		}
		return nil
	}); err != nil {
		return err
	}
	if isTerminal(e.Stdout) {
		e.hint("to read one: ctxhook sessions SESSION")
	}
	return nil
}

// printSessionLine shows a session in a list.
func (e *Env) printSessionLine(s *store.SessionRow, everywhere bool) {
	e.printf("%s  %s  %s", minute(s.Last), excerpt.Plain(brief(s.Key)), sessionWords(s))
	if everywhere && s.Project != "" {
		e.printf("  %s", e.paint(e.Stdout, dim, "in "+excerpt.Plain(e.tilde(s.Project))))
	}
	e.printf("\n")
}

// sessionWords says how much happened in a session.
func sessionWords(s *store.SessionRow) string {
	parts := []string{counted(s.Runs, "command")}
	if s.Bad > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", s.Bad))
	}
	if s.Never > 0 {
		parts = append(parts, fmt.Sprintf("%d did not run to the end", s.Never))
	}
	if s.Edits > 0 {
		parts = append(parts, counted(s.Edits, "edit"))
	}
	if s.Decisions > 0 {
		parts = append(parts, counted(s.Decisions, "decision"))
	}
	return strings.Join(parts, ", ")
}
