package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// exportedFunction returns the function that a variable hands on to a shell:
// BASH_FUNC_name%%=() { ..; }.
func exportedFunction(variable string) (string, bool) {
	name, ok := strings.CutPrefix(variable, "BASH_FUNC_")
	if !ok {
		return "", false
	}
	bare := strings.TrimSuffix(strings.TrimSuffix(name, "%%"), "()")
	return bare, bare != name
}

// Assignments binds leading VAR=value words and returns what follows.
func (w *Walker) Assignments(words []shell.Word, span shell.Span, st *State) (rest []shell.Word, assigns []shell.Assign) {
	if len(words) > 1 && words[0].Is("-") { // env's short for -i
		words = words[1:]
	}
	for len(words) > 0 {
		name, _, ok := strings.Cut(words[0].Prefix(), "=")
		v := words[0].Cut(len(name) + 1)
		if f, exported := exportedFunction(name); ok && exported {
			w.text(f+" "+w.holes.text(v), st, shell.OwnInput, nil)
			words = words[1:]
			continue
		}
		if !ok || !syntax.ValidName(name) {
			break
		}
		st.SetWord(name, v)
		setVariable(w, name, v, span, st)
		assigns = append(assigns, shell.Assign{Name: name, Value: v})
		words = words[1:]
	}
	return words, assigns
}
