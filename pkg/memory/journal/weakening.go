package journal

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// weakened says what was done to a check between its failure and a run in which it
// passed, so that the pass may be owed to that: "tests/a_test.py was deleted". It is
// empty where nothing was. dropped says that by it tests do not run any more. steps are
// those of the session before the pass, the latest first.
func (u *update) weakened(red *memory.Lesson, passed *memory.Run, steps []memory.Activity) (what redact.Text, dropped bool) {
	c := red.Check
	var before, now *memory.Counts
	if before = c.Counts; passed.Check != nil && c.Key == passed.Check.Key {
		now = passed.Check.Counts
	} else if before != nil {
		now = reader().CountsIn(c.Tool, passed.Output) // a script ran it
	}
	w := u.weakenedBetween(red, append([]memory.Activity{{Run: passed}}, steps...), asMany(before, now))
	if c.Seen != nil && !asMany(before, now) {
		for _, f := range c.Seen.Tests {
			name := u.below(f.String())
			if !exists(f.String()) && !w.names(name) && !u.movedTest(name, steps) && !u.subjectGone(name, red, steps) {
				w.add(name+" is gone", true)
			}
		}
	}
	if len(w.found) == 0 {
		if before == nil && now == nil && !command.Pipes(u.judge.Script(passed.Command)) { // a pipe may hide some
			before, now = counted(u.tally(red.Run, c).Most), counted(reader().Tally(passed.Output.String()).Most)
		}
		w.add(fewer(before, now), true)
	}
	return redact.Clean(strings.Join(w.found, ", ")), w.dropped
}

// weakenedBeside returns what was taken from checks since a command failed that is none of
// those that are known: whatever a script or a target runs, or what a server shows to have
// failed. steps are those of the session, the latest first.
func (v *view) weakenedBeside(steps []memory.Activity) (red *memory.Run, what string) {
	for i := len(steps) - 1; i >= 0; i-- {
		ran := steps[i].Run
		if ran == nil || ran.Check != nil || !v.failedUnnamed(ran) && !v.showsRemoteFailure(ran) {
			continue
		}
		lesson := memory.Lesson{Last: ran.Start, Run: ran.ID, Check: &memory.Check{}}
		for k := range ran.Errors {
			lesson.Check.Lines = redact.Clean(lesson.Check.Lines.String() + "\n" + ran.Errors[k].Line.String())
		}
		if w := v.weakenedSince(&lesson, steps); len(w.found) > 0 {
			return ran, strings.Join(w.found, ", ")
		}
		break // what was done since a later failure was done since this one
	}
	return nil, ""
}

// failedUnnamed reports whether a command failed that is no known check, and may be one.
func (v *view) failedUnnamed(ran *memory.Run) bool {
	code, known := ran.ExitCode()
	if ran.Outcome != memory.Failed || !known || code == 126 || code == 127 {
		return false
	}
	script := v.judge.Script(ran.Command)
	if v.tally(ran.ID, ran.Check).Failed > 0 && slices.ContainsFunc(command.MainCalls(script), func(i int) bool { return !command.Is(&script.Calls[i], rule.ReadOnly|rule.Records) }) {
		return true // whatever it is, it ran tests
	}
	return mayCheck(script)
}

// mayCheck reports whether a script may run a check that has no name here: something that is
// called as checks are, or that runs what the project says.
func mayCheck(script *shell.Script) bool {
	return slices.ContainsFunc(script.Calls, func(c shell.Call) bool {
		if c.Via >= 0 || c.Program == "" || len(c.Argv) == 0 || command.Is(&c, rule.ReadOnly|rule.Filter|rule.Records|rule.Auxiliary) {
			return false
		}
		words := command.Words(&c)
		words = words[min(1, len(words)):min(3, len(words))] // test of colcon test --packages-select slam
		program := c.Argv[0].String()                        // tools/check.sh
		return command.InProject(&c) || strings.Contains(program, "/") && program[0] != '/' || runsTarget(&c) || speaksOfCheck("", strings.Join(words, " "))
	})
}

// runsTarget reports whether a call has a runner do what it is asked for, by any name: make
// smoke, npm run smoke, and not docker compose down, which runs what lies in a container.
func runsTarget(c *shell.Call) bool {
	return reader().RunsOthers(c.Program) && (c.Model == nil || c.Model.Type != "Docker")
}

// showsRemoteFailure reports whether a command shows what failed on a server.
func (v *view) showsRemoteFailure(ran *memory.Run) bool {
	return (ran.Outcome == memory.OK || ran.Outcome == memory.Failed) && reader().ShowsRuns(ran.Command.String()) && reader().SaysFailed(v.output(ran.ID))
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
	return v.weakenedBetween(red, steps, false)
}

