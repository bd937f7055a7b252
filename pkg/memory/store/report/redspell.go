package report

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// RedCheck is a check that failed, and for how long each time.
type RedCheck struct {
	Project string
	Key     string
	Spells  []RedSpell // the first one first
}

// RedSpell is the time from the first failure of a check until it passed, or
// until it failed last, if how it went on is not known.
type RedSpell struct {
	From  time.Time // zero: the run is not kept any more
	Until time.Time // zero: it still fails
}

// red is a check that fails.
type red struct {
	check       memory.Check
	first, last time.Time
}

// checkKey names a check in a project.
type checkKey struct{ project, key string }

// redSpells gathers the spells of checks.
type redSpells struct {
	since  time.Time
	checks map[checkKey]*RedCheck
	order  []checkKey
	open   map[string][]red // by project: those that fail at a point of the walk
}

// RedChecks returns the checks that fail, and those that failed in the time of a
// filter, those that passed last first. Which checks still fail, the lessons say.
func RedChecks(t *store.Tx, f ActivityFilter) ([]RedCheck, error) {
	s := redSpells{since: f.Since, checks: make(map[checkKey]*RedCheck), open: make(map[string][]red)}
	f.Since = time.Time{} // a spell may have begun before
	var w store.Conditions
	if err := f.ofEachRun(t, &w); err != nil {
		return nil, err
	}
	w.And("checked IS NOT NULL AND checked ->> 'kind' IS NOT ?", memory.CheckRun)
	const runs = `SELECT (SELECT root FROM projects WHERE id = runs.project), checked ->> 'key', checked ->> 'tool',
		checked ->> 'all', checked ->> 'failed', at, outcome FROM runs`
	if err := t.Each(runs+w.SQL()+" ORDER BY at", w.Args, func(r store.Row) error {
		c := memory.Check{Key: r.Text(1), Tool: r.Text(2), All: r.Int(3) == 1}
		switch {
		case r.Int(4) == 1:
			s.fail(r.Text(0), c, r.Time(5))
		case r.Text(6) == memory.OK.String():
			s.pass(r.Text(0), c, r.Time(5))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	lessons, err := Lessons(t, LessonFilter{Project: f.Project, Kind: memory.LessonCheck, States: []memory.LessonState{memory.Open}})
	if err != nil {
		return nil, err
	}
	return s.end(lessons), nil
}

// fail takes note of a failure.
func (s *redSpells) fail(project string, c memory.Check, at time.Time) {
	list := s.open[project]
	i := slices.IndexFunc(list, func(r red) bool { return r.check.Key == c.Key })
	if i < 0 {
		s.open[project] = append(list, red{c, at, at})
		return
	}
	list[i].last = at
}

// pass ends the spells of the checks that a check covers.
func (s *redSpells) pass(project string, c memory.Check, at time.Time) {
	s.open[project] = slices.DeleteFunc(s.open[project], func(r red) bool {
		covered := c.Covers(&r.check)
		if covered {
			s.add(checkKey{project, r.check.Key}, RedSpell{r.first, at})
		}
		return covered
	})
}

// add adds a spell, if it was in the time that is asked for.
func (s *redSpells) add(k checkKey, spell RedSpell) {
	if !spell.Until.IsZero() && spell.Until.Before(s.since) {
		return
	}
	c := s.checks[k]
	if c == nil {
		c = &RedCheck{Project: k.project, Key: k.key}
		s.checks[k] = c
		s.order = append(s.order, k)
	}
	c.Spells = append(c.Spells, spell)
}

// end ends the spells of the checks that do not fail any more, and returns all.
func (s *redSpells) end(open []memory.Lesson) []RedCheck {
	failing := make(map[checkKey]bool)
	for i := range open {
		failing[checkKey{open[i].Project, open[i].Key}] = true
	}
	for project, list := range s.open {
		for _, r := range list {
			k, spell := checkKey{project, r.check.Key}, RedSpell{From: r.first}
			if !failing[k] {
				spell.Until = r.last
			}
			delete(failing, k)
			s.add(k, spell)
		}
	}
	for k := range failing { // no run of it is kept, or a check that covers it passed elsewhere
		s.add(k, RedSpell{})
	}
	list := make([]RedCheck, 0, len(s.order))
	for _, k := range s.order {
		list = append(list, *s.checks[k])
	}
	order.By(list, func(a, b RedCheck) int {
		return cmp.Or(b.end().Compare(a.end()), strings.Compare(a.Key, b.Key), strings.Compare(a.Project, b.Project))
	})
	return list
}

// end is when a check passed last, later than anything if it still fails.
func (c *RedCheck) end() time.Time {
	if last := c.Spells[len(c.Spells)-1]; !last.Until.IsZero() {
		return last.Until
	}
	return time.UnixMicro(math.MaxInt64)
}
