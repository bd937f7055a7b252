package shell

import "mvdan.cc/sh/v3/syntax"

// finish walks the functions that nothing called: the text may be sourced.
func (w *walker) finish() {
	for i := 0; i < len(w.late) && !w.stopped; i++ {
		l := w.late[i]
		if l.fn.called {
			continue
		}
		l.fn.called = true
		c := l.st.fork()
		c.late, c.anyArgs, c.params, c.given = true, true, nil, 0
		w.callFunction(l.fn, c, inherited)
	}
}

// declare remembers a function.
func (w *walker) declare(d *syntax.FuncDecl, st *state) {
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
	f := &function{body: d.Body, spans: w.spans}
	if w.bodies == nil {
		w.bodies = map[*syntax.Stmt]*function{}
	}
	w.bodies[d.Body] = f
	st.funcs[d.Name.Value] = f
	if w.spans.file != nil {
		return // a library has functions that are not meant here
	}
	w.late = append(w.late, lateFunc{f, st})
}

// callFunction walks a function's body with the given parameters bound.
func (w *walker) callFunction(f *function, st *state, in *Source) output {
	f.called = true
	for _, r := range w.running {
		if r == f {
			if (st.spawn || st.pipe) && !st.cond {
				w.problem(ForkBomb, "a function that keeps starting itself in the background", w.nodeSpan(f.body))
			}
			return output{}
		}
	}
	if len(w.running) >= maxDepth {
		w.problem(TooDeep, "functions call each other too deeply to follow", w.nodeSpan(f.body))
		return output{}
	}
	w.running = append(w.running, f)
	spans := w.spans
	w.spans = f.spans
	out := w.stmt(f.body, st, in)
	w.spans = spans
	w.running = w.running[:len(w.running)-1]
	return out
}

type lateFunc struct {
	fn *function
	st *state
}