// weakenedBetween does so where as many tests ran again as when it failed, or not: then
// those that are gone are somewhere else.
func (v *view) weakenedBetween(red *memory.Lesson, steps []memory.Activity, asMany bool) (w weakening) {
	since := red.Last
	if s := red.Check.Seen; s != nil && !s.Red.IsZero() {
		since = s.Red
	}
	files := v.partsOf(red.Run)
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i]; {
		case s.Time().Before(since):
		case s.Edit != nil && s.Edit.Weakens != "" && !v.expectsAnew(s.Edit.Weakens, red, steps, i) && !v.expectsInNew(s.Edit, red) && v.mayOwe(red, s.Edit, steps) && !(asMany && diagnose.Goes(s.Edit.Weakens)):
			w.add("an edit of "+v.below(s.Edit.Path.String())+" "+s.Edit.Weakens, true)
		case s.Run != nil && (s.Run.Outcome == memory.OK || s.Run.Outcome.Bad()):
			if what, dropped := v.weakenedBy(s.Run, red, steps[i:], &files); !v.expectsAnew(what, red, steps, i) {
				w.add(what, dropped)
			}
		}
	}
	if len(w.found) == 0 {
		v.weakenedFiles(&w, red, steps)
	}
	return w
}

// maxWeakened bounds the files that are compared with what a failing check saw.
const maxWeakened = 8

// weakenedFiles adds what files of tests and settings, which no edit of the session names,
// ask for less than when a check failed, whatever changed them: the commit of then holds
// what they were.
func (v *view) weakenedFiles(w *weakening, red *memory.Lesson, steps []memory.Activity) {
	changed, known := v.changedSinceSeen(red.Check)
	if !known {
		return
	}
	read := 0
	for _, name := range changed {
		file := filepath.Join(v.judge.Project, filepath.FromSlash(name))
		_, dirty := red.Check.Saw.Dirty[name]
		if dirty || read == maxWeakened || lessons.IsProse(name) || slices.ContainsFunc(steps, func(s memory.Activity) bool { return s.Edit != nil && s.Edit.Path.String() == file }) {
			continue
		}
		read++
		before, there, _ := facts.CommitsOf(v.judge.Project).Content(red.Check.Saw.Commit, name)
		after, err := paths.ReadFile(file, maxEdited)
		if !there || err != nil || len(before) > maxEdited {
			continue
		}
		what := reader().Weakens(name, string(before), string(after))
		if what == "" {
			what = reader().Narrows(name, string(before), string(after))
		}
		if what != "" && !v.expectsAnew(what, red, steps, len(steps)) {
			w.add("a command changed "+name+": it "+what, true)
		}
	}
}

// expectsAnew reports whether what the i-th of some steps did only has a test expect another
// value, which is none with which it had failed, or may be right because code was changed: before
// both values were seen in a failure, or after that step.
func (v *view) expectsAnew(what string, red *memory.Lesson, steps []memory.Activity, i int) bool {
	now, before, ok := diagnose.Expects(what)
	if !ok {
		return false
	}
	shows := func(c *memory.Check) bool {
		return !slices.ContainsFunc([]string{now, before}, func(value string) bool {
			value = strings.Trim(value, "'\"")
			plain := value // 11_900
			if strings.Trim(value, "-0123456789._") == "" {
				plain = strings.ReplaceAll(value, "_", "")
			}
			return !strings.Contains(c.Lines.String(), value) && !strings.Contains(c.Lines.String(), plain)
		})
	}
	if !shows(red.Check) || strings.Trim(now, "'\"") == "" {
		return true
	}
	first, saw := -1, red.Check.Saw
	for k, s := range steps { // the latest first
		if s.Run != nil && s.Run.Check != nil && s.Run.Check.Failed && shows(s.Run.Check) {
			first, saw = k, s.Run.Check.Saw
		}
	}
	commits := func(s memory.Activity) bool { // what a command may have changed
		return s.Run != nil && strings.Contains(s.Run.Template.String(), "git commit")
	}
	return editsCode(steps[:i]) || editsCode(steps[first+1:]) || slices.ContainsFunc(steps[first+1:], commits) ||
		saw != nil && saw.Commit != "" && slices.ContainsFunc(slices.Collect(maps.Keys(saw.Dirty)), isCode)
}

// isCode reports whether a file is neither a test nor prose.
func isCode(file string) bool { return !reader().IsTest(file) && !lessons.IsProse(file) }

// expectsInNew reports whether an edit only has a test expect another value that was not there
// when the check failed, as far as a commit tells: who writes a test may be wrong at first.
func (v *view) expectsInNew(e *memory.Edit, red *memory.Lesson) bool {
	if _, _, ok := diagnose.Expects(e.Weakens); !ok || red.Check.Saw == nil || red.Check.Saw.Commit == "" {
		return false
	}
	_, there, known := facts.CommitsOf(v.judge.Project).Content(red.Check.Saw.Commit, v.below(e.Path.String()))
	return known && !there
}

