package journal

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// recordCheck opens the lesson of a check that fails, and closes those of
// checks that pass, which it returns as they were. seen is where it ran, nil when
// that is not known.
func (u *update) recordCheck(ran *memory.Run, script *shell.Script, steps []memory.Activity, seen *memory.Sighting) (closed []memory.Lesson, err error) {
	settles := func(open []memory.Lesson, is func(*memory.Lesson) bool) {
		for i := range open {
			l := &open[i]
			known := slices.ContainsFunc(closed, func(c memory.Lesson) bool { return c.ID == l.ID })
			if !known && !l.Last.After(ran.Start) && !(l.Check != nil && elsewhere(l.Check.Seen, seen)) && is(l) {
				closed = append(closed, *l)
			}
		}
	}
	if c := ran.Check; c.Verifies() {
		for _, failed := range c.Fails() {
			if err := u.recordFailedCheck(ran, failed, seen); err != nil {
				return nil, err
			}
		}
		for _, passed := range c.Passes() {
			sameTool, runner := passed, passed.Lines.Len() > 0
			if runner {
				sameTool = nil // it may have run any tool
			}
			open, err := u.tx.OpenChecks(ran.Project, sameTool)
			if err != nil {
				return nil, err
			}
			settles(open, func(l *memory.Lesson) bool {
				return (passedAfter(l, passed, ran.Start) || runner && passedInside(l, passed)) && !u.inPart(ran, script, l.Check)
			})
			if err := u.passedInPart(open, passed, ran, seen); err != nil {
				return nil, err
			}
			if err := u.noteWeaker(open, passed, ran); err != nil {
				return nil, err
			}
		}
	}
	if ran.Outcome == memory.OK {
		// The same command settles what it opened, whoever printed that, and however
		// much of its output was shown.
		open, err := u.tx.OpenChecks(ran.Project, nil)
		if err != nil {
			return nil, err
		}
		key, hidden := command.Key(script, ran.Cwd, ran.Project), command.Pipes(script)
		settles(open, func(l *memory.Lesson) bool {
			c := l.Check
			if c == nil || c.Seen == nil {
				return false
			}
			same := c.Seen.Command == ran.Command && c.Seen.Cwd == ran.Cwd ||
				key != "" && command.Key(u.judge.Script(c.Seen.Command), c.Seen.Cwd, ran.Project) == key ||
				c.Seen.Cwd == ran.Cwd && strings.Contains(ran.Template.String(), "; ") && !strings.ContainsAny(ran.Command.String(), "|;") && lessons.Does(script, u.judge.Script(c.Seen.Command))
			// Behind a pipe the exit code is that of its last part.
			return same && (!hidden || reader().PassedIn(&memory.Check{Lines: ran.Output}, c.Tool))
		})
	}
	for i := range closed {
		flaky, err := u.passedUnchanged(&closed[i], ran)
		if err != nil {
			return nil, err
		}
		if closed[i].Check != nil {
			c := *closed[i].Check
			c.Flaky = c.Flaky || flaky
			if c.Weakened, c.Dropped = u.weakened(&closed[i], ran, steps); c.Weakened.Len() > 0 {
				closed[i].Session = ran.Session
			}
			closed[i].Check = &c
		}
		lesson := closed[i]
		lesson.State, lesson.Last = memory.Closed, ran.Start
		if err := u.tx.PutLesson(&lesson); err != nil {
			return nil, err
		}
	}
	return closed, nil
}

// inPart reports whether a runner was asked for a part of what it ran when a check failed:
// tox -e py312 runs the tests of tox, and not all of them.
func (v *view) inPart(ran *memory.Run, script *shell.Script, failed *memory.Check) bool {
	if failed == nil || failed.Seen == nil {
		return false
	}
	red := reader().Named(&diagnose.Output{Command: failed.Seen.Command, Script: v.judge.Script(failed.Seen.Command), Dir: failed.Seen.Cwd})
	for _, p := range reader().Named(&diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd}) {
		if reader().IsRunner(p.Tool) && slices.ContainsFunc(red, p.InPart) {
			return true
		}
	}
	return false
}

