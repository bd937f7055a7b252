package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// requestBody is what bodies of requests are read as. Unlike a program text, one is
// data that most of the time asks for nothing of note: it is read, but does
// not count as something that the call runs.
const requestBody = "body"

// request reads the body of a request for what it asks a server to do. A body
// may stand in a file or come from standard input, as @FILE and @- say.
func (w *walker) request(i int, body Word, x invocation, st *state) {
	t := body.Prefix()
	switch {
	case t == "@-" || t == "@/dev/stdin":
		if !x.in.Known || x.in.Kind != SourcePipe && x.in.Kind != SourceText {
			return
		}
		body = x.in.Text
	case strings.HasPrefix(t, "@"):
		o, ok := w.written(body.cut(1), st)
		if !ok || !o.known {
			return
		}
		body = o.word
	}
	w.code(i, requestBody, body, x, st)
}

// readOnly reports whether a client of a database was told to change nothing
// in it. What its shell does outside of the database it does all the same.
func (w *walker) readOnly(i int) bool {
	c := &w.script.Calls[i]
	if len(c.Args.Operands) > 0 && c.Args.Operands[0].Is(":memory:") { // nor does it outlive the call
		return true
	}
	return c.Args.Has("-readonly", "--readonly", "--read-only")
}

// scriptWords are the words from the name of a script on, with the options
// that the program in front has read as its own.
func (c *Call) scriptWords(n *rule.Nested) []Word {
	var name Word
	switch {
	case len(n.Sub) == 0 && len(c.Args.Sub) > 0:
		name = lit(c.Args.Sub[0])
	case len(n.Sub) > 0 && len(c.Args.Operands) > n.Skip:
		name = c.Args.Operands[n.Skip]
	}
	for k := 1; k < len(c.Argv) && len(name.Parts) > 0; k++ {
		if c.Argv[k].equal(name) || c.Argv[k].String() == name.String() {
			return c.Argv[k:]
		}
	}
	return nil
}

// scriptOf reads the arguments of a script whose name has a model of its own:
// python manage.py flush, php artisan db:wipe. Names that are those of common
// commands say nothing about a script: node install is no install.
func (w *walker) scriptOf(words []Word, lang string, x invocation, st *state) {
	if len(words) == 0 || lang == "" || lang == "shell" {
		return
	}
	name, ok := words[0].Literal()
	if !ok {
		return
	}
	m := w.model(programName(name))
	if m == nil {
		return
	}
	switch m.Type {
	case "FileSystem", "System", "Unknown", "Custom":
		return
	}
	if _, own := w.written(words[0], st); own {
		return
	}
	w.call(words, invocation{in: x.in, span: x.span}, st)
}
