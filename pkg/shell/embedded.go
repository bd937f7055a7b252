package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lang"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"mvdan.cc/sh/v3/syntax"
)

// code follows program text of another language.
func (w *walker) code(i int, language string, text Word, x invocation, st *state) {
	if w.depth >= maxDepth {
		w.problem(TooDeep, "program texts are nested too deeply to follow", x.span)
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	src := w.holes.text(text)
	if forks(language, src) {
		w.problem(ForkBomb, "a "+language+" loop that starts itself without end", x.span)
	}
	steps := lang.Read(language, src)
	if len(src) > lang.MaxBytes || len(steps) >= lang.MaxSteps {
		w.problem(TooLarge, "the "+language+" text is longer than can be read", x.span)
	}
	for _, s := range steps {
		if !w.spend(1) {
			return
		}
		if rule.EffectKind(s.Effect) == rule.Drop && w.readOnly(i) {
			continue
		}
		w.step(i, s, st)
	}
}

// forks reports whether a program does nothing but fork in a loop: what means
// to use its children waits for them or lets them do something else.
func forks(language, src string) bool {
	switch language {
	case "perl", "python", "ruby", "php":
	default:
		return false
	}
	if len(src) > maxForks || !strings.Contains(src, "fork") {
		return false
	}
	for _, s := range [...]string{"wait", "exec", "exit", "if ", "pid", "sleep", "print"} {
		if strings.Contains(src, s) {
			return false
		}
	}
	return strings.Contains(src, "while") || strings.Contains(src, "for(;;)") || strings.Contains(src, "for (;;)") || strings.Contains(src, "loop")
}

// maxForks is how long the text of a fork bomb may be.
const maxForks = 200

// step turns one step of a program into a call.
func (w *walker) step(i int, s lang.Step, st *state) {
	at := w.span(s.From, s.To)
	c := st.fork()
	c.code = w.script.Calls[i].Program
	switch {
	case s.Effect != "":
		call := Call{Effect: rule.EffectKind(s.Effect), Span: at, Code: c.code, All: s.All, Cwd: st.cwd}
		for _, a := range s.Argv {
			call.Argv = append(call.Argv, w.arg(a, at, st))
		}
		if call.Effect == rule.Run {
			call.Effect = ""
			call.Program = c.code
			call.Runs = []Run{{Lang: s.Lang, Net: fromNetwork(s)}}
		}
		w.addCall(call, st)
	case s.Argv != nil:
		var argv []Word
		for _, a := range s.Argv {
			argv = append(argv, w.arg(a, at, st))
		}
		w.call(argv, invocation{span: at}, c)
	default:
		c.code = ""
		t := w.filledText(s.Text, s.Holes, st)
		t.Span = at
		w.nestedText(i, t, s.Lang, nil, invocation{span: at}, c)
	}
}

// fromNetwork reports whether what a step runs was fetched.
func fromNetwork(s lang.Step) bool {
	for _, a := range s.Argv {
		for _, h := range a.Holes {
			if h.Net {
				return true
			}
		}
	}
	return false
}

// arg is the word of a step's argument.
func (w *walker) arg(a lang.Arg, at Span, st *state) Word {
	out := w.filledText(a.Text, a.Holes, st)
	out.Span = at
	if a.Glob {
		out = out.globbed()
	}
	return out
}

// filledText returns text with its holes filled, some of them names of outer
// unknowns.
func (w *walker) filledText(text string, holes []lang.Hole, st *state) Word {
	var out Word
	from := 0
	for _, h := range holes {
		at := min(max(h.At, from), len(text))
		w.holes.appendTo(&out, text[from:at])
		out.addWord(w.holeWord(h, st))
		from = at
	}
	w.holes.appendTo(&out, text[from:])
	return out
}

// holeWord is what stands in a hole: the home directory, a variable the script
// set, or an unknown.
func (w *walker) holeWord(h lang.Hole, st *state) Word {
	if h.Home {
		return lit(w.opt.Home)
	}
	if strings.HasPrefix(h.Name, "$") && syntax.ValidName(h.Name[1:]) {
		return w.variable(h.Name[1:], st)[0]
	}
	return Word{Parts: []Part{{Kind: Unknown, Text: h.Name, Temp: h.Temp}}}
}
