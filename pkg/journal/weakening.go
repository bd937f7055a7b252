package journal

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// weakened says what was done to a check between its failure and a pass, so that the
// pass may be owed to that: "tests/a_test.py was deleted". It is empty where nothing
// was. steps are those of the session before the pass, the latest first.
func (u *update) weakened(red *memory.Lesson, passed *memory.Check, steps []memory.Activity) redact.Text {
	var found []string
	add := func(what string) {
		if what != "" && !slices.Contains(found, what) && len(found) < 3 {
			found = append(found, what)
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i]; {
		case s.Time().Before(red.Last):
		case s.Edit != nil && s.Edit.Weakens != "":
			add("an edit of " + u.below(s.Edit.Path.String()) + " " + s.Edit.Weakens)
		case s.Run != nil && s.Run.Outcome == memory.OK:
			add(u.weakenedBy(s.Run))
		}
	}
	if c := red.Check; c != nil {
		if c.Seen != nil {
			for _, f := range c.Seen.Tests {
				name := u.below(f.String())
				if !exists(f.String()) && !slices.ContainsFunc(found, func(w string) bool { return strings.HasPrefix(w, name) || strings.HasPrefix(w, path.Base(name)) }) {
					add(name + " is gone")
				}
			}
		}
		if len(found) == 0 && c.Key == passed.Key {
			add(fewer(c.Counts, passed.Counts))
		}
	}
	return redact.Clean(strings.Join(found, ", "))
}

// testFiles returns the files of tests that a failing check names and that are there,
// by their paths.
func testFiles(c *memory.Check) (list []redact.Text) {
	for _, f := range c.Files {
		if name := f.String(); diagnose.IsTest(name) && len(list) < maxNotes {
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

// weakenedBy says what a command did to tests.
func (u *update) weakenedBy(ran *memory.Run) string {
	script := u.judge.Script(ran.Command)
	if file, what := lessons.ChangedTest(script, diagnose.IsTest); what != "" {
		return u.below(file) + " was " + what
	}
	if reader().UpdatesSnapshots(script) {
		return "expected results were updated by " + quoted(ran.Command)
	}
	if !command.MayWrite(script) {
		return ""
	}
	if file, what := reader().WeakensIn(script, ran.Command.String()); what != "" {
		return "a command on " + u.below(file) + " " + what
	}
	return ""
}

// below names a file from the root of the project.
func (u *update) below(file string) string {
	if rest, ok := strings.CutPrefix(file, u.judge.Project+"/"); ok && u.judge.Project != "" {
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
		if l.Check == nil || l.Check.Tool != passed.Tool || l.Last.After(ran.Start) || passed.Covers(l.Check) || l.Check.Without() == without {
			continue
		}
		c := *l.Check
		c.Weakened = redact.Clean("it has passed since only with " + without)
		l.Check = &c
		if err := u.tx.PutLesson(l); err != nil {
			return err
		}
	}
	return nil
}
