package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/policy"
)

// rehearsalView shows a rehearsal.
type rehearsalView struct {
	Transcripts int            `json:"transcripts"`
	Commands    int            `json:"commands"`
	Actions     map[string]int `json:"actions"`
	Against     map[string]int `json:"against,omitempty"`
	Changed     int            `json:"changed,omitempty"` // commands to which the two say different things
	Said        []answerView   `json:"said"`
	Failed      int            `json:"failed"`
	Advised     int            `json:"advised"` // of those, to which there is something to say
	Lessons     []lessonTimes  `json:"lessons"` // that would have been told
	Broken      int            `json:"broken_lines"`
}

// answerView shows what would have been said to a command.
type answerView struct {
	Command string     `json:"command"`
	Action  string     `json:"action"`
	Risk    string     `json:"risk"`
	Rules   []string   `json:"rules"`
	Message string     `json:"message,omitempty"`
	Against *otherView `json:"against,omitempty"`
	Times   int        `json:"times"`
	Last    time.Time  `json:"last"`
	Cwd     string     `json:"cwd,omitempty"`
}

// lessonTimes shows how often a lesson would have been told.
type lessonTimes struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Times int    `json:"times"`
}

// otherView shows what the other settings say.
type otherView struct {
	Action string   `json:"action"`
	Risk   string   `json:"risk"`
	Rules  []string `json:"rules"`
}

func (v *rehearsalView) print(e *Env, against string) {
	e.printf("%s of %s, and nothing is stored\n", counted(v.Commands, "command"), counted(v.Transcripts, "transcript"))
	if against != "" {
		e.printf("  %-6s  %7s  %7s\n", "", "now", display.Plain(against))
	}
	for a := policy.Block + 1; a > policy.Silent; a-- {
		name := (a - 1).String()
		e.printf("  %-6s  %7d", name, v.Actions[name])
		if against != "" {
			e.printf("  %7d", v.Against[name])
		}
		e.printf("\n")
	}
	if v.Failed > 0 {
		e.printf("  %d went wrong; a way out of %d of them would have been told\n", v.Failed, v.Advised)
	}
	for _, t := range v.Lessons {
		e.printf("    %s  %s: %s\n", display.Plain(t.ID), counted(t.Times, "time"), display.Plain(brief(t.Text)))
	}
	slices.SortStableFunc(v.Said, func(a, b answerView) int { return a.Last.Compare(b.Last) })
	for i := range v.Said {
		e.printf("\n")
		v.Said[i].print(e)
	}
}

func (s *answerView) print(e *Env) {
	action, rules, risk := e.paint(actionColor(s.Action), s.Action), s.Rules, s.Risk
	if s.Against != nil {
		action += " -> " + e.paint(actionColor(s.Against.Action), s.Against.Action)
		if len(rules) == 0 {
			rules, risk = s.Against.Rules, s.Against.Risk
		}
	}
	e.printf("%s  %s  %s  %s", minute(s.Last), action, risk, display.Plain(strings.Join(rules, " ")))
	if s.Times > 1 {
		e.printf("  %s", counted(s.Times, "time"))
	}
	e.printf("\n")
	e.printIndented(commandLines(s.Command)...)
	if s.Message != "" {
		e.printf("  %s\n", display.Plain(s.Message))
	}
	if s.Cwd != "" {
		e.printf("  %s\n", e.paint(dim, display.Plain(fmt.Sprintf("in %s", e.tilde(s.Cwd)))))
	}
}
