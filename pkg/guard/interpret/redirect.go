package interpret

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// sink is a file that takes the output of a statement.
type sink struct {
	path string
	more bool // appended to
}

// redirs expands the redirections of a statement. It returns the standard
// input of the statement, and the files its output goes to.
func (w *Walker) redirs(list []*syntax.Redirect, st *State, in *shell.Source) ([]shell.Redir, *shell.Source, []sink) {
	if len(list) == 0 {
		return nil, in, nil
	}
	out := make([]shell.Redir, 0, len(list))
	var sinks []sink
	var from, to string // descriptors that stand for standard input and output
	for _, r := range list {
		fd := ""
		if r.N != nil {
			fd = r.N.Value
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			text := w.expander(st).heredoc(r)
			out = append(out, shell.Redir{Op: "<<", Fd: fd, Word: text})
			in = st.opened(fd, &shell.Source{Kind: shell.SourceText, Text: text, Known: true, Taken: new(int)}, in)
		case syntax.WordHdoc:
			text := w.expander(st).one(r.Word)
			text.Add(shell.Part{Kind: shell.Lit, Text: "\n"})
			out = append(out, shell.Redir{Op: "<<<", Fd: fd, Word: text})
			in = st.opened(fd, &shell.Source{Kind: shell.SourceText, Text: text, Known: true, From: text.From(), Taken: new(int)}, in)
		case syntax.DplIn, syntax.DplOut:
			target := w.expander(st).one(r.Word)
			if source, ok := st.fd(target.String()); ok && r.Op == syntax.DplIn {
				in = st.opened(fd, source, in)
				continue
			}
			switch {
			case fd == "0" || fd == "" && r.Op == syntax.DplIn:
				from = target.String()
			case fd == "1" || fd == "" && r.Op == syntax.DplOut:
				to = target.String()
			}
			if from == to && !isStandard(to) {
				out = append(out, shell.Redir{Op: shell.BothWays, Word: target})
			}
			if source, ok := st.fd(target.String()); ok && source.Kind == shell.SourceFile && shell.IsConnection(source.Text) {
				out = append(out, shell.Redir{Op: ">", Fd: fd, Word: source.Text})
			}
			if s, ok := target.Literal(); ok && isFd(s) {
				continue // 2>&1
			}
			out = append(out, shell.Redir{Op: ">", Fd: fd, Word: target})
		default:
			o, i, s := w.fileRedir(r, fd, st, in)
			out, in = append(out, o...), i
			sinks = append(sinks, s...)
		}
	}
	return out, in, sinks
}

// isStandard reports whether a descriptor is one that every program has.
func isStandard(fd string) bool {
	switch fd {
	case "", "-", "0", "1", "2":
		return true
	}
	return false
}

func isFd(s string) bool {
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && s[i] != '-' {
			return false
		}
	}
	return true
}

func (w *Walker) fileRedir(r *syntax.Redirect, fd string, st *State, in *shell.Source) ([]shell.Redir, *shell.Source, []sink) {
	op := r.Op.String()
	var out []shell.Redir
	var sinks []sink
	for _, target := range w.expander(st).word(r.Word) {
		target = st.Followed(target.Globbed(), true)
		out = append(out, shell.Redir{Op: op, Fd: fd, Word: target})
		switch r.Op {
		case syntax.RdrIn:
			in = st.opened(fd, w.files.Source(target, st), in)
		case syntax.RdrInOut:
			if shell.IsConnection(target) {
				in = st.opened(fd, &shell.Source{Kind: shell.SourceFile, Text: target, From: []int{len(w.script.Calls)}}, in)
			}
		case syntax.RdrOut, syntax.RdrClob, syntax.AppOut, syntax.RdrAll, syntax.AppAll:
			if p, ok := st.Cwd.Resolve(target); ok && (fd == "" || fd == "1") {
				sinks = append(sinks, sink{p, r.Op == syntax.AppOut || r.Op == syntax.AppAll})
			}
			if shell.IsConnection(target) && fd != "" {
				st.opened(fd, &shell.Source{Kind: shell.SourceFile, Text: target}, in)
			}
		}
	}
	return out, in, sinks
}

// sink records the output of a statement as the content of the files it goes
// to, and returns what is still printed.
func (w *Walker) sink(o Output, sinks []sink, st *State) Output {
	if len(sinks) == 0 {
		return o
	}
	for _, s := range sinks {
		w.wrote(len(w.script.Calls)-1, s.path, o, s.more, st)
	}
	return Output{Known: true}
}
