package cmd

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// verdictView shows a verdict. Scripts build on its keys.
type verdictView struct {
	Action   string        `json:"action"`
	Risk     string        `json:"risk"`
	Type     string        `json:"type"`
	Findings []findingView `json:"findings"`
	Allowed  []string      `json:"allowed,omitempty"`

	WithFacts *bool  `json:"with_facts,omitempty"` // the machine was inspected; a row of check --jsonl does not say
	Session   string `json:"session,omitempty"`    // as which it was judged; "": one that begins now

	late bool // some facts took too long to find out
}

// factsWords says whether the machine was inspected.
func (v *verdictView) factsWords() string {
	switch {
	case v.WithFacts == nil || !*v.WithFacts:
		return "without facts"
	case v.late:
		return "with the facts that were found in time"
	case v.Session != "":
		return "with facts, in session " + display.Plain(v.Session)
	}
	return "with facts"
}

// findingView shows a finding. The rows of check --jsonl do not have what
// stands after Instead.
type findingView struct {
	Rule       string         `json:"rule"`
	Risk       string         `json:"risk"`
	Span       [2]int         `json:"span"` // byte offsets [from, to)
	Message    string         `json:"message"`
	Instead    []string       `json:"instead"`
	offers     []safety.Offer // what each of them is for
	Why        string         `json:"why,omitempty"`
	Mitigation string         `json:"mitigation,omitempty"`
	Facts      []string       `json:"facts,omitempty"`
	Undo       bool           `json:"undo,omitempty"` // hooks keep first what is lost
	Pack       string         `json:"pack,omitempty"` // the shared pack of the rule, with its version
	By         string         `json:"by,omitempty"`   // the file of the machine that no user loosens

	Chain []chainView `json:"chain,omitempty"` // how the command comes to it, where that stands in a file
}

// chainView is a call on the way from a command to a finding.
type chainView struct {
	File string `json:"file,omitempty"` // "" the command itself
	Line int    `json:"line,omitempty"`
	Call string `json:"call"`
}

// newChain returns the calls that lead to one in a file that a command runs.
func newChain(s *shell.Script, call int) []chainView {
	if call < 0 || s.Calls[call].In == nil {
		return nil
	}
	var out []chainView
	for _, i := range s.Chain(call) {
		c := &s.Calls[i]
		step := chainView{Call: strings.Join(wordsOf(c), " ")}
		if c.In != nil {
			step.File, step.Line = c.In.Name, c.In.Line
		}
		out = append(out, step)
	}
	return out
}

// wordsOf returns the words of a call as one would type them.
func wordsOf(c *shell.Call) []string {
	out := make([]string, len(c.Argv))
	for i, w := range c.Argv {
		out[i] = shownWord(w)
	}
	return out
}

func newVerdictView(v *safety.Verdict, withFacts bool) *verdictView {
	view := &verdictView{
		Action: v.Action.String(), Risk: v.Risk.String(), Type: v.Type, Findings: make([]findingView, len(v.Findings)), Allowed: v.Allowed,
		WithFacts: &withFacts,
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		view.Findings[i] = findingView{
			Rule: f.Rule, Risk: f.Risk.String(), Span: [2]int{f.Span.From, f.Span.To}, Message: f.Message,
			Instead: append([]string{}, f.Instead...), Why: f.Why, Mitigation: f.Mitigation, Facts: f.Facts, Undo: withFacts && len(f.Losses) > 0 && f.Risk > policy.Medium && !f.Missed, offers: f.Offers,
			By: f.By, Chain: newChain(v.Script, f.Call),
		}
	}
	return view
}

// actionWords says what an action means to the user who asked.
func actionWords(action string) string {
	switch action {
	case policy.Warn.String():
		return "it would run with a warning"
	case policy.Ask.String():
		return "you would be asked first"
	case policy.Block.String():
		return "it would not run"
	}
	return "it would run"
}

// print shows what came of a command: the action first, then every finding,
// the worst first.
func (v *verdictView) print(e *Env, text string) {
	e.printf("%s: %s", e.paint(actionColor(v.Action), v.Action), actionWords(v.Action))
	if v.Risk == policy.Safe.String() {
		e.printf(" (%s)\n", v.factsWords())
	} else {
		e.printf(" (%s risk, %s, %s)\n", v.Risk, v.Type, v.factsWords())
	}
	for i := range v.Findings {
		v.Findings[i].print(e, text)
	}
	if len(v.Allowed) > 0 {
		e.printf("\nallowed by %s\n", strings.Join(v.Allowed, ", "))
	}
}

func (v *findingView) print(e *Env, text string) {
	c := riskColor(v.Risk)
	e.printf("\n%s  %s%s\n", e.paint(c, v.Risk), e.paint(bold, v.Rule), inBrackets(v.Pack))
	for _, line := range display.Marked(text, display.Span{From: v.Span[0], To: v.Span[1]}, func(s string) string { return e.paint(c, s) }) {
		e.printf("    %s\n", line)
	}
	for _, s := range v.Chain {
		if s.File != "" {
			e.printf("    %s:%d: %s\n", display.Plain(s.File), s.Line, oneLine(s.Call))
		}
	}
	e.printf("  %s\n", display.Plain(v.Message))
	e.printField("why", wrap(v.Why)...)
	e.printField("here", v.Facts...)
	e.printField("set by", display.Plain(v.By))
	e.printField("advice", wrap(v.Mitigation)...)
	for offer, label := range [...]string{safety.Saves: "save", safety.Looks: "look", safety.Replaces: "instead"} {
		var commands []string
		for i, s := range v.Instead {
			if i < len(v.offers) && v.offers[i] == safety.Offer(offer) {
				commands = append(commands, s)
			}
		}
		e.printField(label, commands...)
	}
	if v.Undo {
		e.printField("undo", "the hook keeps these files first, and ctxhook undo brings them back")
	}
}

func actionColor(action string) color {
	switch action {
	case policy.Block.String():
		return red
	case policy.Ask.String(), policy.Warn.String():
		return yellow
	}
	return green
}

func riskColor(risk string) color {
	switch risk {
	case policy.Critical.String(), policy.High.String():
		return red
	case policy.Medium.String():
		return yellow
	}
	return dim
}

// setPacks names the shared packs whose rules fired.
func (v *verdictView) setPacks(j *judge.Judge) {
	if j == nil {
		return
	}
	for i := range v.Findings {
		v.Findings[i].Pack = j.PackOf(v.Findings[i].Rule)
	}
}

// inBrackets adds a word to a line; "" adds nothing.
func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
