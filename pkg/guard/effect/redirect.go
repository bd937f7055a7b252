package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// redirect adds the effect of a redirection.
func (r *collector) redirect(d *shell.Redir) {
	if shell.IsConnection(d.Word) {
		kind := rule.Send
		if r.interactive() && (r.call.Program != "exec" || len(r.call.Args.Operands) > 0 || standard(d)) {
			kind = rule.Listen
		}
		e := Effect{Kind: kind, What: "a network connection"}
		if kind == rule.Send && strings.Contains(d.Op, ">") {
			e.From = r.printed()
		}
		r.add(e, &d.Word)
		return
	}
	switch d.Op {
	case ">", ">|", "&>", "<>", ">&":
		r.write(Effect{Kind: rule.Overwrite, Force: true}, d)
	case ">>", "&>>":
		r.write(Effect{Kind: rule.Append}, d)
	case "<":
		r.add(Effect{Kind: rule.Read}, &d.Word)
	case shell.BothWays:
		if r.interactive() && len(r.call.Args.Operands) == 0 && !r.call.Args.Has("-c") {
			r.out = append(r.out, Effect{Kind: rule.Listen, All: true, What: "a shell"})
		}
	}
}

// printed returns the origin of what the call writes to standard output.
func (r *collector) printed() Origin {
	o := origin(r.call, r.at) | r.input()
	if passesOn(r.call) {
		for k := range r.call.Argv {
			o |= r.all.trace(r.call.Argv[k].From())
		}
	}
	return o
}

// standard reports whether a redirection is of standard input or output. Any
// other descriptor only opens a connection, as health checks do.
func standard(d *shell.Redir) bool {
	switch d.Fd {
	case "", "0", "1", "2":
		return true
	}
	return false
}

// interactive reports whether the call is a shell or exec, which a redirect
// to a socket would hand to the other side.
func (r *collector) interactive() bool {
	return r.call.Program == "exec" || shellWord(r.call.Program)
}

func (r *collector) write(e Effect, d *shell.Redir) {
	w := &d.Word
	t := w.String()
	if HoldsNothing(t) {
		return
	}
	if strings.HasSuffix(t, "/") { // no shell opens a directory for writing
		return
	}
	if e.Kind == rule.Overwrite && r.all.reads(r.call, *w) {
		e.From |= FromItself
	}
	if (e.Kind == rule.Append || d.Fd == "2") && anyDevice(w) {
		return // it goes where messages go: null, tty, stderr
	}
	r.add(e, w)
}

// HoldsNothing reports whether a path is a device that keeps nothing of what is written
// to it.
func HoldsNothing(path string) bool {
	switch path {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return true
	}
	return false
}

// anyDevice reports whether a word is a device whose name is unknown.
func anyDevice(w *shell.Word) bool {
	return len(w.Parts) == 2 && w.Parts[0].Text == "/dev/" && w.Parts[1].Kind == shell.Unknown
}
