package lessons

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// runsOfThree returns the habits of doing a third step after two that are done in their order.
// pairs are the habits of two steps, of which such a run consists.
func (h *history) runsOfThree(pairs []memory.Lesson, steps []int) (list []memory.Lesson) {
	usual := func(from, to int) bool {
		return from != to && !h.steps[from].edit && slices.ContainsFunc(pairs, func(l memory.Lesson) bool {
			return l.From.String() == h.steps[from].name && l.Remedy.String() == h.steps[to].name
		})
	}
	for _, first := range steps {
		for _, second := range steps {
			if !usual(first, second) {
				continue
			}
			for _, third := range steps {
				if third == first || !usual(second, third) {
					continue
				}
				if l, ok := h.runOfThree(first, second, third); ok {
					list = append(list, l)
				}
			}
		}
	}
	return list
}

func (h *history) runOfThree(first, second, third int) (l memory.Lesson, ok bool) {
	kept, chances, sessions := 0, 0, 0
	for i := range h.sessions {
		k, n := h.sessions[i].countThree(first, second, third)
		if kept, chances = kept+k, chances+n; k > 0 {
			sessions++
		}
	}
	if sessions < habitSessions || float64(kept+1) < habitShare*float64(chances+2) {
		return l, false
	}
	a, b, c := &h.steps[first], &h.steps[second], &h.steps[third]
	from := a.name + " and then " + b.name
	return memory.Lesson{
		Kind: memory.LessonHabit, Key: memory.Signature("habit", from+"\x00"+c.name), What: redact.Clean(c.name + " is usually run after " + from),
		From: redact.Clean(from), Remedy: redact.Clean(c.name), Check: c.check,
		Seen: sessions, Worked: kept, Tried: chances, Lift: 1,
		Project: c.last.Project, Session: c.last.Session, Run: c.last.ID, First: c.last.Start, Last: c.last.Start,
	}, true
}

// countThree returns how often one step followed another within the window (chances), and how
// often a third one followed then (kept).
func (c *sessionHistory) countThree(first, second, third int) (kept, chances int) {
	for i := 0; i < len(c.commands); i++ {
		if m := &c.commands[i]; !m.well || !slices.Contains(m.did, first) {
			continue
		}
		at := c.next(second, i+1, i+habitWindow)
		if at < 0 {
			continue
		}
		chances++
		if next := c.next(third, at+1, at+habitWindow); next >= 0 {
			kept++
			at = next
		}
		i = at
	}
	return kept, chances
}
