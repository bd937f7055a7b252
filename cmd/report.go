package cmd

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// outcomes says what each action means to the person who asked.
var outcomes = [...]string{
	policy.Silent: "it would run, without a word",
	policy.Warn:   "it would run, with a warning",
	policy.Ask:    "you would be asked first",
	policy.Block:  "it would not run",
}

// printVerdict tells a person what came of a command: the action first, then
// every finding, the worst first.
func (e *Env) printVerdict(text string, v verdict) {
	e.printf("%s: %s", e.paint(actionColor(v.action), v.action.String()), outcomes[v.action])
	if v.Risk > policy.Safe {
		e.printf(" (%s risk, %s)", v.Risk, v.Type)
	}
	e.printf("\n")
	for i := range v.Findings {
		e.printFinding(text, &v.Findings[i])
	}
	if len(v.Allowed) > 0 {
		e.printf("\nlet through by %s\n", strings.Join(v.Allowed, ", "))
	}
}

func (e *Env) printFinding(text string, f *safety.Finding) {
	c := riskColor(f.Risk)
	e.printf("\n%s  %s\n", e.paint(c, f.Risk.String()), e.paint(bold, f.Rule))
	for _, line := range display.Marked(text, display.Span(f.Span), func(s string) string { return e.paint(c, s) }) {
		e.printf("    %s\n", line)
	}
	e.printf("  %s\n", display.Plain(f.Message))
	e.printField("why", wrap(f.Why)...)
	e.printField("here", f.Facts...)
	e.printField("advice", wrap(f.Mitigation)...)
	e.printField("instead", f.Instead...)
}

func actionColor(a policy.Action) color {
	switch a {
	case policy.Block:
		return red
	case policy.Ask, policy.Warn:
		return yellow
	}
	return green
}

func riskColor(r policy.Risk) color {
	switch r {
	case policy.Critical, policy.High:
		return red
	case policy.Medium:
		return yellow
	}
	return dim
}
