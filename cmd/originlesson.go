package cmd

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// maxEpisodes is how many episodes of a lesson are named: the latest.
const maxEpisodes = 5

func (o *origin) lesson(st *storage, id string) (bool, error) {
	l, ok, err := o.tx.Lesson(id)
	if err != nil || !ok {
		return false, err
	}
	o.Lesson = newLessonView(&l)
	o.set("lesson", o.Lesson, "to stop telling it: ctxhook forget "+id)
	if err := o.fromFailure(&l); err != nil {
		return true, err
	}
	if err := o.fromRun(l.Run, "the last run that shows it"); err != nil {
		return true, err
	}
	episodes, err := report.EpisodesOf(o.tx, id)
	if err != nil {
		return true, err
	}
	for i := range episodes[:min(len(episodes), maxEpisodes)] {
		o.from(episodes[i].ID, newEpisodeView(&episodes[i]).words())
	}
	if err := o.fromShared(st, &l); err != nil {
		return true, err
	}
	told, err := report.AdviceOf(o.tx, id)
	for i := range told {
		o.rests(told[i].ID, "told on "+minute(told[i].Time)+": "+newAdviceView(&told[i]).outcomeWords())
	}
	return true, err
}

// fromFailure says which run failed with the error that a fix is about, the
// last time it helped.
func (o *origin) fromFailure(l *memory.Lesson) error {
	if l.Kind != memory.LessonFix || l.Run == "" {
		return nil
	}
	helped, ok, err := o.tx.Run(l.Run)
	if err != nil || !ok || helped.Session == "" {
		return err
	}
	const most = 200 // steps that are looked through
	steps, err := o.tx.StepsBefore(helped.Session, helped.Start, most)
	if err != nil {
		return err
	}
	for _, s := range steps { // the latest first
		if s.Run != nil && slices.ContainsFunc(s.Run.Errors, func(e memory.Error) bool { return slices.Contains(e.Keys(), l.Key) }) {
			return o.fromRun(s.Run.ID, "the failure")
		}
	}
	return nil
}

// fromShared says in which projects a fix helped that is offered in all, and
// of one that helped in a project whether it is.
func (o *origin) fromShared(st *storage, l *memory.Lesson) error {
	if l.Kind != memory.LessonFix {
		return nil
	}
	shared, err := o.tx.SharedFixes()
	for i := range shared {
		s := &shared[i]
		switch {
		case s.Key != l.Key || s.Everywhere == l.Everywhere || !lessons.SameFix(s, l, nil):
		case l.Everywhere:
			o.from(s.ID, newLessonView(s).countWords()+" in "+tilde(st.Places.Home, s.Project))
		default:
			o.rests(s.ID, offeredInAll)
		}
	}
	return err
}

func (o *origin) episode(id string) (bool, error) {
	p, ok, err := store.Episodes.ByID(o.tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Episode = newEpisodeView(&p)
	o.set("episode", o.Episode, "to see the failing output: ctxhook history "+p.Red)
	if err := o.fromRun(p.Red, "it failed first"); err != nil {
		return true, err
	}
	if err := o.fromRun(p.Green, "it passed"); err != nil {
		return true, err
	}
	for _, id := range p.Lessons {
		l, known, err := o.tx.Lesson(id)
		if err != nil {
			return true, err
		}
		if known {
			o.rests(id, newLessonView(&l).words())
		}
	}
	return true, nil
}
