package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// What makes a habit. What is run next is wrong four times of five; what is
// run within some commands, when it was not since the last edit, is right
// four times of five, out of sample.
const (
	habitWindow   = 8    // commands in which it is done
	habitCommands = 100  // of a session are looked at: the latest
	habitSessions = 3    // in which it was done at least
	habitShare    = 0.65 // of the times it could be, one more of each added
	habitLift     = 1.2  // times as often as after anything
	maxHabitSteps = 40   // that are compared, those of most sessions
	maxHabits     = 30   // of a project
)

// Habits finds what is usually done after what, in the sessions of a project.
// The steps of each are the latest first. The surest habit is the first.
func Habits(sessions [][]memory.Activity) []memory.Lesson {
	h := newHistory(sessions)
	common := h.common()
	var list []memory.Lesson
	for _, from := range common {
		for _, to := range common {
			if from == to || h.steps[to].edit {
				continue
			}
			if h, ok := h.habit(from, to); ok {
				list = append(list, h)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b memory.Lesson) int {
		if d := compareShares(&a, &b); d != 0 {
			return d
		}
		return strings.Compare(a.What.String(), b.What.String())
	})
	return list[:min(len(list), maxHabits)]
}

// compareShares orders habits by how often they were kept.
func compareShares(a, b *memory.Lesson) int {
	return (b.Worked+1)*(a.Tried+2) - (a.Worked+1)*(b.Tried+2)
}

// Due lists the habits whose time it is: what they come after was done within
// the window, and they themselves were not since, nor since the last edit.
// steps are those of the session, the latest first. Only checks are due: what
// else is usually done an agent does when it is asked to. A check is listed
// once, with what it comes after most surely.
func Due(habits []memory.Lesson, steps []memory.Activity) []memory.Lesson {
	h := newHistory([][]memory.Activity{steps})
	var due []memory.Lesson
	for _, l := range slices.SortedStableFunc(slices.Values(habits), func(a, b memory.Lesson) int { return compareShares(&a, &b) }) {
		if l.Check == nil || l.State == memory.Retired || slices.ContainsFunc(due, func(d memory.Lesson) bool { return d.Remedy == l.Remedy }) {
			continue
		}
		if from, ok := h.number[l.From.String()]; ok && h.sessions[0].due(from, h.find(l.Remedy.String())) {
			due = append(due, l)
		}
	}
	return due
}

// habit counts how often one act was done after another.
func (h *history) habit(from, to int) (l memory.Lesson, ok bool) {
	kept, chances, sessions, places, near := 0, 0, 0, 0, 0
	for i := range h.sessions {
		c := &h.sessions[i]
		k, n := c.count(from, to)
		if kept, chances = kept+k, chances+n; k > 0 {
			sessions++
		}
		near += c.near(to)
		places += len(c.commands)
	}
	if sessions < habitSessions || float64(kept+1) < habitShare*float64(chances+2) {
		return l, false
	}
	lift := float64(kept) / float64(chances) * float64(places) / float64(max(near, 1))
	if lift < habitLift {
		return l, false
	}
	a, b := &h.steps[from], &h.steps[to]
	return memory.Lesson{
		Kind: memory.LessonHabit, Key: memory.Signature("habit", a.name+"\x00"+b.name), What: redact.Clean(b.name + " is usually run after " + a.name),
		From: redact.Clean(a.name), Remedy: redact.Clean(b.name), Check: b.check,
		Seen: sessions, Worked: kept, Tried: chances, Lift: lift,
		Project: b.last.Project, Session: b.last.Session, Run: b.last.ID, First: b.last.Start, Last: b.last.Start,
	}, true
}
