package follow

import (
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// undoneCode is what was left undone of a program in another language, which stands
// in the text or in a file.
type undoneCode struct {
	r        *runner
	stand    interpret.Standpoint // of what runs it
	language string
	source   string
	steps    []lang.Step // nil: the source was not read
	long     bool        // it is looked through and not read
}

// undone are those of a text, one of each file.
type undone []undoneCode

// add notes what was left undone of a program.
func (list *undone) add(code undoneCode) {
	if f := code.stand.File(); f != nil {
		for i := range *list {
			if other := (*list)[i].stand.File(); other != nil && other.Path == f.Path {
				return
			}
		}
	}
	*list = append(*list, code)
}

// leave notes what was left undone of a program.
func (f *follower) leave(code undoneCode) {
	if !f.finished {
		f.undone.add(code)
	}
}

// Undone does the steps that were left of programs in the text, or of those in
// files, if they could do harm: first those that reach whole directories. What they
// share with the steps before them is not known.
func (f *follower) Undone(files bool) {
	for i := range f.undone {
		if code := &f.undone[i]; (code.stand.File() != nil) == files {
			f.scanCode(code)
		}
	}
}

func (f *follower) scanCode(code *undoneCode) {
	f.at.GoBack(code.stand)
	if code.long {
		if !f.scanLong(code) { // as of large bundles and data: no reason to ask, but explain says so
			f.w.LeavePart(unread.Long, "too much to look through", f.at.Here())
		}
		return
	}
	steps := code.steps
	if steps == nil {
		steps, _ = f.program(code.language, code.source)
	}
	if !f.w.Spend(len(steps)) {
		return
	}
	for _, worst := range [...]shell.Reach{shell.ReachesWhole, shell.ReachesOutside} { // while there is work to spend
		for i := range steps {
			if !f.doStep(code.r, &steps[i], worst) {
				return
			}
		}
	}
}

// doStep does a step that reaches so far, of commands for a shell each that does, and
// reports whether there may be another.
func (f *follower) doStep(r *runner, s *lang.Step, worst shell.Reach) bool {
	if reachOfStep(s) < worst {
		return true
	}
	if s.Effect != "" || len(s.Argv) > 0 || len(s.Holes) > 0 || s.Lang != "" && s.Lang != "shell" {
		if reachOfStep(s) > worst || !f.stepMayHarm(s) {
			return true
		}
		if !f.w.Spend(shell.StepsOfCall) {
			return false
		}
		r.step(*s)
		return true
	}
	for _, at := range shell.Pieces(s.Text, 0) {
		one := *s
		one.Text = s.Text[at.From:at.To]
		if shell.ReachOf(one.Text) != worst || !f.w.MayHarm(one.Text) {
			continue
		}
		if !f.w.Spend(shell.StepsOfCall) {
			return false
		}
		r.step(one)
	}
	return true
}

// reachOfStep returns how far the paths go that a step names. What changes a database
// is outside of any directory.
func reachOfStep(s *lang.Step) shell.Reach {
	if s.All {
		return shell.ReachesWhole
	}
	r := shell.ReachOf(s.Text)
	if s.Effect != "" {
		r = max(r, shell.ReachesOutside)
	}
	for i := range s.Argv {
		a := &s.Argv[i]
		r = max(r, shell.ReachOf(a.Text))
		for _, h := range a.Holes {
			if h.Home {
				r = max(r, shell.ReachOf("~"+a.Text[h.At:]))
			}
		}
	}
	return r
}

// stepMayHarm reports whether a step may do more than read.
func (f *follower) stepMayHarm(s *lang.Step) bool {
	switch {
	case s.Effect != "":
		return rule.EffectKind(s.Effect) != rule.Read
	case len(s.Argv) > 0:
		return f.w.ProgramMayHarm(s.Argv[0].Text)
	}
	return s.Text != ""
}
