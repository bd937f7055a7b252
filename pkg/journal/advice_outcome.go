package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// settleAdvice settles what was told in a session. Advice is followed when its
// command runs, or all steps that it names are done. It worked when the command
// succeeded, and misfired when the error came back, then or when the first
// command was tried again.
func (u *update) settleAdvice(ran *memory.Run, steps []memory.Activity, advice []memory.Advice) error {
	for i := range advice {
		a := &advice[i]
		again := showsError(ran, a.Fix.Signature)
		switch {
		case ran.Start.Add(ran.Duration).Before(a.Time): // it is recorded late
			continue
		case a.Followed == "" && a.Fix.Command.Len() > 0 && a.Fix.Command == ran.Command:
			a.Followed = ran.ID
			if again || ran.Outcome == memory.OK {
				a.Worked = new(bool)
				*a.Worked = !again
			}
		case a.Followed != "" && again && (a.Worked == nil || *a.Worked) && retries(ran, a, steps) && !succeeded(a, steps):
			a.Worked = new(bool)
		case a.Followed == "" && a.Fix.Lesson != "" && (again || ran.Outcome == memory.OK) && retries(ran, a, steps):
			if done, err := u.didAll(ran, a, steps); err != nil {
				return err
			} else if !done {
				continue
			}
			a.Followed, a.Worked = ran.ID, new(bool)
			*a.Worked = !again
		default:
			continue
		}
		if err := u.settle(a); err != nil {
			return err
		}
	}
	return nil
}

// didAll reports whether all that a lesson names was done since it was told.
func (v *view) didAll(ran *memory.Run, a *memory.Advice, steps []memory.Activity) (bool, error) {
	lesson, ok, err := v.tx.Lesson(a.Fix.Lesson)
	if err != nil || !ok || lesson.From.Len() > 0 {
		return false, err
	}
	told := []memory.Lesson{lesson}
	if err := v.here(told, ran.Project); err != nil {
		return false, err
	}
	steps = slices.DeleteFunc(relative(steps, ran.Project), func(s memory.Activity) bool { return s.Time().Before(a.Time) })
	for _, d := range told[0].Recipe() {
		if !slices.ContainsFunc(steps, func(s memory.Activity) bool {
			return s.Edit != nil && d.Edit && s.Edit.Path == d.Text || s.Run != nil && !d.Edit && s.Run.Command == d.Text
		}) {
			return false, nil
		}
	}
	return true, nil
}

func showsError(ran *memory.Run, signature string) bool {
	return slices.ContainsFunc(ran.Errors, func(e memory.Error) bool { return e.Signature == signature })
}

// retries reports whether a run repeats the one that an advice was about.
func retries(ran *memory.Run, a *memory.Advice, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.ID == a.Run &&
			(s.Run.Command == ran.Command || s.Run.Check != nil && ran.Check != nil && s.Run.Check.Key == ran.Check.Key)
	})
}

// succeeded reports whether the command that an advice was about has succeeded
// since: what fails after that is a failure of its own.
func succeeded(a *memory.Advice, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.Outcome == memory.OK && s.Run.Start.After(a.Time) && retries(s.Run, a, steps)
	})
}

// settle records what came of an advice. A lesson that misfired too often is
// retired; that it worked is counted where any fix is.
func (u *update) settle(a *memory.Advice) error {
	if err := u.tx.UpdateAdvice(a); err != nil || a.Fix.Lesson == "" || a.Worked == nil || *a.Worked {
		return err
	}
	lesson, ok, err := u.tx.Lesson(a.Fix.Lesson)
	if err != nil || !ok {
		return err
	}
	lesson.Tried++
	if lesson.Misfire++; lesson.Misfire >= memory.MaxMisfires && lesson.State != memory.Unwanted {
		lesson.State = memory.Retired
	}
	return u.tx.PutLesson(&lesson)
}
