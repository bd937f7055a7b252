package hook

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// mayFollow is how long after it was told advice may still be followed, where
// nothing says that the session is over.
const mayFollow = 24 * time.Hour

// Consolidate puts lessons in order: those of the project, those of one more
// in its turn, and which of them are offered in all. It works in small steps
// until all is done or the time is over: what is left is left for the next
// time, and what is in order stays as it is.
func (j *Journal) Consolidate(s *store.Store, now time.Time, within time.Duration) error {
	begun := time.Now()
	steps := [...]func(*learner) (more bool, err error){
		func(l *learner) (bool, error) { return l.consolidate(j.Project) },
		(*learner).consolidateNext,
		(*learner).promote,
	}
	for _, step := range steps {
		for more := true; more; {
			if time.Since(begun) > within {
				return nil
			}
			if err := s.Update(func(tx *store.Tx) (err error) {
				more, err = step(&learner{j: j, tx: tx, now: now})
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// consolidate puts the lessons of a project in order, and tells whether any
// changed.
func (l *learner) consolidate(project string) (changed bool, err error) {
	var list []memory.Lesson
	for _, kind := range memory.LessonKinds() {
		some, err := l.tx.Lessons(project, kind, nil)
		if err != nil {
			return false, err
		}
		list = append(list, some...)
	}
	if len(list) == 0 {
		return false, nil
	}
	held, err := l.held(list)
	if err != nil {
		return false, err
	}
	roots, err := l.tx.WorkTrees(project)
	if err != nil {
		return false, err
	}
	c := lessons.Consolidate(held, roots)
	return c.Count() > 0, l.apply(&c)
}

// consolidateNext puts the lessons of another project in order. Those whose
// project is not worked on any more have nobody else.
func (l *learner) consolidateNext() (more bool, err error) {
	project, ok, err := l.tx.NextProject()
	if err != nil || project == l.j.Project {
		return false, err
	}
	if !ok {
		_, err = l.consolidate("")
		return false, err
	}
	return l.consolidate(project)
}

// promote sees to what is offered in all projects.
func (l *learner) promote() (changed bool, err error) {
	shared, err := l.tx.SharedFixes()
	if err != nil || len(shared) == 0 {
		return false, err
	}
	held, err := l.held(shared)
	if err != nil {
		return false, err
	}
	origins, err := l.tx.Origins()
	if err != nil {
		return false, err
	}
	for i := range held {
		held[i].Origin = l.origin(held[i].Project, origins)
	}
	c := lessons.Promote(held, func(lesson *memory.Lesson) bool { return l.public(lesson) && l.harmless(lesson) })
	return c.Count() > 0, l.apply(&c)
}

// public tells whether others than the user know the programs of a recipe:
// what only one has, and what was never a command, is nobody else's business.
// What stands in for another word is told only where that one is.
func (l *learner) public(lesson *memory.Lesson) bool {
	return lesson.From.Len() > 0 || !slices.ContainsFunc(lesson.Recipe(), func(d memory.Step) bool {
		return slices.ContainsFunc(l.script(d.Text).Calls, func(c shell.Call) bool { return c.Model == nil && c.Code == "" })
	})
}

// origin is what a project is a copy of, or a part of: what lies in one
// repository is from one hand, however many projects it holds.
func (l *learner) origin(root string, origins map[string]string) string {
	if root == "" {
		return ""
	}
	for {
		around, ok := l.j.Places.Project(filepath.Dir(root))
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

// held adds to lessons what is known beside them.
func (l *learner) held(list []memory.Lesson) ([]lessons.Candidate, error) {
	vain, err := l.tx.CountIgnored(l.now.Add(-mayFollow))
	if err != nil {
		return nil, err
	}
	held := make([]lessons.Candidate, len(list))
	for i := range list {
		held[i] = lessons.Candidate{Lesson: list[i], Idle: l.idle(&list[i]), Unused: vain[list[i].ID]}
	}
	return held, nil
}

// idle is how many days nobody has seen what a lesson says.
func (l *learner) idle(lesson *memory.Lesson) int {
	return max(0, int(l.now.Sub(lesson.Last)/(24*time.Hour)))
}

// apply keeps what became of lessons.
func (l *learner) apply(c *lessons.Changes) error {
	for i := range c.Updated {
		if err := l.tx.PutLesson(&c.Updated[i]); err != nil {
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
	for id, to := range into { // what took it in may be gone itself
		if next, moved := into[to]; moved {
			into[id] = next
		}
	}
	return l.tx.MoveLessons(into)
}

// here has recipes say what is done in this work tree of a project: in another
// one the same would be done to files that nobody has asked about.
func (l *learner) here(list []memory.Lesson, project string) error {
	var roots []string
	for i := range list {
		recipe := list[i].Recipe()
		if !slices.ContainsFunc(recipe, func(d memory.Step) bool { return strings.ContainsAny(d.Text.String(), `/\`) }) {
			continue
		}
		if roots == nil {
			var err error
			if roots, err = l.tx.WorkTrees(project); len(roots) < 2 || err != nil {
				return err
			}
		}
		list[i].SetRecipe(lessons.InWorkTree(recipe, roots, project))
	}
	return nil
}
