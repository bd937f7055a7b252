package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/excerpt"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// lessonFlags are the options of lessons.
type lessonFlags struct {
	memoryScope
	state string
	since string
	json  bool
}

// anyState selects lessons in every state.
const anyState = "any"

func newLessons(env *Env) *cobra.Command {
	var f lessonFlags
	c := &cobra.Command{
		Use:   "lessons",
		Short: "List the checks that fail, what helped against errors, and what is usual",
		Long: `List what the runs of agents taught: the checks that fail and have not passed
since, what helped against an error, how often of how many times, and what is
usually run after what. They are those of this project, or outside of one all
there are.

A check is closed when it passes. A fix that misled twice is retired: agents
are not told of it any more. A habit is retired when you forget it.`,
		Example: `  ctxhook lessons
  ctxhook lessons --all --since 7d
  ctxhook lessons --state closed --json`,
		GroupID: groupRemember,
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := exclusive(c, "project", "all"); err != nil {
				return err
			}
			return env.lessons(&f)
		},
	}
	f.registerProject(c)
	states := append(memory.LessonStates(), anyState)
	c.Flags().StringVar(&f.state, "state", memory.Open.String(), "those in this state: "+or(states))
	c.Flags().StringVar(&f.since, "since", "", "only those seen in the last so long: 30m, 12h, 7d")
	c.Flags().BoolVar(&f.json, "json", false, "print the lessons as JSON")
	env.completeFlag(c, "state", states)
	return c
}

func (e *Env) lessons(f *lessonFlags) error {
	filter, err := f.filter()
	if err != nil {
		return err
	}
	j, err := e.remembering()
	if err != nil {
		return err
	}
	if filter.Project, err = f.root(j); err != nil {
		return err
	}
	var list []memory.Lesson
	if err := e.look(j, func(tx *store.Tx) (err error) {
		list, err = tx.FindLessons(filter)
		return err
	}); err != nil {
		return err
	}
	if f.json {
		rows := make([]lessonRow, len(list))
		for i := range list {
			rows[i] = newLessonRow(&list[i])
		}
		return e.printJSON(rows)
	}
	if len(list) == 0 {
		e.nothingRemembered("lesson", f.since != "" || f.state != memory.Open.String(), filter.Project)
		return nil
	}
	return e.paged(func() error {
		e.printLessons(list, filter.Project == "")
		return nil
	})
}

func (f *lessonFlags) filter() (filter store.LessonFilter, err error) {
	for s := memory.Open; s <= memory.Retired; s++ {
		if f.state == s.String() || f.state == anyState {
			filter.States = append(filter.States, s)
		}
	}
	if len(filter.States) == 0 {
		return filter, withHint(fmt.Errorf("there is no state %s", quote(f.state)), "one of: "+or(append(memory.LessonStates(), anyState)))
	}
	filter.Since, err = since(f.since)
	return filter, err
}

// printLessons lists lessons, the checks first.
func (e *Env) printLessons(list []memory.Lesson, everywhere bool) {
	printed := false
	for _, part := range []struct{ kind, heading string }{
		{memory.LessonCheck, "Checks that fail, or did:"},
		{memory.LessonFix, "What helped:"},
		{memory.LessonHabit, "What is usual:"},
	} {
		under := false
		for i := range list {
			if list[i].Kind != part.kind {
				continue
			}
			if !under {
				if printed {
					e.printf("\n")
				}
				e.printf("%s\n", e.paint(e.Stdout, bold, part.heading))
			}
			under, printed = true, true
			e.printLessonLines(&list[i], everywhere)
		}
	}
}

// printLessonLines shows a lesson in a list.
func (e *Env) printLessonLines(l *memory.Lesson, everywhere bool) {
	e.printf("  %s  %s  %s\n", excerpt.Plain(l.ID), e.paint(e.Stdout, stateColor(l), stateWords(l)), excerpt.Plain(brief(l.What.String())))
	if l.Kind == memory.LessonFix {
		e.printf("      %s\n", excerpt.Plain(brief(remedyWords(l))))
	}
	about := []string{countWords(l), "last " + minute(l.Last)}
	if everywhere && l.Project != "" {
		about = append(about, "in "+e.tilde(l.Project))
	}
	e.printf("      %s\n", e.paint(e.Stdout, dim, excerpt.Plain(strings.Join(about, ", "))))
}