// passedInPart takes the files that a check looked at, and passed, from the open
// failures of the same tool that name others as well. Which tests are in those is
// not known.
func (u *update) passedInPart(open []memory.Lesson, passed *memory.Check, ran *memory.Run, seen *memory.Sighting) error {
	for i := range open {
		l := &open[i]
		if c := l.Check; c == nil || c.Seen == nil || c.Tool != passed.Tool || l.Last.After(ran.Start) || elsewhere(c.Seen, seen) || passed.Covers(c) {
			continue
		}
		rest := *l.Check
		rest.Files = slices.DeleteFunc(slices.Clone(rest.Files), func(f redact.Text) bool {
			return passed.Selects(namedFile(rest.Seen, &rest, f.String()))
		})
		if n := len(rest.Files); n == 0 || n == len(l.Check.Files) {
			continue
		}
		rest.Tests, l.Check = nil, &rest
		if err := u.tx.PutLesson(l); err != nil {
			return err
		}
	}
	return nil
}

// passedAfter reports whether a check that passed at a time is one that failed
// before.
func passedAfter(lesson *memory.Lesson, c *memory.Check, at time.Time) bool {
	return c.Verifies() && !c.Failed && !lesson.Last.After(at) &&
		(c.Key == lesson.Key || lesson.Check != nil && c.Covers(lesson.Check) && !onlyTests(c, lesson.Check))
}

// onlyTests reports whether a check that passed ran the tests alone of one that failed by
// something else: gradle test, where a linter failed in gradle check.
func onlyTests(passed, red *memory.Check) bool {
	did := func(c *memory.Check) string { return strings.TrimPrefix(c.Key, c.Dir()+": ") }
	return len(red.Tests) == 0 && leavesGoal(did(red), did(passed))
}

// passedInside reports whether a runner that passed, such as make test, ran the
// tool of a check that failed before, where that check had failed.
func passedInside(lesson *memory.Lesson, runner *memory.Check) bool {
	if lesson.Check == nil {
		return false
	}
	inner := *runner
	inner.Tool = lesson.Check.Tool
	head := strings.TrimSuffix(runner.Key, strings.TrimPrefix(runner.Key, runner.Dir()+": "))
	goals := strings.TrimPrefix(runner.Key[len(head):], runner.Tool)
	if _, script, is := strings.Cut(lesson.Check.Key, " run "); is && strings.HasPrefix(runner.Tool, "npm ") && !strings.Contains(runner.Lines.String(), script) {
		return false // another script of the package
	}
	inner.Key = head + inner.Tool + goals
	inner.All = !strings.ContainsAny(goals, "-/.=:") // only goals, which narrow nothing that they run
	return inner.Covers(lesson.Check) && reader().PassedIn(runner, lesson.Check.Tool)
}

// recordFailedCheck counts the failure of a check.
func (u *update) recordFailedCheck(ran *memory.Run, c *memory.Check, seen *memory.Sighting) error {
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
	wasRed := lesson.State == memory.Open && lesson.Session == ran.Session
	if lesson.Last = ran.Start; lesson.State != memory.Unwanted {
		lesson.State = memory.Open
	}
	lesson.Session, lesson.Run = ran.Session, ran.ID
	check := *c
	check.Seen = sawFail(ran, seen)
	check.Seen.Red = ran.Start
	if was := lesson.Check; was != nil && was.Seen != nil && wasRed && !was.Seen.Red.IsZero() {
		check.Seen.Red = was.Seen.Red
	}
	if seen != nil {
		check.Seen.Tests = testFiles(&check)
	}
	check.Flaky = lesson.Check != nil && lesson.Check.Flaky && failsAsBefore(c, lesson.Check)
	lesson.Check, lesson.What = &check, FailedCheck(c)
	return u.tx.PutLesson(&lesson)
}

// sighting says where a check ran: which is known while it has just ended, and
// not when it is recorded later. Commands and times are in the run.
func sighting(root string) *memory.Sighting {
	if root == "" {
		return nil
	}
	head := facts.HeadOf(root)
	return &memory.Sighting{Tree: root, Branch: head.Branch, Commit: head.Commit}
}

// sawFail says where and by what a run failed.
func sawFail(ran *memory.Run, seen *memory.Sighting) *memory.Sighting {
	s := &memory.Sighting{}
	if seen != nil {
		*s = *seen
	}
	s.Command, s.Cwd, s.Ended = ran.Command, ran.Cwd, ran.Start.Add(ran.Duration)
	return s
}

// elsewhere reports whether a check that passed says nothing of one that
// failed: it ran with another branch checked out.
func elsewhere(failed, passed *memory.Sighting) bool {
	return failed != nil && passed != nil && failed.Tree == passed.Tree && failed.Branch != passed.Branch
}
