package follow

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// requestBody is the language as which bodies of requests are read. A body is data, and
// mostly asks for nothing of note, so it does not count as code that the call runs.
const requestBody = "body"

// request reads the body of a request for what it asks a server to do. A body
// may come from a file or from standard input: @FILE, @-.
func (r *runner) request(body shell.Word) {
	t := body.Prefix()
	switch {
	case t == "@-" || t == "@/dev/stdin":
		if !r.x.In.Known || r.x.In.Kind != shell.SourcePipe && r.x.In.Kind != shell.SourceText {
			return
		}
		body = r.x.In.Text
	case strings.HasPrefix(t, "@"):
		o, ok := r.w.Written().Read(body.Cut(1), r.st)
		if !ok || !o.Known {
			return
		}
		body = o.Word
	}
	r.code(requestBody, body)
}

// readOnly reports whether a database client was started read-only. What its
// shell does outside of the database still counts.
func (r *runner) readOnly() bool {
	c := r.call()
	if len(c.Args.Operands) > 0 && c.Args.Operands[0].Is(":memory:") { // it does not outlive the call
		return true
	}
	if last := &r.f.client; last.call != r.i+1 { // each of its options may hold a program
		r.w.Spend(len(c.Args.Flags) / 4)
		*last = client{r.i + 1, c.Args.Has("-readonly", "--readonly", "--read-only")}
	}
	return r.f.client.readOnly
}

// client is a call of a database client.
type client struct {
	call     int // 1 + its index
	readOnly bool
}
