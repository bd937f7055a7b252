package lessons

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Candidate is a lesson, and what is known beside it when lessons are put in order.
type Candidate struct {
	memory.Lesson
	Idle   int    // days since it was seen last
	Unused int    // sessions that were told it since then, and did something else
	Origin string // what its project is a copy of: clones of one are not two
}

// Changes is what becomes of lessons that are put in order.
type Changes struct {
	Updated []memory.Lesson // as they are now; one without an id is new
	Merged  []Merge         // those that another one has taken in
	Removed []string        // ids of those that are removed
}

// Merge is a lesson that another one has taken in.
type Merge struct{ ID, Into string }

// Count is how much changes.
func (c *Changes) Count() int { return len(c.Updated) + len(c.Merged) + len(c.Removed) }

// How long lessons speak, and how many there are at most.
const (
	leastScore = 0.12 // of a fix that is told: one that helped once is for half a year
	halfLife   = 45   // days, and so many more for each time that it helped
	staleCheck = 90   // days after which nobody knows whether a check still fails
	maxRetired = 270  // days for which a lesson is kept that says nothing any more
	maxHabit   = 730  // days for which a habit is: one that the person did not want must not come back
	maxLessons = 500  // of a kind, in a project
)

// Score is how much what helped may be relied on: less than one; more the
// oftener it did, less the longer ago that is, and less the oftener it was
// told in vain. What helped often is forgotten slowly.
func Score(l *memory.Lesson, idle int) float64 {
	if l.Tried <= 0 || l.Worked <= 0 {
		return 0
	}
	worked := float64(l.Worked)
	sure := worked / float64(l.Tried) * (1 - 1/(1+worked))
	return sure * math.Exp2(-float64(max(0, idle))/(halfLife*(1+worked))) / float64(1+max(0, l.Ignored))
}

// Faded tells whether what helped is told no more: too little speaks for it.
func Faded(l *memory.Lesson, idle int) bool { return Score(l, idle) < leastScore }

// Consolidate puts the lessons of one project in order: those that say the
// same become one, those that lost what spoke for them are retired, and those
// that have said nothing for long, or are too many, go. roots are where the
// project's work trees lie. What is in order does not change.
func Consolidate(candidates []Candidate, roots []string) Changes {
	var c Changes
	list := slices.Clone(candidates)
	slices.SortFunc(list, func(a, b Candidate) int { return cmp.Or(a.First.Compare(b.First), strings.Compare(a.ID, b.ID)) })
	list = c.mergeAll(list, roots)
	changed := make(map[string]bool)
	for _, m := range c.Merged {
		changed[m.Into] = true
	}
	for i := range list {
		if list[i].retire() {
			changed[list[i].ID] = true
		}
	}
	for _, cand := range c.crop(list) {
		if changed[cand.ID] {
			c.Updated = append(c.Updated, cand.Lesson)
		}
	}
	return c
}

// retire retires what speaks no more, and tells whether it changed.
func (c *Candidate) retire() bool {
	state, ignored := c.State, c.Ignored
	switch c.Kind {
	case memory.LessonFix:
		c.Ignored = c.Unused
		if c.State == memory.Open && Faded(&c.Lesson, c.Idle) {
			c.State = memory.Retired
		}
	case memory.LessonCheck:
		if c.State == memory.Open && c.Idle > staleCheck {
			c.State = memory.Retired
		}
	}
	return c.State != state || c.Ignored != ignored
}

// crop leaves out what goes.
func (c *Changes) crop(list []Candidate) (left []Candidate) {
	for _, kind := range memory.LessonKinds() {
		var some []Candidate
		for _, cand := range list {
			switch {
			case cand.Kind != kind:
			case kind != memory.LessonHabit && cand.State != memory.Open && cand.Idle > maxRetired, kind == memory.LessonHabit && cand.Idle > maxHabit:
				c.Removed = append(c.Removed, cand.ID)
			default:
				some = append(some, cand)
			}
		}
		slices.SortStableFunc(some, byScore)
		for _, cand := range some[min(maxLessons, len(some)):] {
			c.Removed = append(c.Removed, cand.ID)
		}
		left = append(left, some[:min(maxLessons, len(some))]...)
	}
	return left
}

// byScore orders lessons by what would be missed most.
func byScore(a, b Candidate) int {
	silent := func(cand *Candidate) int { return min(1, int(cand.State)) }
	return cmp.Or(silent(&a)-silent(&b), cmp.Compare(Score(&b.Lesson, b.Idle), Score(&a.Lesson, a.Idle)), a.Idle-b.Idle)
}
