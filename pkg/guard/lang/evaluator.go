package lang

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func (e *evaluator) carryOut(x *rule.Function, c *Call) Value {
	if x.Do != "" {
		e.apply(x.Do, c)
	}
	if x.Value != "" {
		return e.evaluate(x.Value, c)
	}
	return e.Result(c, x.Gives)
}

// evaluator carries out calls as the rows of their functions say, and collects
// the steps that they take.
type evaluator struct {
	calculator
	found []Step
	wire  wire
}

// full reports whether no more steps are taken.
func (e *evaluator) full() bool { return len(e.found) >= MaxSteps }

// Call gives the steps of a call and what it is worth.
func (e *evaluator) Call(v Value, c *Call) Value {
	c.Name, c.Self = v.Name, v.Self
	if v.Shape == ChoiceShape && len(v.Items) > 0 {
		v = v.Items[0]
		c.Name, c.Self = v.Name, v.Self
	}
	x := e.row(&v)
	if x == nil {
		if c.Self != nil {
			return e.method(c)
		}
		if i := strings.LastIndexByte(c.Name, '.'); i > 0 && len(c.Args) == 0 && sameData(c.Name[i+1:]) {
			return Value{Shape: NameShape, Name: c.Name[:i]}
		}
		return e.Result(c, "")
	}
	return e.carryOut(x, c)
}

// Run carries out a call whose function has a row, whatever the call's own
// name, and reports whether it has.
func (e *evaluator) Run(function string, c *Call) (Value, bool) {
	x := e.find(function)
	if x == nil {
		return Value{}, false
	}
	return e.carryOut(x, c), true
}

// Do carries out what a row would say.
func (e *evaluator) Do(do string, c *Call) Value {
	return e.carryOut(&rule.Function{Do: do}, c)
}

// Add puts a step that the call c takes on the list.
func (e *evaluator) Add(s Step, c *Call) {
	if e.full() {
		return
	}
	s.From, s.To, s.Note = c.From, max(c.From, c.To), c.Name
	if n := len(e.found); n == cap(e.found) { // append would copy many of them five times
		e.found = slices.Grow(e.found, max(n, 1))
	}
	e.found = append(e.found, s)
}

// Argv adds a step that is a command with its arguments.
func (e *evaluator) Argv(c *Call, words []Arg) {
	if len(words) == 0 {
		return
	}
	e.sawProgram(c, words)
	if e.syn != nil && e.syn.tilde {
		for i := range words {
			words[i] = ExpandHome(words[i])
		}
	}
	e.Add(Step{Argv: words}, c)
}

// ShellText adds a step that is text for a shell.
func (e *evaluator) ShellText(c *Call, v Value) {
	for _, a := range v.alternatives() {
		e.shellStep(c, []Arg{e.Arg(a)})
	}
}

func (e *evaluator) shellStep(c *Call, words []Arg) {
	if len(words) == 0 {
		return
	}
	all := words[0]
	for _, w := range words[1:] {
		all = Join(Join(all, Arg{Text: " "}), w)
	}
	e.sawText(c, all)
	e.Text(c, "", all)
}

// Text adds a step that is program text; text of which all is from the
// network is the effect of running it.
func (e *evaluator) Text(c *Call, lang string, a Arg) {
	if strings.TrimSpace(a.Text) == "" && len(a.Holes) > 0 && a.Holes[0].Net {
		as := lang
		if as == "" {
			as = "shell"
		}
		e.Add(Step{Effect: "run", Lang: lang, Argv: []Arg{{Text: as}, a}}, c)
		return
	}
	if a.Text == "" && len(a.Holes) == 0 {
		return
	}
	e.Add(Step{Text: a.Text, Holes: a.Holes, Lang: lang, Known: len(a.Holes) == 0}, c)
}

// Program adds a step that runs a value as program text of a language.
func (e *evaluator) Program(c *Call, lang string, v Value) {
	for _, a := range v.alternatives() {
		x := e.Arg(a)
		if lang == "sql" && !LooksLikeSQL(x.Text) {
			continue
		}
		e.Text(c, lang, x)
	}
}

// started adds a step for what takes a command either as shell text or as a
// list of words.
func (e *evaluator) started(c *Call, v Value) {
	for _, a := range v.alternatives() {
		if a.Shape != ListShape {
			e.ShellText(c, a)
			continue
		}
		words := e.Words(a)
		if c.on("shell") && len(words) > 0 {
			e.shellStep(c, words[:1])
			continue
		}
		e.Argv(c, words)
	}
}
