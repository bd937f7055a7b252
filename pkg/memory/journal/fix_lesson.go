package journal

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// learnFixes draws the lessons of a run that succeeded after others that
// failed: what was done in between, and how its check went from red to green.
// closed are the lessons of the checks that it passed.
func (u *update) learnFixes(ran *memory.Run, script *shell.Script, steps []memory.Activity, closed []memory.Lesson) error {
	if !u.judge.Config.Learn.Sequences || ran.Outcome != memory.OK {
		return nil
	}
	if _, flaky, err := u.isFlaky(ran.Project, ran.Check); flaky || err != nil {
		return err // whatever was done, it may have passed without
	}
	if slices.ContainsFunc(closed, func(c memory.Lesson) bool { return c.Check != nil && c.Check.Weakened.Len() > 0 }) {
		return nil // it passes because it asks for less
	}
	steps, err := u.stepsSince(ran, steps, closed)
	if err != nil {
		return err
	}
	steps = relative(steps, ran.Project)
	var taught []string
	for _, fix := range lessons.Resolve(ran, script, steps, u.judge) {
		if lessons.Bypasses(&fix, u.judge) || u.editsFiles(&fix) {
			continue
		}
		id, err := u.countFix(ran, fix)
		if err != nil {
			return err
		}
		taught = append(taught, id)
	}
	e := lessons.Episode(ran, script, steps, u.judge)
	if e == nil {
		return nil
	}
	e.Lessons = taught
	_, err = u.tx.AddEpisode(e)
	return err
}

// editsFiles reports whether a command of a fix edits files in place, as any edit does that
// is of use once, or writes what says how checks are run. Settings may be needed again.
func (u *update) editsFiles(fix *memory.Lesson) bool {
	return fix.From.Len() == 0 && slices.ContainsFunc(fix.Recipe(), func(d memory.Step) bool {
		return !d.Edit && slices.ContainsFunc(u.judge.Script(d.Text).Calls, func(c shell.Call) bool {
			ofChecks := func(w shell.Word) bool {
				return reader().RunsChecks(w.String()) || reader().IsTest(w.String()) && !reader().HoldsSettings(w.String()) // .env.test
			}
			return shell.Writes(c.Redirs) && slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return ofChecks(r.Word) }) ||
				lessons.Edits(&c) && slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool { return ofChecks(w) || !reader().HoldsSettings(w.String()) })
		})
	})
}

// stepsSince adds to the steps of a session those of an earlier one in which a
// check failed that passes now.
func (v *view) stepsSince(ran *memory.Run, steps []memory.Activity, closed []memory.Lesson) ([]memory.Activity, error) {
	i := slices.IndexFunc(closed, func(c memory.Lesson) bool {
		return ran.Check != nil && c.Key == ran.Check.Key && c.Session != "" && c.Session != ran.Session
	})
	if i < 0 {
		return steps, nil
	}
	red, ok, err := v.tx.Run(closed[i].Run)
	if err != nil || !ok {
		return steps, err
	}
	earlier, err := v.tx.Steps(closed[i].Session, recentSteps)
	if err != nil {
		return steps, err
	}
	for _, s := range earlier {
		if at := s.Time(); !at.Before(red.Start) && !at.After(ran.Start) {
			steps = append(steps, s)
		}
	}
	order.By(steps, func(a, b memory.Activity) int { return b.Time().Compare(a.Time()) })
	return steps, nil
}

// relative names the edited files of a project relative to it: another work
// tree has them elsewhere.
func relative(steps []memory.Activity, project string) []memory.Activity {
	steps = slices.Clone(steps)
	for i, s := range steps {
		if s.Edit == nil || project == "" {
			continue
		}
		if path, ok := strings.CutPrefix(s.Edit.Path.String(), project+string(filepath.Separator)); ok {
			edit := *s.Edit
			edit.Path = redact.Clean(path)
			steps[i].Edit = &edit
		}
	}
	return steps
}

// countFix counts a fix that worked, and returns the id of its lesson. Of two
// recipes against one error that have steps in common, only those were needed.
func (u *update) countFix(ran *memory.Run, fix memory.Lesson) (string, error) {
	known, err := u.tx.Lessons(ran.Project, memory.LessonFix, []string{fix.Key})
	if err != nil {
		return "", err
	}
	lesson := fix
	lesson.Project, lesson.First = ran.Project, ran.Start
	if i := slices.IndexFunc(known, func(k memory.Lesson) bool {
		return k.From == fix.From && slices.Equal(k.Recipe(), fix.Recipe())
	}); i >= 0 {
		lesson = known[i]
	} else if i := slices.IndexFunc(known, func(k memory.Lesson) bool {
		return k.State == memory.Open && k.From.Len() == 0 && fix.From.Len() == 0 && lessons.CommonSteps(k.Recipe(), fix.Recipe(), u.judge) != nil
	}); i >= 0 {
		lesson = known[i]
		lesson.SetRecipe(lessons.CommonSteps(lesson.Recipe(), fix.Recipe(), u.judge))
	}
	lesson.Count()
	lesson.Seen++
	if lesson.Ignored = 0; !lesson.Misleads() && lesson.State != memory.Unwanted {
		lesson.State = memory.Open // it may have been forgotten
	}
	if !lesson.Last.After(ran.Start) {
		lesson.Last, lesson.Session, lesson.Run = ran.Start, ran.Session, ran.ID
	}
	if err = u.tx.PutLesson(&lesson); err != nil {
		return "", err
	}
	return lesson.ID, u.learnChoice(ran, &lesson)
}

// recipeCommand returns a recipe as one command that can be run, if it is one:
// no file has to be edited, and no step changes how the next one is read.
func (v *view) recipeCommand(recipe []memory.Step) redact.Text {
	if slices.ContainsFunc(recipe, func(d memory.Step) bool { return d.Edit }) {
		return redact.Text{}
	}
	if len(recipe) == 1 {
		return recipe[0].Text
	}
	joined := ""
	for i, d := range recipe {
		if !lessons.Joinable(v.judge.Script(d.Text)) {
			return redact.Text{}
		}
		if i > 0 {
			joined += " && "
		}
		joined += d.Text.String()
	}
	return redact.Clean(joined)
}
