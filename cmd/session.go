package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// sessionView shows a session of an agent.
type sessionView struct {
	ID        string    `json:"id"`
	Agent     string    `json:"agent,omitempty"`
	Project   string    `json:"project,omitempty"`
	Started   time.Time `json:"started"`
	Last      time.Time `json:"last"`
	Runs      int       `json:"runs"`
	Failed    int       `json:"failed"`
	Never     int       `json:"never_ran"` // to the end
	Denied    int       `json:"denied"`    // of these, by the user or a rule
	Edits     int       `json:"edits"`
	Decisions int       `json:"decisions"`

	Namespace string          `json:"namespace,omitempty"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

func newSessionView(s *report.Session) *sessionView {
	return &sessionView{
		ID: s.Key, Agent: s.Agent, Project: s.Project, Started: s.Started, Last: s.Last,
		Runs: s.Runs, Failed: s.Bad, Never: s.Never, Denied: s.Denied, Edits: s.Edits, Decisions: s.Decisions,
	}
}

// printLine shows a session in a list.
func (v *sessionView) printLine(e *Env, everywhere bool) {
	e.printf("%s  %s  %s", minute(v.Last), display.Plain(brief(v.ID)), v.words())
	if everywhere && v.Project != "" {
		e.printf("  %s", e.paint(dim, "in "+display.Plain(e.tilde(v.Project))))
	}
	e.printf("\n")
}

// words says how much happened in a session.
func (v *sessionView) words() string {
	parts := []string{display.Counted(v.Runs, "command")}
	if v.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", v.Failed))
	}
	if v.Denied > 0 {
		parts = append(parts, fmt.Sprintf("%d refused or denied", v.Denied))
	}
	if n := v.Never - v.Denied; n > 0 {
		parts = append(parts, fmt.Sprintf("%d interrupted", n))
	}
	if v.Edits > 0 {
		parts = append(parts, display.Counted(v.Edits, "edit"))
	}
	if v.Decisions > 0 {
		parts = append(parts, display.Counted(v.Decisions, "decision"))
	}
	return strings.Join(parts, ", ")
}
