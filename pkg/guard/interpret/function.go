package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// finish walks the functions that nothing called: the text may be sourced.
func (w *Walker) finish() {
	for i := 0; i < len(w.late) && !w.stopped; i++ {
		l := w.late[i]
		if l.fn.called {
			continue
		}
		l.fn.called = true
		c := l.st.Fork()
		c.Late, c.anyArgs, c.params, c.given = true, true, nil, 0
		w.callFunction(l.fn, c, shell.OwnInput)
	}
}

// declare remembers a function.
func (w *Walker) declare(d *syntax.FuncDecl, st *State) {
	if d.Name == nil || d.Body == nil {
		return
	}
	if st.funcs == nil {
		st.funcs = map[string]*function{}
	}
	if f, ok := w.bodies[d.Body]; ok { // declared again by a function that runs again
		st.funcs[d.Name.Value] = f
		return
	}
	f := &function{body: d.Body, pos: w.at.pos}
	if w.bodies == nil {
		w.bodies = map[*syntax.Stmt]*function{}
	}
	w.bodies[d.Body] = f
	st.funcs[d.Name.Value] = f
	if w.at.pos.file != nil {
		return // a library has functions that are not meant here
	}
	w.late = append(w.late, lateFunc{f, st})
}

// callFunction walks a function's body with the given parameters bound.
func (w *Walker) callFunction(f *function, st *State, in *shell.Source) Output {
	f.called = true
	for _, r := range w.running {
		if r == f {
			if (st.spawn || st.pipe) && !st.cond {
				w.Problem(shell.ForkBomb, "a function that keeps starting itself in the background", w.at.nodeSpan(f.body))
			}
			return Output{}
		}
	}
	if len(w.running) >= maxDepth {
		w.LeavePart(unread.Deep, "functions call each other too deeply to follow", w.at.nodeSpan(f.body))
		return Output{}
	}
	w.running = append(w.running, f)
	spans := w.at.pos
	w.at.pos = f.pos
	out := w.stmt(f.body, st, in)
	w.at.pos = spans
	w.running = w.running[:len(w.running)-1]
	return out
}

type lateFunc struct {
	fn *function
	st *State
}

// passedOn reports whether a command is what a function was given: "$@". What it does is
// said where the function is called, which is what a user would change.
func (w *Walker) passedOn(at shell.Span) bool {
	if at.From < 0 || at.To > len(w.script.Text) || at.From >= at.To {
		return false
	}
	text := strings.TrimPrefix(w.script.Text[at.From:at.To], `"`)
	return strings.HasPrefix(text, "$@") || strings.HasPrefix(text, "$*") || strings.HasPrefix(text, "${@") || strings.HasPrefix(text, "$1")
}
