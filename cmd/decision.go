package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
)

// decisionView shows a decision.
type decisionView struct {
	ID        string    `json:"id"`
	Time      time.Time `json:"time"`
	Action    string    `json:"action"`
	Risk      string    `json:"risk"`
	Rules     []string  `json:"rules"`
	Message   string    `json:"message"`
	Command   string    `json:"command"`
	Project   string    `json:"project,omitempty"`
	Cwd       string    `json:"cwd,omitempty"`
	Agent     string    `json:"agent,omitempty"`
	Session   string    `json:"session,omitempty"`
	AllowedBy []string  `json:"allowed_by,omitempty"`
}

func newDecisionView(d *memory.Decision) *decisionView {
	return &decisionView{
		ID: d.ID, Time: d.Time, Action: d.ShownAction(), Risk: d.Risk, Rules: append([]string{}, d.Rules...),
		Message: d.Message.String(), Command: d.Command.String(), Project: d.Project, Cwd: d.Cwd, Agent: d.Agent,
		Session: d.Session, AllowedBy: d.AllowedBy,
	}
}

func (v *decisionView) print(e *Env) {
	risk := display.Plain(v.Risk) + "  "
	if v.Action == memory.Stopped {
		risk = "" // it is about none
	}
	e.printf("%s  %s  %s  %s%s\n", minute(v.Time), display.Plain(v.ID),
		e.paint(v.color(), fmt.Sprintf("%-5s", display.Plain(v.Action))), risk, display.Plain(strings.Join(v.Rules, " ")))
	e.printIndented(commandLines(v.Command)...)
	if v.Message != "" {
		e.printf("  %s\n", display.Plain(v.Message))
	}
	if v.Project != "" {
		e.printf("  %s\n", e.paint(dim, "in "+display.Plain(v.Project)))
	}
	if len(v.AllowedBy) > 0 {
		e.printf("  allowed by %s\n", display.Plain(strings.Join(v.AllowedBy, ", ")))
	}
}

func (v *decisionView) color() color {
	if v.Action == policy.Block.String() {
		return red
	}
	return yellow
}
