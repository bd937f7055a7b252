package cmd

import (
	"fmt"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// This file tells the story of a session.

// storyRow is the story of a session as JSON.
type storyRow struct {
	sessionRow
	Story   []storyStep `json:"story"`
	Lessons []lessonRow `json:"lessons"`
	Left    int         `json:"left_out,omitempty"` // steps before the first one
}

// storyStep is one thing that happened: one of the pointers is set. Of a
// command that was stopped two are, with what the agent was told.
type storyStep struct {
	Time     time.Time    `json:"time"`
	Kind     string       `json:"kind"`
	Run      *runRow      `json:"run,omitempty"`
	Edit     *editRow     `json:"edit,omitempty"`
	Times    int          `json:"times,omitempty"` // of edits of the same file one after the other
	Decision *decisionRow `json:"decision,omitempty"`
	Advice   *adviceRow   `json:"advice,omitempty"`
	Task     *storyTask   `json:"task,omitempty"`

	ran *memory.Run
}

// storyTask is a task that was handed on, in a story.
type storyTask struct {
	ID       string     `json:"id"`
	Agent    string     `json:"agent,omitempty"`
	What     string     `json:"what"`
	Verdict  string     `json:"verdict"`
	Ended    *time.Time `json:"ended,omitempty"`
	Commands int        `json:"commands"`
	Failed   int        `json:"failed"`
}

func newStoryTask(a *memory.Task) *storyTask {
	task := &storyTask{
		ID: a.ID, Agent: a.Type, What: a.What.String(), Verdict: a.Outcome.String(), Commands: a.Commands, Failed: a.Failures,
	}
	if !a.End.IsZero() {
		task.Ended = new(a.End.UTC())
	}
	return task
}

// maxStory is how many commands and edits a story has; of a longer one the
// end is told.
const maxStory = 5000

func (cmd *sessionsCommand) story(begun string) error {
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	var row storyRow
	var lessons []report.SessionLesson
	err = st.look(func(tx *store.Tx) error {
		key, err := oneSession(tx, begun)
		if err != nil {
			return err
		}
		if lessons, err = report.LessonsOf(tx, key); err != nil {
			return err
		}
		row, err = storyOf(tx, key)
		return err
	})
	switch {
	case err != nil:
		return err
	case row.ID == "": // nothing is remembered yet
		return unknownSession(begun)
	case cmd.json:
		for i := range lessons {
			if l := &lessons[i].Lesson; !slices.ContainsFunc(row.Lessons, func(o lessonRow) bool { return o.ID == l.ID }) {
				row.Lessons = append(row.Lessons, newLessonRow(l))
			}
		}
		return cmd.printJSON(row)
	}
	return cmd.paged(func() error {
		cmd.printStory(&row, lessons)
		return nil
	})
}

func unknownSession(begun string) error {
	return withHint(fmt.Errorf("there is no session %s", quote(begun)), "to see what there is: ctxhook sessions --all")
}

// oneSession finds the session that a beginning means.
func oneSession(tx *store.Tx, begun string) (string, error) {
	keys, err := report.SessionKeys(tx, begun)
	switch {
	case err != nil:
		return "", err
	case len(keys) == 0 || begun == "":
		return "", unknownSession(begun)
	case len(keys) > 1:
		return "", withHint(fmt.Errorf("%d sessions begin with %s", len(keys), quote(begun)), "one of them: ctxhook sessions "+keys[0])
	}
	return keys[0], nil
}

// storyOf gathers all that happened in a session, in order.
func storyOf(tx *store.Tx, key string) (storyRow, error) {
	row := storyRow{Story: []storyStep{}, Lessons: []lessonRow{}}
	sessions, err := report.Sessions(tx, report.SessionFilter{Key: key})
	if err != nil || len(sessions) == 0 {
		return row, err
	}
	row.sessionRow = newSessionRow(&sessions[0])
	steps, err := tx.Steps(key, maxStory)
	if err != nil {
		return row, err
	}
	row.Left = row.Runs + row.Edits - len(steps)
	for _, s := range slices.Backward(steps) {
		row.addStep(s)
	}
	decisions, err := report.Decisions(tx, report.DecisionFilter{Session: key, Limit: maxStory})
	if err != nil {
		return row, err
	}
	for i := range decisions {
		d := newDecisionRow(&decisions[i])
		row.Story = append(row.Story, storyStep{Time: d.Time, Kind: "decision", Decision: &d})
	}
	advice, err := tx.Advice(key, maxStory)
	if err != nil {
		return row, err
	}
	for i := range advice {
		a := newAdviceRow(&advice[i])
		if row.toldAtStop(&a) {
			continue
		}
		row.Story = append(row.Story, storyStep{Time: a.Time, Kind: "advice", Advice: &a})
	}
	tasks, err := tx.Tasks(store.TaskFilter{Session: key, Limit: maxStory})
	if err != nil {
		return row, err
	}
	for i := range tasks {
		row.Story = append(row.Story, storyStep{Time: tasks[i].Start.UTC(), Kind: "task", Task: newStoryTask(&tasks[i])})
	}
	slices.SortStableFunc(row.Story, func(a, b storyStep) int { return a.Time.Compare(b.Time) })
	return row, nil
}

// addStep adds a command or an edit. Edits of one file without anything in
// between are told once.
func (row *storyRow) addStep(s memory.Activity) {
	if s.Run != nil {
		r := newRunRow(s.Run)
		row.Story = append(row.Story, storyStep{Time: r.Time, Kind: "run", Run: &r, ran: s.Run})
		return
	}
	if n := len(row.Story); n > 0 && row.Story[n-1].Edit != nil && row.Story[n-1].Edit.Path == s.Edit.Path.String() {
		row.Story[n-1].Times++
		return
	}
	row.Story = append(row.Story, storyStep{Time: s.Edit.Time.UTC(), Kind: "edit", Times: 1, Edit: &editRow{
		ID: s.Edit.ID, Time: s.Edit.Time.UTC(), Path: s.Edit.Path.String(), Session: s.Edit.Session, Project: s.Edit.Project,
	}})
}

// toldAtStop adds what was told when a command was stopped to its decision.
func (row *storyRow) toldAtStop(a *adviceRow) bool {
	if a.Fix.Source != memory.SourceRepeat {
		return false
	}
	for i := range row.Story {
		if s := &row.Story[i]; s.Decision != nil && s.Advice == nil && s.Decision.Action == memory.Stopped && s.Time.Sub(a.Time).Abs() < atOnce {
			s.Advice = a
			return true
		}
	}
	return false
}

// atOnce is how far apart what happened at once may be kept.
const atOnce = time.Second

func (e *Env) printStory(row *storyRow, lessons []report.SessionLesson) {
	e.printf("%s\n", e.paint(e.Stdout, bold, "session "+display.Plain(row.ID)))
	e.printField("agent", nonEmpty(row.Agent))
	e.printField("project", nonEmpty(e.tilde(row.Project)))
	e.printField("from", []string{minute(row.Started) + " until " + minute(row.Last)})
	e.printField("holds", []string{sessionWords(&report.Session{
		Runs: row.Runs, Bad: row.Failed, Never: row.Never, Edits: row.Edits, Decisions: row.Decisions,
	})})
	if row.Left > 0 {
		e.printf("\n%d steps before this are left out\n", row.Left)
	}
	e.printf("\n")
	for i := range row.Story {
		if e.seenEnough() {
			return
		}
		e.printStep(&row.Story[i], lessons)
	}
}

func (e *Env) printStep(s *storyStep, lessons []report.SessionLesson) {
	at := s.Time.Local().Format("15:04:05")
	line := func(id string, c color, word, text string) {
		e.printf("%s  %s  %s  %s\n", at, display.Plain(id), e.paint(e.Stdout, c, fmt.Sprintf("%-11s", display.Plain(word))), display.Plain(brief(text)))
	}
	switch {
	case s.Run != nil:
		line(s.Run.ID, outcomeColor(s.ran.Outcome), outcomeWords(s.ran, true), s.Run.Command)
		if trouble := troubleOf(s.ran); trouble != "" {
			e.printf("    %s\n", display.Plain(brief(trouble)))
		}
		for i := range lessons {
			l := &lessons[i].Lesson
			if lessons[i].Run != s.Run.ID || l.Kind != memory.LessonFix {
				continue
			}
			word := "learned"
			if s.ran.Start.After(l.First) {
				word = "confirmed"
			}
			e.printf("    %s %s: %s\n", word, display.Plain(l.ID), display.Plain(brief(lessonWords(l))))
		}
	case s.Edit != nil:
		path := e.tilde(s.Edit.Path)
		if s.Times > 1 {
			path += ", " + times(s.Times)
		}
		line(s.Edit.ID, "", "edited", path)
	case s.Decision != nil:
		line(s.Decision.ID, shownColor(s.Decision.Action), s.Decision.Action, s.Decision.Command)
		e.printf("    %s\n", display.Plain(brief(s.Decision.Message)))
		if s.Advice != nil && s.Advice.Fix.Command != nil {
			e.printf("    told %s: %s\n", display.Plain(s.Advice.ID), display.Plain(brief(*s.Advice.Fix.Command)))
		}
	case s.Task != nil:
		line(s.Task.ID, verdictColor(s.Task.Verdict), s.Task.Verdict, s.Task.What)
		about := counted(s.Task.Commands, "command")
		if s.Task.Agent != "" {
			about = "a task for " + s.Task.Agent + ", " + about
		}
		if s.Task.Failed > 0 {
			about += fmt.Sprintf(", %d failed", s.Task.Failed)
		}
		e.printf("    %s\n", display.Plain(about))
	case s.Advice != nil:
		line(s.Advice.ID, "", "told", s.Advice.Fix.Text)
	}
}

func verdictColor(verdict string) color {
	switch verdict {
	case memory.Success.String():
		return green
	case memory.Failure.String():
		return red
	}
	return yellow
}
