package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// carries reports whether a target is a file whose content leaves the
// machine, rather than text that does.
func (r *collector) carries(kind rule.EffectKind, w shell.Word) bool {
	if kind == rule.Publish {
		return true
	}
	if kind != rule.Send {
		return false
	}
	if programRequestsWord(r.call.Program) {
		return r.call.Args.Has("-T") || r.call.Stdin.Kind == shell.SourceFile && w.Span == r.call.Stdin.Text.Span && w.Span.To > 0
	}
	switch r.call.Program {
	case "scp", "rsync", "rclone": // host:path comes from there
		host, _, far := strings.Cut(w.String(), ":")
		return !far || strings.Contains(host, "/")
	case "kubectl": // so does namespace/pod:path
		return !strings.Contains(w.String(), ":")
	}
	return true
}

// wide reports whether a word stands for everything below a directory.
func wide(w shell.Word) bool {
	n := len(w.Parts)
	return n > 0 && w.Parts[n-1].Kind == shell.Glob && w.Parts[n-1].Text == "**"
}

// readsStdin reports whether a word stands for standard input.
func readsStdin(w shell.Word) bool {
	t := w.String()
	return t == "standard input" || t == "-" || t == "@-" || strings.HasSuffix(t, "=@-")
}

// input returns the provenance of standard input.
func (r *collector) input() Origin {
	o := r.all.trace(r.call.Stdin.From)
	if r.call.Stdin.Kind == shell.SourceText {
		o |= keys(r.call.Stdin.Text)
	}
	if r.call.Stdin.Kind == shell.SourceFile {
		o |= fileOrigin(r.call.Stdin.Text, r.call.Cwd, r.at)
	}
	return o
}

// wordOrigin returns the provenance of what a word carries: of its own parts,
// and of the files that @ and < name in it.
func (r *collector) wordOrigin(w shell.Word) Origin {
	o := r.all.trace(w.From())
	t := w.Prefix()
	if i := strings.IndexAny(t, "@<"); i >= 0 && (i == 0 || t[i-1] == '=') {
		v := shell.Word{Parts: append([]shell.Part(nil), w.Parts...)}
		v.Parts[0].Text = v.Parts[0].Text[i+1:]
		o |= r.fileOrigin(v)
	}
	if r.call.Code != "" && namesEnvironment(w) {
		o |= FromEnv
	}
	if r.call.Code == "javascript" && namesLogin(w) {
		o |= FromSecret
	}
	return o
}

// namesLogin reports whether an expression of a page holds what logs its user in.
func namesLogin(w shell.Word) bool {
	for _, p := range w.Parts {
		if p.Kind == shell.Unknown && (strings.Contains(p.Text, "document.cookie") || strings.Contains(p.Text, "localStorage") || strings.Contains(p.Text, "sessionStorage")) {
			return true
		}
	}
	return false
}
