package cmd

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// lessonWords says in a line what a lesson is.
func lessonWords(l *memory.Lesson) string {
	if l.Kind == memory.LessonFix {
		return remedyWords(l) + " helps against: " + firstLine(l.What.String())
	}
	return firstLine(l.What.String())
}

func (e *Env) whyLesson(tx *store.Tx, o *origin, id string) (bool, error) {
	l, ok, err := tx.Lesson(id)
	if err != nil || !ok {
		return false, err
	}
	row := newLessonRow(&l)
	o.Kind, o.Lesson, o.next = "lesson", &row, "if it should not be told any more: ctxhook forget "+id
	o.print = func() { e.printLesson(&l) }
	if err := o.fromFailure(tx, &l); err != nil {
		return true, err
	}
	if err := o.fromRun(tx, l.Run, "the last run that shows it"); err != nil {
		return true, err
	}
	if err := o.fromEpisodes(tx, l.ID); err != nil {
		return true, err
	}
	if err := e.whyShared(tx, o, &l); err != nil {
		return true, err
	}
	told, err := report.AdviceOf(tx, l.ID)
	for i := range told {
		o.rests(told[i].ID, "told on "+minute(told[i].Time)+": "+adviceOutcome(&told[i]))
	}
	return true, err
}

// fromFailure says which run failed with the error that a fix is about, the
// last time it helped.
func (o *origin) fromFailure(tx *store.Tx, l *memory.Lesson) error {
	if l.Kind != memory.LessonFix || l.Run == "" {
		return nil
	}
	helped, ok, err := tx.Run(l.Run)
	if err != nil || !ok || helped.Session == "" {
		return err
	}
	const most = 200 // steps that are looked through
	steps, err := tx.StepsBefore(helped.Session, helped.Start, most)
	if err != nil {
		return err
	}
	for _, s := range steps { // the latest first
		if s.Run != nil && slices.ContainsFunc(s.Run.Errors, func(e memory.Error) bool { return e.Signature == l.Key }) {
			return o.fromRun(tx, s.Run.ID, "the failure that it is about")
		}
	}
	return nil
}

// whyShared says in which projects it helped what is offered in all, and that
// what helped in one is.
func (e *Env) whyShared(tx *store.Tx, o *origin, l *memory.Lesson) error {
	if l.Kind != memory.LessonFix {
		return nil
	}
	shared, err := tx.SharedFixes()
	for i := range shared {
		s := &shared[i]
		switch {
		case s.Key != l.Key || s.Everywhere == l.Everywhere || !lessons.SameFix(s, l, nil):
		case l.Everywhere:
			o.from(s.ID, countWords(s)+" in "+e.tilde(s.Project))
		default:
			o.rests(s.ID, offeredInAll)
		}
	}
	return err
}
