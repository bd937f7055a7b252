package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/memory"
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

	Ended *endingView `json:"ended,omitempty"`
}

// endingView shows what came of a decision.
type endingView struct {
	How     string    `json:"how"`
	Time    time.Time `json:"time"`
	Run     string    `json:"run,omitempty"`
	Outcome string    `json:"outcome,omitempty"` // of the run
	By      []string  `json:"allowed_by,omitempty"`

	outcome string // with the exit code
}

func newEndingView(x *memory.Ending) *endingView {
	v := &endingView{How: x.How, Time: x.Time, By: x.By}
	if x.Run != nil {
		run := newRunView(x.Run)
		v.Run, v.Outcome, v.outcome = run.ID, run.Outcome, run.outcomeWords(" ")
	}
	return v
}

// words says in a line how a decision ended.
func (v *endingView) words() string {
	s := ""
	switch v.How {
	case memory.Declined:
		return "refused by the user"
	case memory.NotRun:
		return "did not run"
	case memory.Halted:
		return "interrupted by the user"
	case memory.Accepted:
		s = "accepted by the user"
	case memory.Repeated:
		return "did not run; repeated later: " + v.outcome + " (" + v.Run + ")"
	case memory.LetThrough:
		if s = "let through later: ctxhook was paused"; len(v.By) > 0 {
			s = "let through later by " + strings.Join(v.By, ", ")
		}
	}
	if v.Run != "" {
		if s != "" {
			s += "; "
		}
		s += "ran: " + v.outcome + " (" + v.Run + ")"
	}
	return s
}

func newDecisionView(d *memory.Decision) *decisionView {
	return &decisionView{
		ID: d.ID, Time: d.Time, Action: d.ShownAction(), Risk: d.Risk, Rules: append([]string{}, d.Rules...),
		Message: d.Message.String(), Command: d.Command.String(), Project: d.Project, Cwd: d.Cwd, Agent: d.Agent,
		Session: d.Session, AllowedBy: d.AllowedBy,
	}
}

func (v *decisionView) print(e *Env) {
	risk := v.riskWords()
	if risk != "" {
		risk = display.Plain(risk) + "  "
	}
	head := fmt.Sprintf("%s  %s  %s  %s%s", minute(v.Time), display.Plain(v.ID),
		e.paint(v.color(), fmt.Sprintf("%-5s", display.Plain(v.Action))), risk, display.Plain(strings.Join(v.Rules, " ")))
	e.printf("%s\n", strings.TrimRight(head, " "))
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
	if v.Ended != nil {
		e.printf("  %s %s\n", e.paint(bold, "->"), display.Plain(v.Ended.words()))
	}
}

// riskWords is the risk of what a decision is about; "" where it is about none.
func (v *decisionView) riskWords() string {
	if v.Action == memory.Stopped || len(v.Rules) == 0 {
		return ""
	}
	return v.Risk
}

func (v *decisionView) color() color {
	switch v.Action {
	case policy.Block.String():
		return red
	case memory.Allowed, memory.Paused:
		return green
	}
	return yellow
}
