package cmd

import (
	"fmt"
	"slices"
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

	open string // why it is not known how it ended
	here bool   // in a list of its own project, which it need not name
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
	if !v.here && v.Project != "" {
		e.printf("  %s\n", e.paint(dim, "in "+display.Plain(e.tilde(v.Project))))
	}
	if v.Agent == "unknown" && v.Action == policy.Ask.String() {
		e.printf("  %s\n", e.paint(dim, "the agent was not recognised, so it was denied instead; to name it: --agent NAME in the hook"))
	}
	if len(v.AllowedBy) > 0 {
		e.printf("  allowed by %s\n", display.Plain(strings.Join(v.AllowedBy, ", ")))
	}
	if words := v.endWords(); words != "" && (v.Ended != nil || v.Action == policy.Ask.String()) { // a block ends nowhere
		e.printf("  %s %s\n", e.paint(bold, "->"), display.Plain(words))
	}
}

// riskWords is the risk of what a decision is about; "" where it is about none.
func (v *decisionView) riskWords() string {
	if v.Action == memory.Stopped || len(v.Rules) == 0 || slices.Contains(v.Rules, memory.BrokenPreference) {
		return ""
	}
	return v.Risk
}

// stopped reports whether it kept a command from running, until the user said yes.
func (v *decisionView) stopped() bool {
	return v.Action == policy.Block.String() || v.Action == policy.Ask.String() || v.Action == memory.Stopped
}

// overruled reports whether the user did not let it stand.
func (v *decisionView) overruled() bool {
	return v.Ended != nil && (v.Ended.How == memory.Accepted || v.Ended.How == memory.LetThrough)
}

// endWords says how it ended, or why that is not known; "" where the user had spoken
// before.
func (v *decisionView) endWords() string {
	switch {
	case v.Ended != nil:
		return v.Ended.words()
	case v.open != "":
		return "not known: " + v.open
	}
	return ""
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
