package lessons

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Held is a lesson, and what is known beside it when lessons are put in order.
type Held struct {
	memory.Lesson
	Idle   int    // days since it was seen last
	Vain   int    // sessions that were told it since then, and did something else
	Origin string // what its project is a copy of: clones of one are not two
}

// Changes is what becomes of lessons that are put in order.
type Changes struct {
	Put  []memory.Lesson // as they are now; one without an id is new
	Into []Move          // those that another one has taken in
	Gone []string        // ids of those that are removed
}

// Move is a lesson that another one has taken in.
type Move struct{ ID, Into string }

// Count is how much changes.
func (c *Changes) Count() int { return len(c.Put) + len(c.Into) + len(c.Gone) }

// How long lessons speak, and how many there are at most.
const (
	leastWorth = 0.12 // of a fix that is told: one that helped once is for half a year
	halfLife   = 45   // days, and so many more for each time that it helped
	staleCheck = 90   // days after which nobody knows whether a check still fails
	maxSilent  = 270  // days for which a lesson is kept that says nothing any more
	maxHabit   = 730  // days for which a habit is: one that the person did not want must not come back
	maxLessons = 500  // of a kind, in a project
)

// Worth is how much what helped may be relied on: less than one; more the
// oftener it did, less the longer ago that is, and less the oftener it was
// told in vain. What helped often is forgotten slowly.
func Worth(l *memory.Lesson, idle int) float64 {
	if l.Tried <= 0 || l.Worked <= 0 {
		return 0
	}
	worked := float64(l.Worked)
	sure := worked / float64(l.Tried) * (1 - 1/(1+worked))
	return sure * math.Exp2(-float64(max(0, idle))/(halfLife*(1+worked))) / float64(1+max(0, l.Ignored))
}

// Faded tells whether what helped is told no more: too little speaks for it.
func Faded(l *memory.Lesson, idle int) bool { return Worth(l, idle) < leastWorth }

// Consolidate puts the lessons of one project in order: those that say the
// same become one, those that lost what spoke for them are retired, and those
// that have said nothing for long, or are too many, go. roots are where the
// project's work trees lie. What is in order does not change.
func Consolidate(held []Held, roots []string) Changes {
	var c Changes
	list := slices.Clone(held)
	slices.SortFunc(list, func(a, b Held) int { return cmp.Or(a.First.Compare(b.First), strings.Compare(a.ID, b.ID)) })
	list = c.merge(list, roots)
	changed := make(map[string]bool)
	for _, m := range c.Into {
		changed[m.Into] = true
	}
	for i := range list {
		if list[i].fade() {
			changed[list[i].ID] = true
		}
	}
	for _, h := range c.crop(list) {
		if changed[h.ID] {
			c.Put = append(c.Put, h.Lesson)
		}
	}
	return c
}

// fade retires what speaks no more, and tells whether it changed.
func (h *Held) fade() bool {
	state, ignored := h.State, h.Ignored
	switch h.Kind {
	case memory.LessonFix:
		h.Ignored = h.Vain
		if h.State == memory.Open && Faded(&h.Lesson, h.Idle) {
			h.State = memory.Retired
		}
	case memory.LessonCheck:
		if h.State == memory.Open && h.Idle > staleCheck {
			h.State = memory.Retired
		}
	}
	return h.State != state || h.Ignored != ignored
}

// crop leaves out what goes.
func (c *Changes) crop(list []Held) (left []Held) {
	for _, kind := range memory.LessonKinds() {
		var some []Held
		for _, h := range list {
			switch {
			case h.Kind != kind:
			case kind != memory.LessonHabit && h.State != memory.Open && h.Idle > maxSilent, kind == memory.LessonHabit && h.Idle > maxHabit:
				c.Gone = append(c.Gone, h.ID)
			default:
				some = append(some, h)
			}
		}
		slices.SortStableFunc(some, worthFirst)
		for _, h := range some[min(maxLessons, len(some)):] {
			c.Gone = append(c.Gone, h.ID)
		}
		left = append(left, some[:min(maxLessons, len(some))]...)
	}
	return left
}

// worthFirst orders lessons by what would be missed most.
func worthFirst(a, b Held) int {
	silent := func(h *Held) int { return min(1, int(h.State)) }
	return cmp.Or(silent(&a)-silent(&b), cmp.Compare(Worth(&b.Lesson, b.Idle), Worth(&a.Lesson, a.Idle)), a.Idle-b.Idle)
}
