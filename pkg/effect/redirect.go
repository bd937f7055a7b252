package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// redirect adds the effect of a redirection.
func (r *collector) redirect(d *shell.Redir) {
	t := d.Word.Prefix()
	if strings.HasPrefix(t, "/dev/tcp/") || strings.HasPrefix(t, "/dev/udp/") {
		kind := rule.Send
		if r.interactive() {
			kind = rule.Listen
		}
		r.add(Effect{Kind: kind, What: "a network connection"}, &d.Word)
		return
	}
	switch d.Op {
	case ">", ">|", "&>", "<>", ">&":
		r.write(Effect{Kind: rule.Overwrite, Force: true}, &d.Word)
	case ">>", "&>>":
		r.write(Effect{Kind: rule.Append}, &d.Word)
	case "<":
		r.add(Effect{Kind: rule.Read}, &d.Word)
	case shell.BothWays:
		if r.interactive() && len(r.call.Args.Operands) == 0 && !r.call.Args.Has("-c") {
			r.out = append(r.out, Effect{Kind: rule.Listen, All: true, What: "a shell"})
		}
	}
}

// interactive reports whether the call is a shell or exec, which a redirect
// to a socket would hand to the other side.
func (r *collector) interactive() bool {
	switch r.call.Program {
	case "bash", "sh", "zsh", "dash", "ksh", "exec":
		return true
	}
	return false
}

func (r *collector) write(e Effect, w *shell.Word) {
	t := w.String()
	switch t {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return
	}
	if strings.HasSuffix(t, "/") { // no shell opens a directory for writing
		return
	}
	if e.Kind == rule.Overwrite && r.all.reads(r.call, *w) {
		e.From |= FromItself
	}
	r.add(e, w)
}
