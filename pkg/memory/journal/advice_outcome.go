package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// settleAdvice settles what was told in a session. Advice is followed when its
// command runs, alone or as part of another one, or all steps that it names are
// done, whatever else runs between. It worked when the command that failed
// succeeds, and misfired when the error came back, or when its command cannot
// run as it is. script is that of the run. It returns the lessons that worked.
func (u *update) settleAdvice(ran *memory.Run, script *shell.Script, steps []memory.Activity, advice []memory.Advice) (worked []string, err error) {
	for i := range advice {
		a := &advice[i]
		if ran.Start.Add(ran.Duration).Before(a.Time) || a.Worked != nil && !*a.Worked {
			continue // it is recorded late, or all is known
		}
		before, now := *a, outcomeOf{u: u, ran: ran, script: script, steps: steps, advice: a}
		if err := now.settle(); err != nil {
			return nil, err
		}
		if a.Followed == before.Followed && a.Worked == before.Worked {
			continue
		}
		if err := u.settle(a); err != nil {
			return nil, err
		}
		if before.Worked == nil && a.Worked != nil && *a.Worked && a.Fix.Lesson != "" {
			worked = append(worked, a.Fix.Lesson)
		}
	}
	return worked, nil
}

// credit counts a fix that worked as it was told, unless the run itself has taught
// it: what was stopped did not fail again, and a command may do both at once.
func (u *update) credit(id string, ran *memory.Run) error {
	lesson, ok, err := u.tx.Lesson(id)
	if err != nil || !ok || lesson.Kind != memory.LessonFix || lesson.Project != ran.Project || lesson.Run == ran.ID {
		return err
	}
	lesson.Count()
	if lesson.Ignored = 0; !lesson.Last.After(ran.Start) {
		lesson.Last, lesson.Session, lesson.Run = ran.Start, ran.Session, ran.ID
	}
	if err := u.tx.PutLesson(&lesson); err != nil {
		return err
	}
	return u.learnChoice(ran, &lesson)
}

// outcomeOf is what a run says of an advice that was told before it.
type outcomeOf struct {
	u      *update
	ran    *memory.Run
	script *shell.Script
	steps  []memory.Activity // of the session before the run, the latest first
	advice *memory.Advice
}

func (o *outcomeOf) settle() error {
	a, again, well := o.advice, showsError(o.ran, o.advice.Fix.Signature), o.ran.Outcome == memory.OK
	lesson, err := o.lesson()
	if err != nil {
		return err
	}
	if lesson != nil && lesson.Kind == memory.LessonCheck {
		if a.Followed == "" && o.retries(o.ran) && !o.editedSince() {
			a.Followed, a.Worked = o.ran.ID, new(well)
		}
		return nil
	}
	if a.Followed == "" {
		does := o.doesAsTold()
		if !does && (lesson == nil || !again && !well || !o.retries(o.ran) || !o.didAll(lesson)) {
			return nil
		}
		a.Followed = o.ran.ID
		switch {
		case again:
			a.Worked = new(false)
		case does && !well && o.cannotRun():
			a.Worked = new(false)
		case well && (!does || o.replaces(lesson) || o.retries(o.ran)):
			a.Worked = new(true) // else it is seen when the command that failed runs again
		}
		return nil
	}
	switch {
	case !again && !(well && a.Worked == nil), !o.retries(o.ran):
	case !again:
		a.Worked = new(true)
	case a.Worked != nil && o.replaces(lesson), o.succeeded():
	default:
		a.Worked = new(false)
	}
	return nil
}

// replaces reports whether what was told is the command that failed, corrected:
// that the wrong one fails again says nothing of it.
func (o *outcomeOf) replaces(lesson *memory.Lesson) bool {
	if lesson != nil {
		return lesson.From.Len() > 0
	}
	failed := o.failed()
	if failed == nil {
		return o.advice.Fix.Source == memory.SourceRepeat
	}
	was, told := o.u.judge.Script(failed.Command), o.u.judge.Script(o.advice.Fix.Command)
	return !lessons.Does(told, was) && !slices.ContainsFunc(command.MainCalls(was), func(i int) bool {
		x := &was.Calls[i]
		return !slices.ContainsFunc(told.Calls, func(y shell.Call) bool {
			return y.Program == x.Program && slices.Equal(y.Args.Sub, x.Args.Sub)
		})
	})
}

