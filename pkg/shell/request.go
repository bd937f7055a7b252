package shell

import (
	"strings"
)

// requestBody is what bodies of requests are read as. Unlike a program text,
// one is data that most of the time asks for nothing of note: it is read, but
// does not count as something that the call runs.
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
		o, ok := w.files.read(body.cut(1), st)
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
