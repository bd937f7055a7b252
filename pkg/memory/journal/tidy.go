package journal

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// When the end of a session stops to tidy, counted from its beginning: the
// client waits a second and a half, where nothing else is configured. A little
// is done in any case, or it would never be.
const (
	tidying = 450 * time.Millisecond
	little  = tidying / 5
)

// tidy puts in order what is remembered. What cannot be done now is done at
// the end of another session.
func (j *Journal) tidy(s *store.Store) {
	policy := store.Policy{MaxAge: j.Judge.Config.Store.MaxAge, MaxSize: j.Judge.Config.Store.MaxSize}
	j.note("memory", j.learnHabits(s))
	j.note("memory", j.consolidate(s, tidying/2))
	j.note("memory", s.Update(func(tx *store.Tx) error { return store.AddSamples(tx, j.Judge.Places.Timings()) }))
	j.note("memory", j.Preferences().review(s))
	policy.Within = max(little, tidying-time.Since(j.Now))
	j.note("memory", s.Maintain(policy))
	j.note("memory", j.WriteRepeats(s))
	j.tidyLedgers()
}

// consolidate puts lessons in order: those of the project, those of one other
// project, and which of them are offered in all. It works in small steps until
// all is done or the time is over; the next time goes on from there.
func (j *Journal) consolidate(s *store.Store, within time.Duration) error {
	begun := time.Now()
	steps := [...]func(*update) (more bool, err error){
		func(u *update) (bool, error) { return u.consolidate(j.Judge.Project) },
		(*update).consolidateNext,
		(*update).promote,
	}
	for _, step := range steps {
		for more := true; more; {
			if time.Since(begun) > within {
				return nil
			}
			if err := s.Update(func(tx *store.Tx) (err error) {
				more, err = step(j.updateOf(tx))
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// consolidate puts the lessons of a project in order, and reports whether any
// changed.
func (u *update) consolidate(project string) (changed bool, err error) {
	var list []memory.Lesson
	for _, kind := range memory.LessonKinds() {
		some, err := u.tx.Lessons(project, kind, nil)
		if err != nil {
			return false, err
		}
		list = append(list, some...)
	}
	if len(list) == 0 {
		return false, nil
	}
	candidates, err := u.candidates(list)
	if err != nil {
		return false, err
	}
	roots, err := u.tx.WorkTrees(project)
	if err != nil {
		return false, err
	}
	c := lessons.Consolidate(candidates, roots)
	return c.Count() > 0, u.apply(&c)
}

// consolidateNext puts the lessons of another project in order: of a project
// that is not worked on any more no session ends.
func (u *update) consolidateNext() (more bool, err error) {
	project, ok, err := u.tx.NextProject()
	if err != nil || project == u.judge.Project {
		return false, err
	}
	if !ok {
		_, err = u.consolidate("")
		return false, err
	}
	return u.consolidate(project)
}

// promote decides which lessons are offered in all projects.
func (u *update) promote() (changed bool, err error) {
	shared, err := u.tx.SharedFixes()
	if err != nil || len(shared) == 0 {
		return false, err
	}
	candidates, err := u.candidates(shared)
	if err != nil {
		return false, err
	}
	origins, err := u.tx.Origins()
	if err != nil {
		return false, err
	}
	for i := range candidates {
		candidates[i].Origin = u.origin(candidates[i].Project, origins)
	}
	c := lessons.Promote(candidates, func(lesson *memory.Lesson) bool { return u.public(lesson) && u.harmless(lesson) })
	return c.Count() > 0, u.apply(&c)
}

// public reports whether the programs of a recipe are generally known: a
// program of one project only, or what is no command, is of no use elsewhere.
// A correction of a word is told only where that word is used.
func (v *view) public(lesson *memory.Lesson) bool {
	return lesson.From.Len() > 0 || !slices.ContainsFunc(lesson.Recipe(), func(d memory.Step) bool {
		return slices.ContainsFunc(v.judge.Script(d.Text).Calls, func(c shell.Call) bool { return c.Model == nil && c.Code == "" })
	})
}

// origin returns what a project is a copy or a part of: the projects in one
// repository count as one.
func (v *view) origin(root string, origins map[string]string) string {
	if root == "" {
		return ""
	}
	for {
		around, ok := v.judge.Places.Project(filepath.Dir(root))
		if !ok {
			break
		}
		root = around
	}
	if origin := origins[root]; origin != "" {
		return origin
	}
	return root
}

// candidates adds to lessons how long they were not confirmed, and how often
// they were told and not used.
func (v *view) candidates(list []memory.Lesson) ([]lessons.Candidate, error) {
	unused, err := v.tx.CountIgnored(v.now.Add(-store.MayFollow))
	if err != nil {
		return nil, err
	}
	candidates := make([]lessons.Candidate, len(list))
	for i := range list {
		candidates[i] = lessons.Candidate{Lesson: list[i], Idle: v.idle(&list[i]), Unused: unused[list[i].ID]}
	}
	return candidates, nil
}

// apply writes the changes of lessons.
func (u *update) apply(c *lessons.Changes) error {
	for i := range c.Updated {
		if err := u.tx.PutLesson(&c.Updated[i]); err != nil {
			return err
		}
	}
	into := make(map[string]string)
	for _, m := range c.Merged {
		into[m.ID] = m.Into
	}
	for _, id := range c.Removed {
		into[id] = ""
	}
	for id, to := range into { // the lesson it was merged into may be gone itself
		if next, moved := into[to]; moved {
			into[id] = next
		}
	}
	return u.tx.MoveLessons(into)
}

// here rewrites the paths in recipes to this work tree of a project: run as
// they are, they would change the files of another one.
func (v *view) here(list []memory.Lesson, project string) error {
	var roots []string
	for i := range list {
		recipe := list[i].Recipe()
		if !slices.ContainsFunc(recipe, func(d memory.Step) bool { return strings.ContainsAny(d.Text.String(), `/\`) }) {
			continue
		}
		if roots == nil {
			var err error
			if roots, err = v.tx.WorkTrees(project); len(roots) < 2 || err != nil {
				return err
			}
		}
		list[i].SetRecipe(lessons.InWorkTree(recipe, roots, project))
	}
	return nil
}
