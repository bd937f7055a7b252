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
	e.printf("%s: %s", e.paint(e.Stdout, actionColor(v.action), v.action.String()), outcomes[v.action])
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
	e.printf("\n%s  %s\n", e.paint(e.Stdout, c, f.Risk.String()), e.paint(e.Stdout, bold, f.Rule))
	for _, line := range display.Marked(text, display.Span(f.Span), func(s string) string { return e.paint(e.Stdout, c, s) }) {
		e.printf("    %s\n", line)
	}
	e.printf("  %s\n", display.Plain(f.Message))
	e.printField("why", wrap(f.Why))
	e.printField("here", f.Facts)
	e.printField("advice", wrap(f.Mitigation))
	e.printField("instead", f.Instead)
}

// printField prints the lines of a field beside its name, and nothing
// without lines.
func (e *Env) printField(name string, lines []string) {
	for i, l := range lines {
		if i > 0 {
			name = ""
		}
		e.printf("  %s%s%s\n", e.paint(e.Stdout, dim, name), strings.Repeat(" ", fieldWidth-len(name)), display.Plain(l))
	}
}

const (
	fieldWidth = len("instead") + 2
	textWidth  = 80 - 2 - fieldWidth
)

// wrap breaks a text into lines of textWidth at blanks. Its own line ends
// are those of the file it was written in and mean nothing.
func wrap(s string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > textWidth:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
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
