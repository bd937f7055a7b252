package journal

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// recordCheck opens the lesson of a check that fails, and closes those of
// checks that pass, which it returns as they were.
func (u *update) recordCheck(ran *memory.Run, script *shell.Script) (closed []memory.Lesson, err error) {
	settles := func(open []memory.Lesson, is func(*memory.Lesson) bool) {
		for i := range open {
			l := &open[i]
			known := slices.ContainsFunc(closed, func(c memory.Lesson) bool { return c.ID == l.ID })
			if !known && !l.Last.After(ran.Start) && is(l) {
				closed = append(closed, *l)
			}
		}
	}
	if c := ran.Check; c.Verifies() {
		if c.Failed {
			return nil, u.recordFailedCheck(ran, c)
		}
		for _, passed := range passes(ran, script) {
			sameTool, runner := passed, passed.Lines.Len() > 0
			if runner {
				sameTool = nil // it may have run any tool
			}
			open, err := u.tx.OpenChecks(ran.Project, sameTool)
			if err != nil {
				return nil, err
			}
			settles(open, func(l *memory.Lesson) bool {
				return passedAfter(l, passed, ran.Start) || runner && passedInside(l, passed)
			})
		}
	}
	if ran.Outcome == memory.OK {
		// The same command settles what it opened, whoever printed that.
		open, err := u.tx.OpenChecksOf(ran.Project, ran.Command, ran.Cwd)
		if err != nil {
			return nil, err
		}
		settles(open, func(*memory.Lesson) bool { return true })
	}
	for i := range closed {
		flaky, err := u.passedUnchanged(&closed[i], ran)
		if err != nil {
			return nil, err
		}
		if flaky {
			c := *closed[i].Check
			c.Flaky, closed[i].Check = true, &c
		}
		lesson := closed[i]
		lesson.State, lesson.Last = memory.Closed, ran.Start
		if err := u.tx.PutLesson(&lesson); err != nil {
			return nil, err
		}
	}
	return closed, nil
}

// passes returns the checks that a run passed: its own, and the others in the
// same command.
func passes(ran *memory.Run, script *shell.Script) []*memory.Check {
	list := []*memory.Check{ran.Check}
	exit, exited := ran.ExitCode()
	if !exited || exit != 0 || len(script.Calls) < 2 {
		return list
	}
	for _, c := range reader().Passed(&diagnose.Output{
		Command: ran.Command, Script: script, Text: ran.Output, Exit: exit, Exited: exited, Dir: ran.Cwd,
	}) {
		if c.Key != ran.Check.Key {
			list = append(list, c)
		}
	}
	return list
}

// passedAfter reports whether a check that passed at a time is one that failed
// before.
func passedAfter(lesson *memory.Lesson, c *memory.Check, at time.Time) bool {
	return c.Verifies() && !c.Failed && !lesson.Last.After(at) &&
		(c.Key == lesson.Key || lesson.Check != nil && c.Covers(lesson.Check))
}

// passedInside reports whether a runner that passed, such as make test, ran the
// tool of a check that failed before, where that check had failed.
func passedInside(lesson *memory.Lesson, runner *memory.Check) bool {
	if lesson.Check == nil {
		return false
	}
	inner := *runner
	inner.Tool = lesson.Check.Tool
	return inner.Covers(lesson.Check) && reader().PassedIn(runner, lesson.Check.Tool)
}

// recordFailedCheck counts the failure of a check.
func (u *update) recordFailedCheck(ran *memory.Run, c *memory.Check) error {
	lesson := memory.Lesson{Kind: memory.LessonCheck, Project: ran.Project, Key: c.Key, First: ran.Start}
	known, err := u.tx.Lessons(ran.Project, memory.LessonCheck, []string{c.Key})
	if err != nil {
		return err
	}
	if len(known) > 0 {
		lesson = known[0]
	}
	lesson.Seen++
	if lesson.First.After(ran.Start) {
		lesson.First = ran.Start
	}
	if lesson.Last.After(ran.Start) { // it is recorded late, and a later failure is known
		return u.tx.PutLesson(&lesson)
	}
	if lesson.Last = ran.Start; lesson.State != memory.Unwanted {
		lesson.State = memory.Open
	}
	lesson.Session, lesson.Run = ran.Session, ran.ID
	check := *c
	check.Seen = u.sighting(ran)
	check.Flaky = lesson.Check != nil && lesson.Check.Flaky && failsAsBefore(c, lesson.Check)
	lesson.Check, lesson.What = &check, FailedCheck(c)
	return u.tx.PutLesson(&lesson)
}

// sighting says where a run failed. What the work tree had checked out is known
// only of one that ended just now.
func (u *update) sighting(ran *memory.Run) *memory.Sighting {
	const justNow = time.Minute
	s := &memory.Sighting{Command: ran.Command, Cwd: ran.Cwd, Ended: ran.Start.Add(ran.Duration)}
	if ran.Project != "" && u.now.Sub(s.Ended).Abs() < justNow {
		head := facts.HeadOf(ran.Project)
		s.Tree, s.Branch, s.Commit = ran.Project, head.Branch, head.Commit
	}
	return s
}