// stateWords says what the state of a lesson means: only a check is open.
func stateWords(l *memory.Lesson) string {
	switch {
	case l.State != memory.Open:
	case l.Kind == memory.LessonFix:
		return "helps"
	case l.Kind == memory.LessonHabit:
		return "usual"
	}
	return l.State.String()
}

// stateColor: a check that fails is bad news, a fix that helps is good news.
func stateColor(l *memory.Lesson) color {
	switch {
	case l.State != memory.Open:
		return dim
	case l.Kind == memory.LessonCheck:
		return red
	}
	return green
}

// countWords says how often a lesson was seen, or helped.
func countWords(l *memory.Lesson) string {
	switch l.Kind {
	case memory.LessonFix:
		s := fmt.Sprintf("worked %d of %d times", l.Worked, l.Tried)
		if l.Misfire > 0 {
			s += ", misled " + times(l.Misfire)
		}
		return s
	case memory.LessonHabit:
		return fmt.Sprintf("%d of %d times in %d sessions, %.1f times as often as after anything", l.Worked, l.Tried, l.Seen, l.Lift)
	}
	return "failed " + times(l.Seen)
}

func times(n int) string {
	if n == 1 {
		return "1 time"
	}
	return fmt.Sprintf("%d times", n)
}

// lessonRow is a lesson as JSON.
type lessonRow struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	State   string    `json:"state"`
	What    string    `json:"what"`
	Seen    int       `json:"seen"`
	First   time.Time `json:"first"`
	Last    time.Time `json:"last"`
	Check   *checkRow `json:"check,omitempty"`
	Remedy  string    `json:"remedy,omitempty"`
	From    string    `json:"in_place_of,omitempty"`
	Edit    bool      `json:"edit,omitempty"`   // the remedy is a file that was edited
	Recipe  []deedRow `json:"recipe,omitempty"` // where more than the remedy was needed, all of it
	After   string    `json:"after,omitempty"`  // of a habit: after it
	Then    string    `json:"then,omitempty"`   //   this is usual
	Lift    float64   `json:"lift,omitempty"`   //   so many times as often as after anything
	Worked  int       `json:"worked"`
	Tried   int       `json:"tried"`
	Misfire int       `json:"misled"`
	Key     string    `json:"key"`
	Run     string    `json:"run,omitempty"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
}

func newLessonRow(l *memory.Lesson) lessonRow {
	row := lessonRow{
		ID: l.ID, Kind: l.Kind, State: l.State.String(), What: l.What.String(), Seen: l.Seen, First: l.First.UTC(), Last: l.Last.UTC(),
		Worked: l.Worked, Tried: l.Tried, Misfire: l.Misfire, Key: l.Key, Run: l.Run, Session: l.Session, Project: l.Project,
	}
	if l.Kind == memory.LessonHabit {
		row.After, row.Then, row.Lift = l.From.String(), l.Remedy.String(), l.Lift
		return row
	}
	row.Check, row.Remedy, row.From, row.Edit = checkJSON(l.Check, true), l.Remedy.String(), l.From.String(), l.Edit
	if len(l.Before) > 0 {
		row.Recipe = deedRows(l.Recipe())
	}
	return row
}

// printLesson shows all of a lesson.
func (e *Env) printLesson(l *memory.Lesson) {
	e.printf("%s: %s\n", e.paint(e.Stdout, stateColor(l), stateWords(l)), excerpt.Plain(firstLine(l.What.String())))
	if l.Kind == memory.LessonFix {
		words := []string{remedyWords(l)}
		if l.From.Len() == 0 {
			words = e.deedWords(l.Recipe())
		}
		for _, s := range commandLines(words) {
			e.printf("    %s\n", excerpt.Plain(s))
		}
	}
	if l.Check != nil && l.Kind == memory.LessonCheck {
		for _, s := range lines(l.Check.Lines) {
			e.printf("    %s\n", excerpt.Plain(s))
		}
		e.printField("tests", few(plainStrings(l.Check.Tests)))
		e.printField("files", few(plainStrings(l.Check.Files)))
	}
	e.printField("id", []string{l.ID})
	e.printField("count", []string{countWords(l)})
	e.printField("first", []string{minute(l.First)})
	e.printField("last", []string{minute(l.Last)})
	e.printField("project", nonEmpty(e.tilde(l.Project)))
	e.printField("session", nonEmpty(l.Session))
}
