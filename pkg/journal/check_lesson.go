package journal

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// recordCheck opens the lesson of a check that fails, and closes those of
// checks that pass, which it returns as they were.
func (u *update) recordCheck(ran *memory.Run, script *shell.Script) (closed []memory.Lesson, err error) {
	c := ran.Check
	if c == nil || c.Kind == memory.CheckRun {
		return nil, nil // a script that dies is an error, and no check
	}
	if c.Failed {
		return nil, u.recordFailedCheck(ran, c)
	}
	for _, passed := range passes(ran, script) {
		open, err := u.tx.OpenChecks(ran.Project, passed)
		if err != nil {
			return nil, err
		}
		for _, lesson := range open {
			if !passedAfter(&lesson, passed, ran.Start) {
				continue
			}
			closed = append(closed, lesson)
			lesson.State, lesson.Last = memory.Closed, ran.Start
			if err := u.tx.PutLesson(&lesson); err != nil {
				return nil, err
			}
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
	return c != nil && !c.Failed && c.Kind != memory.CheckRun && !lesson.Last.After(at) &&
		(c.Key == lesson.Key || lesson.Check != nil && c.Covers(lesson.Check))
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
	lesson.State, lesson.Last = memory.Open, ran.Start
	lesson.Session, lesson.Run = ran.Session, ran.ID
	lesson.Check, lesson.What = c, FailedCheck(c)
	return u.tx.PutLesson(&lesson)
}
