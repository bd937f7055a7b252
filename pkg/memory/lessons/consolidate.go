package lessons

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Candidate is a lesson with what is needed to consolidate it.
type Candidate struct {
	memory.Lesson
	Idle   int    // days since it was last seen
	Unused int    // sessions that were told it since then and did not use it
	Origin string // the repository of its project: two clones count once
}

// Changes is how consolidated lessons differ from the stored ones.
type Changes struct {
	Updated []memory.Lesson // a lesson without an id is new
	Merged  []Merge         // lessons that became part of another
	Removed []string        // ids of lessons to delete
}

// Merge is a lesson that became part of another one.
type Merge struct{ ID, Into string }

// Count returns the number of changes.
func (c *Changes) Count() int { return len(c.Updated) + len(c.Merged) + len(c.Removed) }

// The limits on how long lessons are told and how many are kept.
const (
	leastScore = 0.12 // of a fix that is told; one that helped once reaches it after half a year
	halfLife   = 45   // in days; it grows by as much with each time the fix helped
	staleCheck = 90   // days after which a failing check may have been fixed unseen
	maxRetired = 270  // days for which a lesson that is not told any more is kept
	maxHabit   = 730  // days for which a habit is kept, so that one the user declined does not come back
	maxLessons = 500  // of one kind, in one project
)

// Score returns how far a fix can be relied on, between 0 and 1. It grows with
// each success and falls with age and with each session that ignored it. A fix
// that helped often fades slowly.
func Score(l *memory.Lesson, idle int) float64 {
	if l.Tried <= 0 || l.Worked <= 0 {
		return 0
	}
	worked := float64(l.Worked)
	sure := worked / float64(l.Tried) * (1 - 1/(1+worked))
	return sure * math.Exp2(-float64(max(0, idle))/(halfLife*(1+worked))) / float64(1+max(0, l.Ignored))
}

// Faded reports whether a fix is not told any more because its score is too
// low.
func Faded(l *memory.Lesson, idle int) bool { return Score(l, idle) < leastScore }

// Consolidate puts the lessons of one project in order. It merges lessons that
// say the same, retires those with too little evidence, and removes those that
// have been silent for long or are too many. roots are the project's work
// trees. Consolidating twice changes nothing more.
func Consolidate(candidates []Candidate, roots []string) Changes {
	var c Changes
	list := slices.Clone(candidates)
	order.By(list, func(a, b Candidate) int { return cmp.Or(a.First.Compare(b.First), strings.Compare(a.ID, b.ID)) })
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

// retire retires a lesson with too little evidence, and reports whether that
// changed it.
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

// crop marks what to remove and returns the rest.
func (c *Changes) crop(list []Candidate) (left []Candidate) {
	for _, kind := range memory.LessonKinds() {
		var some []Candidate
		for _, cand := range list {
			switch {
			case cand.Kind != kind:
			case cand.State == memory.Unwanted:
				some = append(some, cand)
			case kind != memory.LessonHabit && cand.State != memory.Open && cand.Idle > maxRetired, kind == memory.LessonHabit && cand.Idle > maxHabit:
				c.Removed = append(c.Removed, cand.ID)
			default:
				some = append(some, cand)
			}
		}
		order.By(some, byScore)
		for _, cand := range some[min(maxLessons, len(some)):] {
			c.Removed = append(c.Removed, cand.ID)
		}
		left = append(left, some[:min(maxLessons, len(some))]...)
	}
	return left
}

// byScore orders lessons by value: open ones first, then the highest score,
// then the latest.
func byScore(a, b Candidate) int {
	silent := func(cand *Candidate) int { return min(1, int(cand.State)) }
	return cmp.Or(silent(&a)-silent(&b), cmp.Compare(Score(&b.Lesson, b.Idle), Score(&a.Lesson, a.Idle)), a.Idle-b.Idle)
}
