package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// sessionsCommand lists the sessions of agents, or shows what happened in one.
type sessionsCommand struct {
	*Env
	listFlags
}

func newSessions(env *Env) *cobra.Command {
	cmd := &sessionsCommand{Env: env}
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
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return cmd.story(args[0])
			}
			return cmd.list()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return env.latestSessions(begun)
		},
	}
	cmd.register(c, "only those that went on in", "the sessions, or the story,")
	cmd.registerLimit(c, 20)
	return c
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

func newSessionRow(s *report.Session) sessionRow {
	return sessionRow{s.Key, s.Agent, s.Project, s.Started, s.Last, s.Runs, s.Bad, s.Never, s.Edits, s.Decisions}
}

func (cmd *sessionsCommand) list() error {
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	filter := report.SessionFilter{Project: at.project, Since: at.since, Limit: at.limit}
	l := list[report.Session]{
		thing: "session", project: at.project, narrowed: cmd.since != "",
		each: found(at.storage, func(tx *store.Tx) ([]report.Session, error) { return report.Sessions(tx, filter) }),
		row:  func(s *report.Session) any { return newSessionRow(s) },
		line: func(s *report.Session) { cmd.printSessionLine(s, at.project == "") },
		next: func(int) string { return "to read one: ctxhook sessions SESSION" },
	}
	return l.print(cmd.Env, cmd.json)
}

// printSessionLine shows a session in a list.
func (e *Env) printSessionLine(s *report.Session, everywhere bool) {
	e.printf("%s  %s  %s", minute(s.Last), display.Plain(brief(s.Key)), sessionWords(s))
	if everywhere && s.Project != "" {
		e.printf("  %s", e.paint(e.Stdout, dim, "in "+display.Plain(e.tilde(s.Project))))
	}
	e.printf("\n")
}

// sessionWords says how much happened in a session.
func sessionWords(s *report.Session) string {
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