// mayOwe reports whether a pass may be owed to an edit of a file of tests, which is not so
// where the failure names other files of tests, and where a case went from a test because
// code was changed: the case may be about what is gone.
func (v *view) mayOwe(red *memory.Lesson, e *memory.Edit, steps []memory.Activity) bool {
	file := e.Path.String()
	if module, is := diagnose.Mocks(e.Weakens); is {
		return comparesValues().MatchString(red.Check.Lines.String()) && !v.newlyNames(strings.TrimLeft(module, "./"), red, steps)
	}
	if !reader().IsTest(file) || !diagnose.MayBeRight(e.Weakens) {
		return true
	}
	if diagnose.IsCase(e.Weakens) && editsCode(steps) {
		return false
	}
	names := func(f redact.Text) bool { return path.Base(f.String()) == path.Base(file) }
	others := slices.ContainsFunc(red.Check.Files, func(f redact.Text) bool { return reader().IsTest(f.String()) })
	return !others || slices.ContainsFunc(red.Check.Files, names) || strings.Contains(red.Check.Lines.String(), path.Base(file))
}

// comparesValues is said where something was not what a test expects.
var comparesValues = pattern.Later(`(?i)\bexpected\b[\s\S]*\b(?:received|actual|got|but was|to (?:be|equal|deeply equal))\b`)

// newlyNames reports whether code that was edited names a module that it did not name in the commit
// at which a check failed.
func (v *view) newlyNames(module string, red *memory.Lesson, steps []memory.Activity) bool {
	return red.Check.Saw == nil || slices.ContainsFunc(steps, func(s memory.Activity) bool {
		if s.Edit == nil || !isCode(s.Edit.Path.String()) {
			return false
		}
		before, _, known := facts.CommitsOf(v.judge.Project).Content(red.Check.Saw.Commit, v.below(s.Edit.Path.String()))
		after, err := paths.ReadFile(s.Edit.Path.String(), maxEdited)
		return !known || err != nil || strings.Contains(string(after), module) && !strings.Contains(string(before), module)
	})
}

// editsCode reports whether anything was edited that is neither a test nor prose.
func editsCode(steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Edit != nil && isCode(s.Edit.Path.String())
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

// counted stands for so many tests that ran, nil for none.
func counted(n int) *memory.Counts {
	if n == 0 {
		return nil
	}
	return &memory.Counts{Passed: n}
}

// fewer says that fewer tests ran than before.
func fewer(before, now *memory.Counts) string {
	if before == nil || now == nil || now.Ran() >= before.Ran() {
		return ""
	}
	what := display.Counted(now.Ran(), "test") + " ran, " + strconv.Itoa(before.Ran()) + " before"
	if more := now.Skipped - before.Skipped; more > 0 {
		what += " (" + strconv.Itoa(more) + " more skipped)"
	}
	return what
}

// weakenedBy says what a command did to tests since a check failed, and whether they
// do not run any more. before are the steps before it, the latest first.
func (v *view) weakenedBy(ran *memory.Run, red *memory.Lesson, before []memory.Activity, files *parts) (what string, dropped bool) {
	script := v.judge.Script(ran.Command)
	guards := func(name string) bool { return reader().Guards(name) || files.has(name) }
	if file, what := lessons.ChangedTest(script, guards); what != "" {
		if v.ownTest(file, red, before) || v.subjectGone(file, red, before) || path.IsAbs(file) && v.below(file) == file || ran.Outcome != memory.OK && exists(inDir(ran.Cwd, file)) {
			return "", false
		}
		return v.below(file) + " was " + what, true
	}
	if ran.Outcome != memory.OK {
		return "", false
	}
	if reader().UpdatesSnapshots(script) {
		return "expected results were updated by " + quoted(ran.Command), true
	}
	if reader().AcceptsFindings(script) {
		return "findings were accepted by " + quoted(ran.Command), true
	}
	if file := reader().ExpectedIn(script); file != "" && (!editsCode(before) || v.keeps() && !editsCode(stepsAfter(before, red))) {
		return "expected results were written to " + v.below(file), true
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

// subjectGone reports whether what a file of tests is about was removed in the session before a
// check failed, which can only fail then: lib/fax.rb, and spec/fax_spec.rb goes with it.
func (v *view) subjectGone(file string, red *memory.Lesson, steps []memory.Activity) bool {
	failed := red.First
	if s := red.Check.Seen; s != nil && !s.Red.IsZero() {
		failed = s.Red
	}
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		if s.Run == nil || s.Run.Outcome != memory.OK || !s.Time().Before(failed) {
			return false
		}
		return lessons.Deleted(v.judge.Script(s.Run.Command), func(name string) bool {
			return path.Base(name) != path.Base(file) && diagnose.SameSubject(name, file)
		}) != ""
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
