package hook

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// mended draws the lessons of a run that went well after others that did not:
// what was done in between, and how the check that it is went from red to
// green. closed are the lessons of the checks that it passed.
func (l *learner) mended(ran *memory.Run, script *shell.Script, steps []memory.Activity, closed []memory.Lesson) error {
	if !l.j.Config.Learn.Sequences || ran.Outcome != memory.OK {
		return nil
	}
	steps, err := l.before(ran, steps, closed)
	if err != nil {
		return err
	}
	steps = below(steps, ran.Project)
	var taught []string
	for _, way := range lessons.Resolve(ran, script, steps, l.script) {
		id, err := l.worked(ran, way)
		if err != nil {
			return err
		}
		taught = append(taught, id)
	}
	e := lessons.Episode(ran, script, steps, l.script)
	if e == nil {
		return nil
	}
	e.Lessons = taught
	_, err = l.tx.AddEpisode(e)
	return err
}

// before adds to the steps of a session those of an earlier one in which a
// check failed that passes now.
func (l *learner) before(ran *memory.Run, steps []memory.Activity, closed []memory.Lesson) ([]memory.Activity, error) {
	i := slices.IndexFunc(closed, func(c memory.Lesson) bool {
		return c.Key == ran.Check.Key && c.Session != "" && c.Session != ran.Session
	})
	if i < 0 {
		return steps, nil
	}
	red, ok, err := l.tx.Run(closed[i].Run)
	if err != nil || !ok {
		return steps, err
	}
	earlier, err := l.tx.Steps(closed[i].Session, backSteps)
	if err != nil {
		return steps, err
	}
	for _, s := range earlier {
		if at := s.Time(); !at.Before(red.Start) && !at.After(ran.Start) {
			steps = append(steps, s)
		}
	}
	slices.SortStableFunc(steps, func(a, b memory.Activity) int { return b.Time().Compare(a.Time()) })
	return steps, nil
}

// below names the files of a project as they are called in it: another work
// tree, and another day, have them elsewhere.
func below(steps []memory.Activity, project string) []memory.Activity {
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

// worked counts a way out that worked, and returns the id of its lesson. Of
// two recipes against one error that share something, what they share is what
// was needed.
func (l *learner) worked(ran *memory.Run, way memory.Lesson) (string, error) {
	known, err := l.tx.Lessons(ran.Project, memory.LessonFix, []string{way.Key})
	if err != nil {
		return "", err
	}
	lesson := way
	lesson.Project, lesson.First = ran.Project, ran.Start
	if i := slices.IndexFunc(known, func(k memory.Lesson) bool {
		return k.From == way.From && slices.Equal(k.Recipe(), way.Recipe())
	}); i >= 0 {
		lesson = known[i]
	} else if i := slices.IndexFunc(known, func(k memory.Lesson) bool {
		return k.State == memory.Open && k.From.Len() == 0 && way.From.Len() == 0 && lessons.CommonSteps(k.Recipe(), way.Recipe()) != nil
	}); i >= 0 {
		lesson = known[i]
		lesson.SetRecipe(lessons.CommonSteps(lesson.Recipe(), way.Recipe()))
	}
	lesson.Seen++
	lesson.Worked++
	lesson.Tried++
	if lesson.Ignored = 0; lesson.Misfire < memory.MaxMisfires {
		lesson.State = memory.Open // it may have been forgotten
	}
	if !lesson.Last.After(ran.Start) {
		lesson.Last, lesson.Session, lesson.Run = ran.Start, ran.Session, ran.ID
	}
	err = l.tx.PutLesson(&lesson)
	return lesson.ID, err
}

// recipeCommand is a recipe as one command, when it is one that can be run:
// no file has to be edited, and no part is changed by the one before it.
func (l *learner) recipeCommand(recipe []memory.Step) redact.Text {
	if slices.ContainsFunc(recipe, func(d memory.Step) bool { return d.Edit }) {
		return redact.Text{}
	}
	if len(recipe) == 1 {
		return recipe[0].Text
	}
	joined := ""
	for i, d := range recipe {
		if !lessons.Joinable(l.script(d.Text)) {
			return redact.Text{}
		}
		if i > 0 {
			joined += " && "
		}
		joined += d.Text.String()
	}
	return redact.Clean(joined)
}

// inOrder says what was done, as data.
func inOrder(recipe []memory.Step) string {
	parts := make([]string, len(recipe))
	for i, d := range recipe {
		parts[i] = quoted(d.Text)
		if d.Edit {
			parts[i] = "an edit of " + parts[i]
		}
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + ", then " + parts[last]
	}
	return parts[0]
}
