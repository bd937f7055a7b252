package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// lessonView shows a lesson.
type lessonView struct {
	ID      string            `json:"id"`
	Kind    memory.LessonKind `json:"kind"`
	State   string            `json:"state"`
	What    string            `json:"what"`
	Seen    int               `json:"seen"`
	First   time.Time         `json:"first"`
	Last    time.Time         `json:"last"`
	Check   *checkView        `json:"check,omitempty"`
	Remedy  string            `json:"remedy,omitempty"`
	From    string            `json:"in_place_of,omitempty"`
	Edit    bool              `json:"edit,omitempty"`   // the remedy is a file that was edited
	Recipe  []stepView        `json:"recipe,omitempty"` // where more than the remedy was needed, all of it
	After   string            `json:"after,omitempty"`  // of a habit: after it
	Then    string            `json:"then,omitempty"`   //   this is usual
	Lift    float64           `json:"lift,omitempty"`   //   so many times as often as after anything
	Worked  int               `json:"worked"`
	Tried   int               `json:"tried"`
	Misfire int               `json:"misled"`
	Ignored int               `json:"told_in_vain,omitempty"` // since it helped last
	Offered bool              `json:"everywhere,omitempty"`   // it is offered in all projects
	Merged  []string          `json:"merged,omitempty"`       // lessons that said the same
	Key     string            `json:"key"`
	Run     string            `json:"run,omitempty"`
	Session string            `json:"session,omitempty"`
	Project string            `json:"project,omitempty"`

	heading string // in a list: of the part that begins with it
	first   bool   // in a list: it is the first of all
}

func newLessonView(l *memory.Lesson) *lessonView {
	v := &lessonView{
		ID: l.ID, Kind: l.Kind, State: l.State.String(), What: l.What.String(), Seen: l.Seen, First: l.First.UTC(), Last: l.Last.UTC(),
		Worked: l.Worked, Tried: l.Tried, Misfire: l.Misfire, Key: l.Key, Run: l.Run, Session: l.Session, Project: l.Project,
		Ignored: l.Ignored, Offered: l.Everywhere, Merged: l.Merged,
	}
	if l.Kind == memory.LessonHabit {
		v.After, v.Then, v.Lift = l.From.String(), l.Remedy.String(), l.Lift
		return v
	}
	v.Check, v.Remedy, v.From, v.Edit = newCheckView(l.Check), l.Remedy.String(), l.From.String(), l.Edit
	if len(l.Before) > 0 {
		v.Recipe = newStepViews(l.Recipe())
	}
	return v
}

// offeredInAll says of a fix that it helped in several projects.
const offeredInAll = "offered in all projects"

// printLine shows a lesson in a list.
func (v *lessonView) printLine(e *Env, everywhere bool) {
	if v.heading != "" {
		if !v.first {
			e.printf("\n")
		}
		e.printf("%s\n", e.paint(bold, v.heading))
	}
	e.printf("  %s  %s  %s\n", display.Plain(v.ID), e.paint(v.color(), v.stateWords()), display.Plain(brief(v.What)))
	if v.Kind == memory.LessonFix {
		e.printf("      %s\n", display.Plain(brief(v.fixWords())))
	}
	about := []string{v.countWords(), "last " + minute(v.Last)}
	switch {
	case v.Offered:
		about = append(about, offeredInAll)
	case everywhere && v.Project != "":
		about = append(about, "in "+e.tilde(v.Project))
	}
	e.printf("      %s\n", e.paint(dim, display.Plain(strings.Join(about, ", "))))
}

// print shows all of a lesson.
func (v *lessonView) print(e *Env) {
	e.printf("%s: %s\n", e.paint(v.color(), v.stateWords()), display.Plain(firstLine(v.What)))
	if v.Kind == memory.LessonFix {
		words := []string{v.fixWords()}
		if v.From == "" {
			words = stepWords(v.steps(), e.tilde)
		}
		e.printIndented(commandLines(words...)...)
	}
	if v.Check != nil && v.Kind == memory.LessonCheck {
		e.printIndented(lines(v.Check.Lines)...)
		e.printField("tests", few(v.Check.Tests)...)
		e.printField("files", few(v.Check.Files)...)
	}
	e.printField("id", v.ID)
	e.printField("count", v.countWords())
	e.printField("first", minute(v.First))
	e.printField("last", minute(v.Last))
	where := e.tilde(v.Project)
	if v.Offered {
		where = offeredInAll
	}
	e.printField("project", where)
	e.printField("session", v.Session)
	e.printField("also", v.Merged...)
}

// words says in a line what a lesson is.
func (v *lessonView) words() string {
	if v.Kind == memory.LessonFix {
		return v.fixWords() + " fixes: " + firstLine(v.What)
	}
	return firstLine(v.What)
}

// fixWords says what helped.
func (v *lessonView) fixWords() string {
	if v.From != "" {
		return v.Remedy + " instead of " + v.From
	}
	return strings.Join(stepWords(v.steps(), func(path string) string { return path }), ", then ")
}

// steps returns all that was done, in order.
func (v *lessonView) steps() []stepView {
	switch {
	case len(v.Recipe) > 0:
		return v.Recipe
	case v.Edit:
		return []stepView{{File: v.Remedy}}
	}
	return []stepView{{Command: v.Remedy}}
}

// stateWords says what the state of a lesson means: only a check is open.
func (v *lessonView) stateWords() string {
	switch {
	case !v.open():
	case v.Kind == memory.LessonFix:
		return "helps"
	case v.Kind == memory.LessonHabit:
		return "usual"
	}
	return v.State
}

func (v *lessonView) open() bool { return v.State == memory.Open.String() }

// color is red for a check that fails, and green for a fix that helps.
func (v *lessonView) color() color {
	switch {
	case !v.open():
		return dim
	case v.Kind == memory.LessonCheck:
		return red
	}
	return green
}

// countWords says how often a lesson was seen, or helped.
func (v *lessonView) countWords() string {
	switch v.Kind {
	case memory.LessonFix:
		s := fmt.Sprintf("worked %d of %d times", v.Worked, v.Tried)
		if v.Misfire > 0 {
			s += ", misled " + display.Counted(v.Misfire, "time")
		}
		if v.Ignored > 0 {
			s += ", ignored " + display.Counted(v.Ignored, "time")
		}
		return s
	case memory.LessonHabit:
		return fmt.Sprintf("%d of %d times in %d sessions, %.1f times as often as after anything", v.Worked, v.Tried, v.Seen, v.Lift)
	}
	return "failed " + display.Counted(v.Seen, "time")
}

// stepView shows one thing that was done: a command, or an edit of a file.
type stepView struct {
	Command string `json:"command,omitempty"`
	File    string `json:"file,omitempty"`
}

func newStepViews(steps []memory.Step) []stepView {
	views := make([]stepView, len(steps))
	for i, s := range steps {
		if s.Edit {
			views[i].File = s.Text.String()
		} else {
			views[i].Command = s.Text.String()
		}
	}
	return views
}

// stepWords says what was done, with paths as shown writes them.
func stepWords(steps []stepView, shown func(path string) string) []string {
	words := make([]string, len(steps))
	for i, s := range steps {
		if words[i] = s.Command; s.File != "" {
			words[i] = "editing " + shown(s.File)
		}
	}
	return words
}