// editedSince reports whether a file was edited after the advice was told.
func (o *outcomeOf) editedSince() bool {
	return slices.ContainsFunc(o.steps, func(s memory.Activity) bool { return s.Edit != nil && s.Time().After(o.advice.Time) })
}

// lesson returns what was told, a fix as it is done in this work tree; nil when
// it is no lesson.
func (o *outcomeOf) lesson() (*memory.Lesson, error) {
	if o.advice.Fix.Lesson == "" {
		return nil, nil
	}
	lesson, ok, err := o.u.tx.Lesson(o.advice.Fix.Lesson)
	if err != nil || !ok {
		return nil, err
	}
	told := []memory.Lesson{lesson}
	return &told[0], o.u.here(told, o.ran.Project)
}

// doesAsTold reports whether the run is of the command that was told, or does
// more than that.
func (o *outcomeOf) doesAsTold() bool {
	told := o.advice.Fix.Command
	return told.Len() > 0 && (told == o.ran.Command || lessons.Does(o.script, o.u.judge.Script(told)))
}

// cannotRun reports whether the run failed because of what its command is.
func (o *outcomeOf) cannotRun() bool {
	return slices.ContainsFunc(o.ran.Errors, func(e memory.Error) bool {
		return lessons.CauseOf(o.script, e.Class, e.Line.String()) == lessons.Permanent
	})
}

// didAll reports whether all that a lesson names was done since it was told.
func (o *outcomeOf) didAll(lesson *memory.Lesson) bool {
	if lesson.From.Len() > 0 {
		return false
	}
	steps := slices.DeleteFunc(relative(o.steps, o.ran.Project), func(s memory.Activity) bool { return s.Time().Before(o.advice.Time) })
	steps = append(steps, memory.Activity{Run: o.ran})
	return !slices.ContainsFunc(lesson.Recipe(), func(d memory.Step) bool {
		return !slices.ContainsFunc(steps, func(s memory.Activity) bool {
			if s.Edit != nil || d.Edit {
				return s.Edit != nil && d.Edit && s.Edit.Path == d.Text
			}
			return s.Run.Command == d.Text || lessons.Does(o.u.judge.Script(s.Run.Command), o.u.judge.Script(d.Text))
		})
	})
}

func showsError(ran *memory.Run, signature string) bool {
	return slices.ContainsFunc(ran.Errors, func(e memory.Error) bool { return slices.Contains(e.Keys(), signature) })
}

// retries reports whether a run repeats the one that the advice was about, or
// does that beside other things.
func (o *outcomeOf) retries(ran *memory.Run) bool {
	failed := o.failed()
	return failed != nil && (failed.Command == ran.Command || failed.Check != nil && ran.Check != nil && ran.Check.Covers(failed.Check) ||
		lessons.Does(o.u.judge.Script(ran.Command), o.u.judge.Script(failed.Command)))
}

// failed returns the run after which the advice was told, nil where that is
// long ago or was in another session.
func (o *outcomeOf) failed() *memory.Run {
	i := slices.IndexFunc(o.steps, func(s memory.Activity) bool { return s.Run != nil && s.Run.ID == o.advice.Run })
	if i < 0 {
		return nil
	}
	return o.steps[i].Run
}

// succeeded reports whether the command that an advice was about has succeeded
// since: what fails after that is a failure of its own.
func (o *outcomeOf) succeeded() bool {
	return slices.ContainsFunc(o.steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.Outcome == memory.OK && s.Run.Start.After(o.advice.Time) && o.retries(s.Run)
	})
}

// settle records what came of an advice. A lesson that misfired too often is
// retired, and a check that fails when it is run again is no longer called
// flaky; that a fix worked is counted where any fix is.
func (u *update) settle(a *memory.Advice) error {
	if err := u.tx.UpdateAdvice(a); err != nil || a.Fix.Lesson == "" || a.Worked == nil || *a.Worked {
		return err
	}
	lesson, ok, err := u.tx.Lesson(a.Fix.Lesson)
	if err != nil || !ok {
		return err
	}
	lesson.Misfire++
	switch {
	case lesson.Kind == memory.LessonCheck:
		if lesson.Misfire >= memory.MaxMisfires && lesson.Check != nil {
			lesson.Misfire, lesson.Check.Flaky = 0, false
		}
	case lesson.Misleads() && lesson.State != memory.Unwanted:
		lesson.State = memory.Retired
		fallthrough
	default:
		lesson.Tried++
	}
	return u.tx.PutLesson(&lesson)
}
