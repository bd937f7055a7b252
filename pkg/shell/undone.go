package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/lang"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// undoneCode is what was left undone of a program in another language, which stands
// in the text or in a file.
type undoneCode struct {
	r        *runner
	here     *syntax.Stmt // that runs it
	spans    spanMap
	language string
	source   string
	steps    []lang.Step // nil: the source was not read
}

// undone are those of a text, one of each file.
type undone []undoneCode

// add notes what was left undone of a program.
func (list *undone) add(code undoneCode) {
	if f := code.spans.file; f != nil {
		for i := range *list {
			if other := (*list)[i].spans.file; other != nil && other.path == f.path {
				return
			}
		}
	}
	*list = append(*list, code)
}

// scanUndone does the steps that were left of programs in the text, or of those in
// files, if they could do harm: first those that reach whole directories. What they
// share with the steps before them is not known.
func scanUndone(w *walker, list undone, files bool) {
	for i := range list {
		if code := &list[i]; (code.spans.file != nil) == files {
			scanCode(w, code)
		}
	}
}

func scanCode(w *walker, code *undoneCode) {
	w.here, w.spans = code.here, code.spans
	steps := code.steps
	if steps == nil {
		steps, _ = w.steps(code.language, code.source)
	}
	if !w.spend(len(steps)) {
		return
	}
	for _, worst := range [...]reach{reachesWhole, reachesOutside} { // while there is work to spend
		for i := range steps {
			if !doStep(w, code.r, &steps[i], worst) {
				return
			}
		}
	}
}

// doStep does a step that reaches so far, of commands for a shell each that does, and
// reports whether there may be another.
func doStep(w *walker, r *runner, s *lang.Step, worst reach) bool {
	if reachOfStep(s) < worst {
		return true
	}
	if s.Effect != "" || len(s.Argv) > 0 || len(s.Holes) > 0 || s.Lang != "" && s.Lang != "shell" {
		if reachOfStep(s) > worst || !stepMayHarm(w, s) {
			return true
		}
		if !w.spend(stepsOfCall) {
			return false
		}
		r.step(*s)
		return true
	}
	for _, at := range pieces(s.Text, 0) {
		one := *s
		one.Text = s.Text[at.From:at.To]
		if reachOf(one.Text) != worst || !mayHarm(w, one.Text) {
			continue
		}
		if !w.spend(stepsOfCall) {
			return false
		}
		r.step(one)
	}
	return true
}

// reachOfStep returns how far the paths go that a step names. What changes a database
// is outside of any directory.
func reachOfStep(s *lang.Step) reach {
	if s.All {
		return reachesWhole
	}
	r := reachOf(s.Text)
	if s.Effect != "" {
		r = max(r, reachesOutside)
	}
	for i := range s.Argv {
		a := &s.Argv[i]
		r = max(r, reachOf(a.Text))
		for _, h := range a.Holes {
			if h.Home {
				r = max(r, reachOf("~"+a.Text[h.At:]))
			}
		}
	}
	return r
}

// stepMayHarm reports whether a step may do more than read.
func stepMayHarm(w *walker, s *lang.Step) bool {
	switch {
	case s.Effect != "":
		return rule.EffectKind(s.Effect) != rule.Read
	case len(s.Argv) > 0:
		return programMayHarm(w, s.Argv[0].Text)
	}
	return s.Text != ""
}
