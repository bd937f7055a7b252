package journal

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// weakened says what was done to a check between its failure and a run in which it
// passed, so that the pass may be owed to that: "tests/a_test.py was deleted". It is
// empty where nothing was. dropped says that by it tests do not run any more. steps are
// those of the session before the pass, the latest first.
func (u *update) weakened(red *memory.Lesson, passed *memory.Run, steps []memory.Activity) (what redact.Text, dropped bool) {
	w := u.weakenedSince(red, append([]memory.Activity{{Run: passed}}, steps...))
	c := red.Check
	var before, now *memory.Counts
	if before = c.Counts; passed.Check != nil && c.Key == passed.Check.Key {
		now = passed.Check.Counts
	}
	if c.Seen != nil && !asMany(before, now) {
		for _, f := range c.Seen.Tests {
			name := u.below(f.String())
			if !exists(f.String()) && !w.names(name) && !u.movedTest(name, steps) {
				w.add(name+" is gone", true)
			}
		}
	}
	if len(w.found) == 0 {
		w.add(fewer(before, now), true)
	}
	return redact.Clean(strings.Join(w.found, ", ")), w.dropped
}

// weakening is what made a check weaker.
type weakening struct {
	found   []string
	dropped bool // a pass is owed to it
}

const maxWeakening = 3

func (w *weakening) add(what string, dropped bool) {
	if what != "" && !slices.Contains(w.found, what) && len(w.found) < maxWeakening {
		w.found = append(w.found, what)
		w.dropped = w.dropped || dropped
	}
}

// names reports whether it speaks of a file.
func (w *weakening) names(file string) bool {
	return slices.ContainsFunc(w.found, func(what string) bool {
		return strings.HasPrefix(what, file) || strings.HasPrefix(what, path.Base(file))
	})
}

// weakenedSince returns what edits and commands did to checks since one failed.
func (v *view) weakenedSince(red *memory.Lesson, steps []memory.Activity) (w weakening) {
	since := red.Last
	if s := red.Check.Seen; s != nil && !s.Red.IsZero() {
		since = s.Red
	}
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i]; {
		case s.Time().Before(since):
		case s.Edit != nil && s.Edit.Weakens != "" && !expectsAnew(s.Edit.Weakens, red, steps):
			w.add("an edit of "+v.below(s.Edit.Path.String())+" "+s.Edit.Weakens, true)
		case s.Run != nil && s.Run.Outcome == memory.OK:
			if what, dropped := v.weakenedBy(s.Run, red, steps[i:]); !expectsAnew(what, red, steps) {
				w.add(what, dropped)
			}
		}
	}
	return w
}

// expectsAnew reports whether an edit only has a test expect another value, which is none
// with which it had failed, or may be right because code was changed.
func expectsAnew(what string, red *memory.Lesson, steps []memory.Activity) bool {
	now, before, ok := diagnose.Expects(what)
	if !ok {
		return false
	}
	shows := func(value string) bool { return strings.Contains(red.Check.Lines.String(), strings.Trim(value, "'\"")) }
	return !shows(now) || !shows(before) || len(strings.Trim(now, "'\"")) == 0 || slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Edit != nil && !reader().IsTest(s.Edit.Path.String()) && !lessons.IsProse(s.Edit.Path.String())
	})
}

// asMany reports whether as many tests ran as before.
func asMany(before, now *memory.Counts) bool {
	return before != nil && now != nil && before.Ran() > 0 && now.Ran() >= before.Ran() && now.Skipped <= before.Skipped
}

// movedTest reports whether a command moved a file of tests to where it is one still.
func (v *view) movedTest(file string, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.Outcome == memory.OK && lessons.MovesTest(v.judge.Script(s.Run.Command), path.Base(file), reader().IsTest)
	})
}

// testFiles returns the files of tests that a failing check names and that are there,
// by their paths.
func testFiles(c *memory.Check) (list []redact.Text) {
	for _, f := range c.Files {
		if name := f.String(); reader().IsTest(name) && len(list) < maxNotes {
			if file := namedFile(c.Seen, c, name); exists(file) {
				list = append(list, redact.Clean(file))
			}
		}
	}
	return list
}

// fewer says that fewer tests ran than before.
func fewer(before, now *memory.Counts) string {
	if before == nil || now == nil || now.Ran() >= before.Ran() {
		return ""
	}
	what := strconv.Itoa(now.Ran()) + " tests ran, " + strconv.Itoa(before.Ran()) + " before"
	if more := now.Skipped - before.Skipped; more > 0 {
		what += " (" + strconv.Itoa(more) + " more skipped)"
	}
	return what
}

// weakenedBy says what a command did to tests since a check failed, and whether they
// do not run any more. before are the steps before it, the latest first.
func (v *view) weakenedBy(ran *memory.Run, red *memory.Lesson, before []memory.Activity) (what string, dropped bool) {
	script := v.judge.Script(ran.Command)
	if file, what := lessons.ChangedTest(script, reader().Guards); what != "" {
		if v.ownTest(file, red, before) {
			return "", false
		}
		return v.below(file) + " was " + what, true
	}
	if reader().UpdatesSnapshots(script) {
		return "expected results were updated by " + quoted(ran.Command), false
	}
	if !command.MayWrite(script) {
		return "", false
	}
	if file, what := reader().WeakensIn(script, ran.Command.String()); what != "" {
		return "a command on " + v.below(file) + " " + what, true
	}
	return "", false
}

// ownTest reports whether a file of tests was written in the session since a check
// failed that does not name it, so that the check did not run it then.
func (v *view) ownTest(file string, red *memory.Lesson, steps []memory.Activity) bool {
	name := path.Base(file)
	return !slices.ContainsFunc(red.Check.Files, func(f redact.Text) bool { return path.Base(f.String()) == name }) &&
		slices.ContainsFunc(steps, func(s memory.Activity) bool {
			return s.Edit != nil && !s.Edit.Time.Before(red.Last) && path.Base(s.Edit.Path.String()) == name
		})
}

// below names a file from the root of the project.
func (v *view) below(file string) string {
	if rest, ok := strings.CutPrefix(file, v.judge.Project+"/"); ok && v.judge.Project != "" {
		return rest
	}
	return file
}

// noteWeaker notes, of a check that stays red, that a run passed in its place that
// leaves out tests by name.
func (u *update) noteWeaker(open []memory.Lesson, passed *memory.Check, ran *memory.Run) error {
	without := passed.Without()
	if without == "" {
		return nil
	}
	for i := range open {
		l := &open[i]
		if l.Check == nil || l.Check.Tool != passed.Tool || l.Last.After(ran.Start) || passed.Covers(l.Check) || l.Check.Without() == without || !passed.Meets(l.Check) {
			continue
		}
		c := *l.Check
		c.Weakened, c.Dropped = redact.Clean("it has passed since only with "+without), true
		l.Check = &c
		if err := u.tx.PutLesson(l); err != nil {
			return err
		}
	}
	return nil
}
