package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// checked opens the lesson of a check that fails, and closes those of checks
// that pass, which it returns as they were.
func (l *learner) checked(ran *memory.Run, script *shell.Script) (closed []memory.Lesson, err error) {
	c := ran.Check
	if c == nil || c.Kind == memory.CheckRun {
		return nil, nil // a script that dies is an error, and verifies nothing
	}
	if c.Failed {
		return nil, l.failed(ran, c)
	}
	for _, passed := range passes(ran, script) {
		open, err := l.tx.OpenChecks(ran.Project, passed)
		if err != nil {
			return nil, err
		}
		for _, lesson := range open {
			if !passedAfter(&lesson, passed, ran.Start) {
				continue
			}
			closed = append(closed, lesson)
			lesson.State, lesson.Last = memory.Closed, ran.Start
			if err := l.tx.PutLesson(&lesson); err != nil {
				return nil, err
			}
		}
	}
	return closed, nil
}

// passes lists the checks that a run passed: its own, and those that passed
// beside it in one command.
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

// passedAfter tells whether a check that passed then is one that was seen to
// fail before.
func passedAfter(lesson *memory.Lesson, c *memory.Check, at time.Time) bool {
	return c != nil && !c.Failed && c.Kind != memory.CheckRun && !lesson.Last.After(at) &&
		(c.Key == lesson.Key || lesson.Check != nil && c.Covers(lesson.Check))
}

// failed counts the failure of a check.
func (l *learner) failed(ran *memory.Run, c *memory.Check) error {
	lesson := memory.Lesson{Kind: memory.LessonCheck, Project: ran.Project, Key: c.Key, First: ran.Start}
	known, err := l.tx.Lessons(ran.Project, memory.LessonCheck, []string{c.Key})
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
	if lesson.Last.After(ran.Start) { // it is learned late, and what came after it is known
		return l.tx.PutLesson(&lesson)
	}
	lesson.State, lesson.Last = memory.Open, ran.Start
	lesson.Session, lesson.Run = ran.Session, ran.ID
	lesson.Check, lesson.What = c, failure(c)
	return l.tx.PutLesson(&lesson)
}
