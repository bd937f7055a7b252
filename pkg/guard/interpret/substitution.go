package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// heredoc expands the body of a here-document.
func (e expander) heredoc(r *syntax.Redirect) shell.Word {
	if r.Hdoc == nil {
		return shell.Word{}
	}
	quoted := false
	for _, p := range r.Word.Parts {
		if l, ok := p.(*syntax.Lit); !ok || l.Value != r.Word.Lit() {
			quoted = true
		} else if containsByte(l.Value, '\\') {
			quoted = true
		}
	}
	var text shell.Word
	if quoted {
		for _, p := range r.Hdoc.Parts {
			if l, ok := p.(*syntax.Lit); ok {
				text.Add(shell.Part{Kind: shell.Lit, Text: l.Value})
			}
		}
	} else {
		ps := e.quotedParts(r.Hdoc.Parts, []partial{{open: true}})
		text = ps[0].cur
	}
	text.Span = e.w.at.nodeSpan(r.Hdoc)
	return text
}

func containsByte(s string, b byte) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == b {
			return true
		}
	}
	return false
}

// procSubst walks <(cmd) or >(cmd) and returns the word that names it.
func (e expander) procSubst(x *syntax.ProcSubst) shell.Word {
	if x.Op == syntax.CmdOut {
		feeder := []int{len(e.w.script.Calls)} // until the call that writes into it is known: see feed
		o := e.w.stmts(x.Stmts, e.st.Fork(), &shell.Source{Kind: shell.SourcePipe, From: feeder})
		if len(o.From) == 0 {
			feeder = nil
		} else {
			e.w.feeds = true
			e.w.readers = append(e.w.readers, reader{from: feeder, stmts: x.Stmts, st: e.st})
		}
		return shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: ">(" + e.w.script.Display(o.From) + ")", From: feeder, Path: true, Set: true}}}
	}
	o := e.w.stmts(x.Stmts, e.st.Fork(), shell.OwnInput)
	name := e.w.files.pipe("<("+e.w.script.Display(o.From)+")", o)
	return shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: name, From: o.From, Path: true, Set: true}}}
}

// substitute walks $(cmd) and returns what it stands for.
func (e expander) substitute(x *syntax.CmdSubst) shell.Word {
	in := e.st.Fork()
	in.captured = true
	o := e.w.stmts(x.Stmts, in, shell.OwnInput)
	if o.Known && (e.st.errexit || !mayPrintNothing(x)) {
		v := o.Word.Clone()
		trimNewlines(&v)
		for i := range v.Parts {
			if p := &v.Parts[i]; p.From == nil && p.Kind == shell.Lit { // feed changes that of others
				p.From = o.From[:len(o.From):len(o.From)]
			} else {
				p.From = append(p.From, o.From...)
			}
		}
		return v
	}
	if len(o.items) > 0 {
		return shell.JoinWords(o.items, "\n")
	}
	temp := e.w.script.AllTemp(o.From)
	return shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: "$(" + e.w.script.Display(o.From) + ")", From: o.From, Temp: temp, Set: temp}}}
}

// mayPrintNothing reports whether a substitution prints nothing where the cd
// in it fails, because what it cuts off its operand leaves no directory:
// $(cd "${0%/*}" && pwd).
func mayPrintNothing(x *syntax.CmdSubst) bool {
	if len(x.Stmts) != 1 {
		return false
	}
	b, ok := x.Stmts[0].Cmd.(*syntax.BinaryCmd)
	if !ok || b.Op != syntax.AndStmt {
		return false
	}
	c, ok := b.X.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) < 2 || c.Args[0].Lit() != "cd" {
		return false
	}
	v := c.Args[len(c.Args)-1]
	if len(v.Parts) != 1 {
		return false
	}
	p := v.Parts[0]
	if q, ok := p.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		p = q.Parts[0]
	}
	d, ok := p.(*syntax.ParamExp)
	return ok && d.Exp != nil && (d.Exp.Op == syntax.RemSmallSuffix || d.Exp.Op == syntax.RemLargeSuffix)
}

func trimNewlines(v *shell.Word) {
	n := len(v.Parts)
	if n == 0 || v.Parts[n-1].Kind != shell.Lit {
		return
	}
	t := v.Parts[n-1].Text
	for t != "" && t[len(t)-1] == '\n' {
		t = t[:len(t)-1]
	}
	if t == "" {
		v.Parts = v.Parts[:n-1]
		return
	}
	v.Parts[n-1].Text = t
}

// feed records, for the commands in >(cmd) of a call's words and redirections,
// that they read the call's output.
func (w *Walker) feed(i int) {
	if !w.feeds {
		return
	}
	c := &w.script.Calls[i]
	into := func(v shell.Word) {
		for k := range v.Parts {
			if p := &v.Parts[k]; p.Kind == shell.Unknown && len(p.From) == 1 && strings.HasPrefix(p.Text, ">(") {
				p.From[0] = i
			}
		}
	}
	for _, v := range c.Argv {
		into(v)
	}
	for _, r := range c.Redirs {
		into(r.Word)
	}
}

// reader is the command in a >(cmd), which reads what is written to it.
type reader struct {
	from  []int // as in the part of a word that names it
	stmts []*syntax.Stmt
	st    *State
}

// feedKnown lets the commands in the >(cmd) of redirections read what is
// written to them, where that is known.
func (w *Walker) feedKnown(redirs []shell.Redir, o Output) {
	for i := range redirs {
		if strings.HasPrefix(redirs[i].Op, ">") {
			w.feedInto(redirs[i].Word, o)
		}
	}
}

// feedInto walks the command in a >(cmd) again, with what it reads.
func (w *Walker) feedInto(v shell.Word, o Output) {
	if len(w.readers) == 0 || len(o.texts()) == 0 {
		return
	}
	for _, p := range v.Parts {
		for k, r := range w.readers {
			if len(p.From) > 0 && &p.From[0] == &r.from[0] {
				w.readers = append(w.readers[:k:k], w.readers[k+1:]...)
				w.stmts(r.stmts, r.st.Fork(), o.source())
				break
			}
		}
	}
}
