package rulefile

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ParseFixes reads a file of errors and their fixes. Their ids begin
// with the name of the tool, which is that of the file; path is how messages
// name it. The literals of patterns are left to the generator.
func ParseFixes(tool, path string, data []byte) ([]rule.Fix, error) {
	r := &reader{path: path}
	if !validName(tool) {
		r.fail("%s is not a tool name: use lower-case letters, digits and -", display.Quote(tool))
	}
	return rows(r, data, "errors", func(n *Node) rule.Fix { return r.fix(n, tool) }, func(f *rule.Fix) string { return f.ID })
}

func (r *reader) fix(n *Node, tool string) rule.Fix {
	var f rule.Fix
	seen := r.object(n, "an error",
		field{"id", func(n *Node) {
			name, _ := r.text(n)
			if f.ID = tool + "/" + name; !validID(f.ID) {
				r.errorIn(n, "%s is not an error name: use lower-case letters, digits and -", display.Quote(name))
			}
		}},
		field{"class", func(n *Node) { word(r, &f.Class, "class", rule.FixClasses[:])(n) }},
		field{"programs", r.programs(&f.Programs)},
		field{"sub", r.list(&f.Sub)},
		field{"needs", r.list(&f.Needs)},
		field{"unless", r.list(&f.Unless)},
		field{"exit", r.status(&f.Exit, 1)},
		field{"error", r.linePatterns(&f.Error)},
		field{"cause", r.line(&f.Cause)},
		field{"advice", r.line(&f.Advice)},
		field{"choices", r.list(&f.Choices)},
		field{"beside", r.list(&f.Beside)},
		field{"commands", r.list(&f.Commands)},
		field{"safe_for_agent", r.yes(&f.Safe)},
		field{"examples", func(n *Node) { r.each(n, func(n *Node) { f.Examples = append(f.Examples, r.fixExample(n)) }) }},
	)
	r.need(n, "an error", seen, "id", "class", "error", "cause", "examples")
	holes := groups(f.Error)
	if len(f.Choices) > 0 {
		holes = append(holes, rule.TemplateChoices)
	}
	for _, text := range append([]string{f.Cause, f.Advice}, f.Commands...) {
		r.template(n, text, holes)
	}
	for _, c := range f.Commands {
		r.remedy(n, &f, c)
	}
	if f.Safe && len(f.Commands) == 0 {
		r.errorIn(n, "safe_for_agent needs commands")
	}
	if !slices.ContainsFunc(f.Examples, func(e rule.FixExample) bool { return !e.Miss }) {
		r.errorIn(n, "an error needs an example")
	}
	return f
}

// groups lists the named groups of patterns. Those that not all of them have
// are there as well: a template in which one is missing is not used.
func groups(patterns []rule.Pattern) []string {
	var names []string
	for _, p := range patterns {
		if re, err := regexp.Compile(p.Regex); err == nil {
			names = append(names, re.SubexpNames()...)
		}
	}
	return names
}

// template reports holes that nothing fills.
func (r *reader) template(n *Node, text string, holes []string) {
	t, err := rule.ParseTemplate(text)
	if err != nil {
		r.errorIn(n, "%s", err)
		return
	}
	for _, p := range t {
		if p.To == rule.TemplateChoices && !slices.Contains(holes, p.To) {
			r.errorIn(n, "there are no choices")
		}
		if p.Name != "" && !slices.Contains(rule.TemplateParts[:], p.Name) && !slices.Contains(holes, p.Name) {
			r.errorIn(n, "no pattern has a group %s", display.Quote(p.Name))
		}
	}
}

// remedy refuses commands that no user or agent should be offered: an agent runs what it
// is told helps.
func (r *reader) remedy(n *Node, f *rule.Fix, command string) {
	pieces, err := rule.ParseTemplate(command)
	if err != nil {
		return // it is reported
	}
	for _, p := range pieces {
		for w := range strings.FieldsSeq(p.Text + " " + p.To) {
			switch {
			case rule.Reckless(w) && !slices.Contains(f.Programs, w):
				r.errorIn(n, "%s cannot be offered as a command: describe it in text", display.Quote(w))
			case f.Safe && p.Text != "" && (w == "install" || w == "add"): // a word for another of the call names nothing new
				r.errorIn(n, "%s is not safe for an agent", display.Quote(w))
			}
		}
	}
}

func (r *reader) fixExample(n *Node) rule.FixExample {
	var e rule.FixExample
	text := func(to *string) func(*Node) {
		return func(n *Node) { *to, _ = r.text(n) }
	}
	seen := r.object(n, "an example",
		field{"command", text(&e.Command)},
		field{"output", text(&e.Output)},
		field{"fix", text(&e.Fix)},
		field{"miss", r.yes(&e.Miss)},
	)
	r.need(n, "an example", seen, "command", "output")
	return e
}
