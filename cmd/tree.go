package cmd

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// print draws the tree: what could not be followed, the calls, and
// at the end what comes of it.
func (x *explanation) print(e *Env) {
	for _, line := range strings.Split(strings.TrimRight(x.Command, "\n"), "\n") {
		e.printf("%s\n", display.Plain(line))
	}
	t := tree{env: e, x: x, color: func(s string) string { return e.paint(dim, s) }}
	for _, p := range x.Problems {
		t.branch("", false, e.paint(yellow, p.Kind)+": "+display.Plain(p.Say))
	}
	for i := range x.Verdict.Findings {
		if !t.ofCall(i) {
			t.branch("", false, t.finding(i))
		}
	}
	for _, f := range x.Unread {
		t.branch("", false, e.paint(yellow, "not followed")+": "+oneLine(f.File+": "+f.Why))
	}
	t.calls(-1, "")
	t.decision()
}

// tree draws branches under one another.
type tree struct {
	env   *Env
	x     *explanation
	color func(string) string
}

// branch draws one line and returns what stands before the lines below it.
func (t *tree) branch(lead string, last bool, text string) string {
	fork, below := "├─ ", "│  "
	if last {
		fork, below = "└─ ", "   "
	}
	t.env.printf("%s%s\n", t.color(lead+fork), text)
	return lead + below
}

// calls draws the calls nested in one, each with what it does, what that
// fires, and the calls it runs itself.
func (t *tree) calls(via int, lead string) {
	nested := t.nested(via)
	for k, i := range nested {
		last := via >= 0 && k == len(nested)-1
		c := &t.x.Calls[i]
		below := t.branch(lead, last, t.env.paint(bold, oneLine(c.commandLine()))+t.about(c))
		inner := len(t.nested(i))
		rest := len(c.Effects) + len(c.Findings) + inner
		for n := range c.Effects {
			rest--
			t.branch(below, rest == 0, effectLine(&c.Effects[n]))
		}
		for _, n := range c.Findings {
			rest--
			t.branch(below, rest == 0, t.finding(n))
		}
		t.calls(i, below)
	}
}

func (t *tree) nested(via int) []int {
	var list []int
	for i := range t.x.Calls {
		if t.x.Calls[i].Via == via {
			list = append(list, i)
		}
	}
	return list
}

// about says what is unusual about how a call runs.
func (t *tree) about(c *callView) string {
	var out []string
	if c.File != "" {
		out = append(out, c.File+":"+strconv.Itoa(c.Line))
	}
	if c.Language != "" {
		out = append(out, "in "+c.Language)
	}
	if len(c.Wrappers) > 0 {
		out = append(out, "under "+strings.Join(c.Wrappers, ", "))
	}
	if c.Where != "here" {
		out = append(out, whereWords(c.Where))
	}
	// The directory elsewhere begins with the place: "remote:/srv".
	if dir := strings.TrimPrefix(c.Cwd, c.Where+":"); dir != "" {
		out = append(out, "in "+dir)
	}
	if c.CwdElse != nil {
		dir := strings.TrimPrefix(*c.CwdElse, c.Where+":")
		if dir == "" {
			dir = "the first directory"
		}
		out = append(out, "or in "+dir+" if cd fails")
	}
	if c.Stdin != "" {
		out = append(out, "reads "+c.Stdin)
	}
	out = append(out, c.When...)
	if c.Model == "" && c.Program != "" && c.Language == "" {
		out = append(out, "no model")
	}
	if len(out) == 0 {
		return ""
	}
	return t.color("  (" + oneLine(strings.Join(out, ", ")) + ")")
}

// effectLine says what an effect does: delete ~/ (home), with all below.
func effectLine(f *effectView) string {
	out := string(f.Kind)
	if f.Target != "" {
		out += " " + f.Target
	}
	if f.What != "" {
		out += " (" + f.What + ")"
	}
	var more []string
	if len(f.Classes) > 0 {
		more = append(more, strings.Join(f.Classes, " "))
	}
	if f.Recursive {
		more = append(more, "recursively")
	}
	if f.Force {
		more = append(more, "without asking")
	}
	if f.All {
		more = append(more, "everything")
	}
	if len(f.From) > 0 {
		more = append(more, "from "+or(each(f.From, originWords)))
	}
	if len(more) > 0 {
		out += ": " + strings.Join(more, ", ")
	}
	return oneLine(out)
}

// oneLine makes a text fit for a branch.
func oneLine(s string) string {
	const most = 160
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + ".."
	}
	return display.Plain(strings.ReplaceAll(s, "\n", `\n`))
}

// finding is the line of a rule that fired.
func (t *tree) finding(i int) string {
	f := &t.x.Verdict.Findings[i]
	line := t.env.paint(riskColor(f.Risk), f.Risk) + " " + f.Rule + inBrackets(f.Pack) + ": " + oneLine(f.Message)
	if len(f.Facts) > 0 {
		line += " (" + oneLine(strings.Join(f.Facts, "; ")) + ")"
	}
	if f.By != "" {
		line += ", set by " + oneLine(f.By)
	}
	return line
}

// ofCall reports whether a finding stands under a call.
func (t *tree) ofCall(finding int) bool {
	for i := range t.x.Calls {
		for _, n := range t.x.Calls[i].Findings {
			if n == finding {
				return true
			}
		}
	}
	return false
}

// decision is the last branch.
func (t *tree) decision() {
	v := t.x.Verdict
	line := t.env.paint(bold, v.Action)
	if v.Risk == "safe" {
		line += ": no rule fires"
	} else {
		line += ": " + v.Risk + " risk"
	}
	t.branch("", true, line+", type "+v.Type+", "+v.factsWords())
}
