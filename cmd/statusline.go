package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/audit"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// statusLineName is the command that a client calls for its status line.
const statusLineName = "statusline"

func newStatusLine(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   statusLineName,
		Short: "Print a status line for Claude Code",
		Long: `Print in a line what ctxhook did in a session: how many of its calls it judged,
edits too, what it stopped, and which checks fail. Claude Code calls it with the
session as JSON on standard input, if its setting statusLine says so: "ctxhook init
--statusline" writes that. A status line of your own can call it, too. Exits 0
whatever happens.`,
		Example: "  ctxhook " + statusLineName + " < session.json",
		GroupID: groupMore,
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			printStatusLine(env)
			return nil
		},
	}
}

// session is what a client tells a status line.
type session struct {
	ID        string `json:"session_id"`
	Record    string `json:"transcript_path"`
	Cwd       string `json:"cwd"`
	Workspace struct {
		Current string `json:"current_dir"`
	} `json:"workspace"`
}

const (
	maxSession     = 1 << 20
	statusPatience = 400 * time.Millisecond // the client draws anew while it waits
)

// printStatusLine prints the line, or less of it where something is wrong: an error
// does not belong in a status line.
func printStatusLine(e *Env) {
	line := make(chan string, 1)
	go func() {
		defer func() {
			if recover() != nil {
				line <- "ctxhook"
			}
		}()
		line <- e.statusLine()
	}()
	select {
	case text := <-line:
		e.printf("%s\n", text)
	case <-time.After(statusPatience):
		e.printf("ctxhook\n")
	}
}

func (e *Env) statusLine() string {
	var s session
	if !isTerminal(e.Stdin) {
		data, err := io.ReadAll(io.LimitReader(e.Stdin, maxSession))
		if err == nil {
			_ = json.Unmarshal(data, &s) // what can be read counts
		}
	}
	dir := s.Workspace.Current
	if dir == "" {
		dir = s.Cwd
	}
	dir, err := filepath.Abs(dir) // "" is the working directory
	if err != nil {
		return "ctxhook"
	}
	places, err := paths.Resolve(e.Getenv, runtime.GOOS)
	if err != nil {
		return "ctxhook"
	}
	project, _ := places.Project(dir)
	c, _ := config.Load(config.Sources{Places: places, Project: project, Getenv: e.Getenv})
	if until, ok := c.Paused(places, time.Now()); ok {
		return "ctxhook: paused until " + until.Local().Format("15:04")
	}
	if astray, good := (&install.Setup{Places: places, Root: install.FindRoot(places, dir)}).Astray(); len(astray) > 0 && len(good) == 0 {
		return "ctxhook: not guarded: " + astray[0].Says
	}
	g, err := report.GuardOf(store.Options{Path: c.Database(places), Schema: e.Schema, Wait: statusPatience / 4}, places.SpoolDir(), s.ID, project)
	judged, ran := judgedCalls(places, &s)
	if err != nil && judged == 0 {
		return "ctxhook"
	}
	return statusWords(&g, judged, ran)
}

// judgedCalls returns how many calls of a session were judged, and how many it made.
func judgedCalls(places paths.Places, s *session) (judged, ran int) {
	records := filepath.Join(places.AgentDir(), "projects")
	if name, err := filepath.Rel(records, s.Record); err != nil || !filepath.IsLocal(name) {
		s.Record = ""
	}
	judged, unseen := audit.OfSession(s.Record, audit.Trails(places), s.ID)
	return judged, judged + unseen
}

// statusWords writes the line.
func statusWords(g *report.Guard, judged, ran int) string {
	parts := []string{fmt.Sprintf("guarded %d/%d", judged, ran)}
	if n := g.Shown[policy.Block.String()] + g.Shown[memory.Stopped]; n > 0 {
		parts = append(parts, fmt.Sprintf("stopped %d", n))
	}
	if n := g.Shown[policy.Ask.String()]; n > 0 {
		parts = append(parts, fmt.Sprintf("asked %d", n))
	}
	if len(g.Last.Rules) > 0 {
		parts[len(parts)-1] += " (last: " + g.Last.Rules[0] + ")"
	}
	if len(g.Failing) > 0 {
		parts = append(parts, "failing: "+failingChecks(g.Failing))
	}
	return "ctxhook: " + display.Plain(strings.Join(parts, ", "))
}

// failingChecks names the first of the checks that fail, and counts the others.
func failingChecks(list []memory.Lesson) string {
	name := list[0].Key
	if c := list[0].Check; c != nil {
		if name = c.Tool; c.Seen != nil && c.Seen.Command.Len() > 0 {
			name = c.Seen.Command.String()
		}
	}
	const most = 40
	name = firstLine(name)
	if r := []rune(name); len(r) > most {
		name = string(r[:most-2]) + ".."
	}
	if len(list) > 1 {
		name += fmt.Sprintf(" and %d more", len(list)-1)
	}
	return name
}
