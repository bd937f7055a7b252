package hook

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// followUp settles what was told in a session: an advice is followed by its
// command, or by all that it names, it worked when that went well, and it
// misfired when the error is there again, then or when the first command is
// tried again.
func (l *learner) followUp(ran *memory.Run, steps []memory.Activity, advice []memory.Advice) error {
	for i := range advice {
		a := &advice[i]
		again := showsError(ran, a.Fix.Signature)
		switch {
		case ran.Start.Add(ran.Duration).Before(a.Time): // it is learned late
			continue
		case a.Followed == "" && a.Fix.Command.Len() > 0 && a.Fix.Command == ran.Command:
			a.Followed = ran.ID
			if again || ran.Outcome == memory.OK {
				a.Worked = new(bool)
				*a.Worked = !again
			}
		case a.Followed != "" && again && (a.Worked == nil || *a.Worked) && retries(ran, a, steps) && !wentWell(a, steps):
			a.Worked = new(bool)
		case a.Followed == "" && a.Fix.Lesson != "" && (again || ran.Outcome == memory.OK) && retries(ran, a, steps):
			if done, err := l.didAll(ran, a, steps); err != nil {
				return err
			} else if !done {
				continue
			}
			a.Followed, a.Worked = ran.ID, new(bool)
			*a.Worked = !again
		default:
			continue
		}
		if err := l.settle(a); err != nil {
			return err
		}
	}
	return nil
}

// didAll tells whether all that a lesson names was done since it was told.
func (l *learner) didAll(ran *memory.Run, a *memory.Advice, steps []memory.Activity) (bool, error) {
	lesson, ok, err := l.tx.Lesson(a.Fix.Lesson)
	if err != nil || !ok || lesson.From.Len() > 0 {
		return false, err
	}
	told := []memory.Lesson{lesson}
	if err := l.here(told, ran.Project); err != nil {
		return false, err
	}
	steps = slices.DeleteFunc(below(steps, ran.Project), func(s memory.Activity) bool { return s.Time().Before(a.Time) })
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

// retries tells whether a run is the one that an advice was about, again.
func retries(ran *memory.Run, a *memory.Advice, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.ID == a.Run &&
			(s.Run.Command == ran.Command || s.Run.Check != nil && ran.Check != nil && s.Run.Check.Key == ran.Check.Key)
	})
}

// wentWell tells whether what an advice was about has gone well since: what
// fails after that is a failure of its own.
func wentWell(a *memory.Advice, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.Outcome == memory.OK && s.Run.Start.After(a.Time) && retries(s.Run, a, steps)
	})
}

// settle notes what came of an advice. A lesson that misfired too often is
// retired; that it worked is counted where any way out is.
func (l *learner) settle(a *memory.Advice) error {
	if err := l.tx.UpdateAdvice(a); err != nil || a.Fix.Lesson == "" || a.Worked == nil || *a.Worked {
		return err
	}
	lesson, ok, err := l.tx.Lesson(a.Fix.Lesson)
	if err != nil || !ok {
		return err
	}
	lesson.Tried++
	if lesson.Misfire++; lesson.Misfire >= memory.MaxMisfires {
		lesson.State = memory.Retired
	}
	return l.tx.PutLesson(&lesson)
}
