package cmd

import (
	"cmp"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ruleView shows a rule.
type ruleView struct {
	ID         string       `json:"id"`
	Pack       string       `json:"pack,omitempty"` // the shared pack, with its version
	Title      string       `json:"title"`
	Risk       string       `json:"risk"`
	Why        string       `json:"why"`
	Mitigation string       `json:"mitigation,omitempty"`
	Instead    []string     `json:"instead"`
	Fires      []string     `json:"fires"`
	Facts      []factView   `json:"facts,omitempty"`
	Examples   exampleLists `json:"examples"`
	File       string       `json:"file,omitempty"` // of one that is not built in
	By         string       `json:"by,omitempty"`   // the file of the machine that no user loosens

	program string   // that it speaks of; "" is any
	surface []string // how its risk differs by where a command stands; not in the JSON
	short   bool     // not all of it is shown
}

// commandsOf lists commands to run instead. JSON has [] where there are none.
func commandsOf(list []rule.Alternative) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Run
	}
	return out
}

type factView struct {
	If   string `json:"if"`
	Risk string `json:"risk"`
	Say  string `json:"say,omitempty"`
}

type exampleLists struct {
	Hit  []string `json:"hit"`
	Miss []string `json:"miss"`
}

func newRuleView(r *rule.Rule) *ruleView {
	v := &ruleView{
		ID: r.ID, Title: r.Title, Risk: r.Risk.String(), Why: r.Why, Mitigation: r.Mitigation,
		Instead: commandsOf(r.Instead), Fires: append([]string{}, whenWords(&r.When)...),
		Examples: exampleLists{append([]string{}, r.Examples.Hit...), append([]string{}, r.Examples.Miss...)},
	}
	for _, f := range r.Facts {
		v.Facts = append(v.Facts, factView{f.If, f.Risk.String(), f.Say})
	}
	v.surface = surfaceWords(r.Surface)
	if p := r.When.Program; len(p) > 0 {
		v.program = p[0] // of several, the one whose name is in the examples
	}
	return v
}

// surfaceWords says how the risk of a rule differs by kind of file: a line for each risk,
// the highest first.
func surfaceWords(list []rule.Surface) []string {
	named := map[string]string{
		"script": "scripts", "image": "Dockerfiles", "ci": "CI workflows", "make": "makefiles", "package": "package scripts", "doc": "Markdown",
		rule.Unattended: "what runs by itself", rule.Test: "tests", rule.Tool: "tools that agents have for files",
	}
	var out []string
	for risk := policy.Critical; ; risk-- {
		var names []string
		for _, s := range list {
			if s.Risk == risk {
				names = append(names, named[s.Name])
			}
		}
		if len(names) > 0 {
			out = append(out, risk.String()+" in "+and(names))
		}
		if risk == policy.Safe {
			return out
		}
	}
}

// print shows all of a rule, in the order in which a user asks.
func (v *ruleView) print(e *Env) {
	e.printf("%s: %s\n\n", e.paint(bold, v.ID), display.Plain(v.Title))
	if v.Risk != policy.Safe.String() { // else no level says what comes of it
		e.printField("risk", e.paint(riskColor(v.Risk), v.Risk)+levels(v.Risk))
	}
	e.printField("pack", strings.TrimPrefix(v.Pack, "pack "))
	e.printField("file", display.Plain(e.tilde(v.File)))
	if v.By != v.File {
		e.printField("set by", display.Plain(v.By))
	}
	e.printField("why", wrap(v.Why)...)
	e.printField("advice", wrap(v.Mitigation)...)
	e.printField("instead", withBlanks(v.Instead, v.program)...)
	e.printField("fires", v.Fires...)
	e.printField("facts", v.factWords()...)
	e.printField("lint", v.surface...)
	e.printField("hit", commandLines(v.Examples.Hit...)...)
	e.printField("miss", commandLines(v.Examples.Miss...)...)
}

// levels says what a risk comes to at each level.
func levels(risk string) string {
	r, _ := policy.ParseRisk(risk) // it is one of ours
	var out []string
	actions := make(map[policy.Action]bool)
	for l := policy.Permissive; l <= policy.Strict; l++ {
		a := policy.For(l).Decide(r)
		actions[a] = true
		out = append(out, a.String()+" at "+l.String())
	}
	if len(actions) == 1 {
		return " (" + policy.For(policy.Standard).Decide(r).String() + " at every safety_level)"
	}
	return " (" + strings.Join(out, ", ") + ")"
}

func (v *ruleView) factWords() []string {
	var out []string
	if len(v.Facts) > 1 {
		out = append(out, "the first of these that holds on this machine decides:")
	}
	blanks := blanks(v.program)
	for _, f := range v.Facts {
		s := f.Risk + " when " + conditionWords(f.If)
		if f.Say != "" {
			s += `: "` + blanks.Replace(f.Say) + `"`
		}
		out = append(out, s)
	}
	return out
}

// withBlanks shows what a rule says where it does not speak of a command: a
// word in capitals stands for what the command has there, N for a number.
func withBlanks(list []string, program string) []string {
	blanks := blanks(program)
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = blanks.Replace(s)
	}
	return out
}

func blanks(program string) *strings.Replacer {
	return strings.NewReplacer(
		"{target}", "TARGET", "{targets}", "TARGET", "{operands}", "OPERAND", "{program}", cmp.Or(program, "PROGRAM"), "{sub}", "SUBCOMMAND",
		"{first}", "OPERAND", "{rest}", "OPERAND", "{refs}", "REF", "{command}", "COMMAND", "{url}", "URL",
		"{what}", "WHAT", "{wrapper}", "WRAPPER", "{tree.branch}", "BRANCH",
		"{tree.modified}", "N", "{tree.untracked}", "N", "{tree.stashes}", "N",
		"{path.files}", "N", "{path.untracked}", "N", "{path.modified}", "N", "{branch.ahead}", "N",
		"{clean.names}", "FILES", "{landing.names}", "FILES", "{landing.guard}", "FILES", "{leaves.names}", "FILES", "{stash.named}", "STASH", "{stash.theirs}", "STASH", "{stash.commit}", "COMMIT", "{theirs.names}", "FILES", "{theirs.unsure}", "FILES", "{holds.names}", "FILES", "{live.names}", "FILES", "{user.names}", "FILES", "{push.foreign}", "N", "{push.newest}", "SUBJECT", "{push.strange}", "BRANCH",
		"{declared.name}", "PACKAGE", "{declared.like}", "PACKAGE", "{declared.file}", "FILE",
		"{registration.files}", "FILES", "{process.ancestor}", "NAME", "{process.outside}", "NAMES",
	)
}
