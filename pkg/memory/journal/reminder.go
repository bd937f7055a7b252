package journal

import "github.com/ctxhook/ctxhook/pkg/memory"

// reminder returns what an agent that stops would leave undone, "" when that
// is nothing or is not to be told.
func (j *Journal) reminder(v *view) (string, error) {
	c := &v.judge.Config
	if !c.Learn.RemindAtStop || !c.InjectContext || j.Call.GoesOn || j.Call.Session == "" || v.judge.Project == "" {
		return "", nil
	}
	steps, err := v.tx.Steps(j.Call.Session, recentSteps)
	if err != nil {
		return "", err
	}
	open, err := v.tx.OpenLessons(v.judge.Project, memory.LessonCheck, v.now.Add(-sureCheck), maxNotes)
	if err != nil {
		return "", err
	}
	var notes []Note
	for i := range open {
		c := open[i].Check
		if c == nil || open[i].Session != j.Call.Session || len(notes) == maxChecks {
			continue
		}
		if v.passedHere(c, steps) {
			continue
		}
		if _, here := v.checkedOut(c.Seen); here || c.Seen == nil || c.Seen.Tree == "" {
			notes = append(notes, v.failingCheck(&open[i], true))
		}
	}
	if passed, changed := v.unverified(j.Call.Session, steps); passed != nil && len(changed) > 0 {
		notes = append(notes, staleCheck(passed))
	}
	text, _ := digest(reminderHeading, notes, unknown)
	return text, nil
}
