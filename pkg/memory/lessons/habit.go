package lessons

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The limits of habits. Measured out of sample, predicting the very next command
// is wrong four times of five; predicting a command within the window, if it was
// not run since the last edit, is right four times of five.
const (
	habitWindow   = 8    // commands within which the second step follows
	habitCommands = 100  // the latest commands of a session are read
	habitSessions = 3    // least number of sessions that show it
	habitShare    = 0.65 // least share of chances at which it was kept (Laplace-smoothed)
	habitLift     = 1.2  // least factor over its frequency after any command
	maxHabitSteps = 40   // steps that are compared, those of the most sessions first
	maxHabits     = 30   // habits of a project
)

// Habits finds what is usually done after what in the sessions of a project.
// The steps of each session are the latest first. The habits are ordered by
// how often they were kept.
func Habits(sessions [][]memory.Activity, programs command.Programs) []memory.Lesson {
	h := newHistory(sessions, programs)
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
	list = append(list, h.runsOfThree(list, common)...)
	order.By(list, func(a, b memory.Lesson) int {
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

// habit returns the habit of doing one step after another, if there is one.
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
