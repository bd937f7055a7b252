package hook

import (
	"cmp"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// advise chooses what to tell about a failure.
func (l *learner) advise(ran *memory.Run, known []memory.Fix, advice []memory.Advice) ([]memory.Fix, error) {
	remembered, err := l.remembered(ran)
	if err != nil {
		return nil, err
	}
	fixes := append(remembered, known...)
	if l.widely {
		like, err := l.workedLike(ran, likeQuick)
		if err != nil {
			return nil, err
		}
		fixes = append(fixes, like...)
	}
	var told []memory.Fix
	for _, f := range fixes {
		if len(told) == maxTold || saidBy(told, f) || toldBefore(f, advice) {
			continue
		}
		misfired, err := l.tx.Misfires(ran.Project, f)
		if err != nil {
			return nil, err
		}
		if misfired >= memory.MaxMisfires {
			continue
		}
		a := memory.Advice{Time: l.now, Session: ran.Session, Project: ran.Project, Run: ran.ID, Fix: f}
		if err := l.tx.AddAdvice(&a); err != nil {
			return nil, err
		}
		told = append(told, f)
	}
	return told, nil
}

// maxTold is how many ways out are told at a time: a second one is for when
// the first does not fit, a fourth one is noise.
const maxTold = 3

// saidBy tells whether others say what a fix says.
func saidBy(told []memory.Fix, f memory.Fix) bool {
	return slices.ContainsFunc(told, func(t memory.Fix) bool {
		return t.Command == f.Command && f.Command.Len() > 0 || t.Text == f.Text
	})
}

// toldBefore tells whether the session has heard of a fix already. An advice
// that is followed and did not help is not told again either.
func toldBefore(f memory.Fix, advice []memory.Advice) bool {
	return slices.ContainsFunc(advice, func(a memory.Advice) bool {
		switch {
		case f.Command.Len() > 0 && a.Fix.Command == f.Command && a.Fix.Signature == f.Signature:
			return true // in whatever words, and wherever it is from
		case f.Lesson != "":
			return a.Fix.Lesson == f.Lesson // its words change with its counts
		case f.Rule != "" && f.Command.Len() == 0:
			return a.Fix.Rule == f.Rule // the advice is the same for another file
		}
		return a.Fix.Signature == f.Signature && a.Fix.Command == f.Command && a.Fix.Text == f.Text
	})
}

// remembered is what helped here against the errors of a run, the surest
// first.
func (l *learner) remembered(ran *memory.Run) ([]memory.Fix, error) {
	if len(ran.Errors) == 0 {
		return nil, nil
	}
	var keys []string
	for _, e := range ran.Errors {
		keys = append(keys, e.Signature)
	}
	known, err := l.tx.Lessons(ran.Project, memory.LessonFix, keys)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(known, func(a, b memory.Lesson) int { return cmp.Compare(l.worth(&b), l.worth(&a)) })
	everywhere, err := l.tx.GlobalFixes(keys)
	if err != nil {
		return nil, err
	}
	for i := range everywhere { // unless it is known here, however it went
		if !slices.ContainsFunc(known, func(o memory.Lesson) bool { return lessons.SameFix(&o, &everywhere[i], nil) }) {
			known = append(known, everywhere[i])
		}
	}
	if err := l.here(known, ran.Project); err != nil {
		return nil, err
	}
	script := l.script(ran.Command)
	var fixes []memory.Fix
	for i := range known {
		if known[i].State != memory.Retired && !lessons.Faded(&known[i], l.idle(&known[i])) {
			f := l.fix(&known[i], script)
			if known[i].Everywhere && known[i].From.Len() > 0 && f.Command.Len() == 0 {
				continue // it is about something that this command does not have
			}
			if said := f.Command.Len() > 0; known[i].Everywhere {
				if l.j.disarm(&f); said && f.Command.Len() == 0 || !l.harmless(&known[i]) {
					continue // what nobody asks about elsewhere may be asked about here
				}
			} else {
				l.j.disarm(&f)
			}
			fixes = append(fixes, f)
		}
	}
	return fixes, nil
}

// fix puts a lesson into words for a command that fails now.
func (l *learner) fix(lesson *memory.Lesson, script *shell.Script) memory.Fix {
	f := memory.Fix{Source: memory.SourceHistory, Signature: lesson.Key, Lesson: lesson.ID}
	times, here := " ("+share(lesson.Worked, lesson.Tried)+").", "here"
	if lesson.Everywhere {
		here = "in other projects"
	}
	if lesson.From.Len() > 0 {
		f.Command = redact.Clean(lessons.ApplyCorrection(script, lesson))
		f.Text = redact.Clean("This error went away " + here + " with " + quoted(lesson.Remedy) + " in place of " + quoted(lesson.From) + times)
	} else {
		recipe := lesson.Recipe()
		f.Command = l.recipeCommand(recipe)
		f.Text = redact.Clean("This error went away " + here + " after " + inOrder(recipe) + times)
	}
	// That it was right once to kill, to delete or to force does not make it
	// right today.
	f.Safe = !diagnose.Reckless(f.Command.String(), script.Text) && !(lesson.Everywhere && command.Fetches(l.script(f.Command)))
	return f
}
