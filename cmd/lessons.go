package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// lessonsCommand lists what the runs of agents taught.
type lessonsCommand struct {
	*Env
	listFlags
	state string
}

// anyState selects lessons in every state.
const anyState = "any"

func newLessons(env *Env) *cobra.Command {
	cmd := &lessonsCommand{Env: env}
	c := &cobra.Command{
		Use:   "lessons",
		Short: "List the checks that fail, what helped against errors, and what is usual",
		Long: `List what the runs of agents taught: the checks that fail and have not passed
since, what helped against an error, how often of how many times, and what is
usually run after what. They are those of this project, or outside of one all
there are.

A check is closed when it passes, and retired when nobody has run it for three
months. A fix that misled twice, or was of no use for long, is retired: agents
are not told it any more. One that helped in two projects, and speaks of nothing
in them, is offered in all. That, or a habit, is retired when you forget it.`,
		Example: `  ctxhook lessons
  ctxhook lessons --all --since 7d
  ctxhook lessons --state closed --json`,
		GroupID: groupRemember,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.register(c, "only those seen in", "the lessons")
	states := append(memory.LessonStates(), anyState)
	c.Flags().StringVar(&cmd.state, "state", memory.Open.String(), "those in this state: "+or(states))
	env.completeFlag(c, "state", states)
	return c
}

func (cmd *lessonsCommand) run() error {
	states, err := cmd.states()
	if err != nil {
		return err
	}
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	filter := report.LessonFilter{States: states, Project: at.project, Since: at.since}
	heading := ""
	l := list[memory.Lesson]{
		thing: "lesson", project: at.project, narrowed: cmd.since != "" || cmd.state != memory.Open.String(),
		each: found(at.storage, func(tx *store.Tx) ([]memory.Lesson, error) {
			list, err := report.Lessons(tx, filter)
			if !cmd.json {
				slices.SortStableFunc(list, func(a, b memory.Lesson) int { return lessonPart(&a) - lessonPart(&b) })
			}
			return list, err
		}),
		row: func(l *memory.Lesson) any { return newLessonRow(l) },
		line: func(l *memory.Lesson) {
			if is := lessonParts()[lessonPart(l)].heading; is != heading {
				cmd.printHeading(is, heading == "")
				heading = is
			}
			cmd.printLessonLines(l, at.project == "")
		},
	}
	return l.print(cmd.Env, cmd.json)
}

// states are those that are asked for.
func (cmd *lessonsCommand) states() (list []memory.LessonState, err error) {
	for s := memory.Open; s <= memory.Retired; s++ {
		if cmd.state == s.String() || cmd.state == anyState {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return nil, withHint(fmt.Errorf("there is no state %s", quote(cmd.state)), "one of: "+or(append(memory.LessonStates(), anyState)))
	}
	return list, nil
}

// lessonKind is a kind of lessons: how a list of them is headed, and what they
// are counted as.
type lessonKind struct {
	kind             memory.LessonKind
	heading, counted string
}

// lessonParts are the parts of the list of lessons, the first one first. The
// last holds what is of no other kind.
func lessonParts() []lessonKind {
	return []lessonKind{
		{memory.LessonCheck, "Checks that fail, or did:", "about a check"},
		{memory.LessonFix, "What helped:", "about a way out"},
		{memory.LessonHabit, "What is usual:", "about a habit"},
		{"", "What else was learned:", "about something else"},
	}
}

// lessonPart is the part of the list that a lesson belongs to.
func lessonPart(l *memory.Lesson) int {
	parts := lessonParts()
	if i := slices.IndexFunc(parts, func(p lessonKind) bool { return p.kind == l.Kind }); i >= 0 {
		return i
	}
	return len(parts) - 1
}

// printHeading prints the heading of a part of a list.
func (e *Env) printHeading(text string, first bool) {
	if !first {
		e.printf("\n")
	}
	e.printf("%s\n", e.paint(e.Stdout, bold, text))
}

// offeredInAll says of a fix that it helped in several projects.
const offeredInAll = "offered in all projects"

// printLessonLines shows a lesson in a list.
func (e *Env) printLessonLines(l *memory.Lesson, everywhere bool) {
	e.printf("  %s  %s  %s\n", display.Plain(l.ID), e.paint(e.Stdout, stateColor(l), stateWords(l)), display.Plain(brief(l.What.String())))
	if l.Kind == memory.LessonFix {
		e.printf("      %s\n", display.Plain(brief(remedyWords(l))))
	}
	about := []string{countWords(l), "last " + minute(l.Last)}
	switch {
	case l.Everywhere:
		about = append(about, offeredInAll)
	case everywhere && l.Project != "":
		about = append(about, "in "+e.tilde(l.Project))
	}
	e.printf("      %s\n", e.paint(e.Stdout, dim, display.Plain(strings.Join(about, ", "))))
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
		if l.Ignored > 0 {
			s += ", told in vain " + times(l.Ignored)
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
	Ignored int       `json:"told_in_vain,omitempty"` // since it helped last
	Offered bool      `json:"everywhere,omitempty"`   // it is offered in all projects
	Merged  []string  `json:"merged,omitempty"`       // lessons that said the same
	Key     string    `json:"key"`
	Run     string    `json:"run,omitempty"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
}

func newLessonRow(l *memory.Lesson) lessonRow {
	row := lessonRow{
		ID: l.ID, Kind: string(l.Kind), State: l.State.String(), What: l.What.String(), Seen: l.Seen, First: l.First.UTC(), Last: l.Last.UTC(),
		Worked: l.Worked, Tried: l.Tried, Misfire: l.Misfire, Key: l.Key, Run: l.Run, Session: l.Session, Project: l.Project,
		Ignored: l.Ignored, Offered: l.Everywhere, Merged: l.Merged,
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
	e.printf("%s: %s\n", e.paint(e.Stdout, stateColor(l), stateWords(l)), display.Plain(firstLine(l.What.String())))
	if l.Kind == memory.LessonFix {
		words := []string{remedyWords(l)}
		if l.From.Len() == 0 {
			words = e.deedWords(l.Recipe())
		}
		for _, s := range commandLines(words) {
			e.printf("    %s\n", display.Plain(s))
		}
	}
	if l.Check != nil && l.Kind == memory.LessonCheck {
		for _, s := range lines(l.Check.Lines) {
			e.printf("    %s\n", display.Plain(s))
		}
		e.printField("tests", few(plainStrings(l.Check.Tests)))
		e.printField("files", few(plainStrings(l.Check.Files)))
	}
	e.printField("id", []string{l.ID})
	e.printField("count", []string{countWords(l)})
	e.printField("first", []string{minute(l.First)})
	e.printField("last", []string{minute(l.Last)})
	where := e.tilde(l.Project)
	if l.Everywhere {
		where = offeredInAll
	}
	e.printField("project", nonEmpty(where))
	e.printField("session", nonEmpty(l.Session))
	e.printField("also", l.Merged)
}
