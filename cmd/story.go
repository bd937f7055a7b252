package cmd

import (
	"fmt"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// storyView shows what happened in a session, in order.
type storyView struct {
	sessionView
	Story   []storyStep   `json:"story"`
	Lessons []*lessonView `json:"lessons"`
	Left    int           `json:"left_out,omitempty"` // steps before the first one

	taught map[string][]*lessonView // by the id of the run that showed them
}

// storyStep is one thing that happened: one of the pointers is set. Of a
// command that was stopped two are, with what the agent was told.
type storyStep struct {
	Time     time.Time     `json:"time"`
	Kind     string        `json:"kind"`
	Run      *runView      `json:"run,omitempty"`
	Edit     *editView     `json:"edit,omitempty"`
	Times    int           `json:"times,omitempty"` // of edits of the same file one after the other
	Decision *decisionView `json:"decision,omitempty"`
	Advice   *adviceView   `json:"advice,omitempty"`
	Task     *storyTask    `json:"task,omitempty"`
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

// newStory gathers all that happened in a session.
func newStory(tx *store.Tx, key string) (*storyView, error) {
	v := &storyView{Story: []storyStep{}, Lessons: []*lessonView{}, taught: make(map[string][]*lessonView)}
	sessions, err := report.Sessions(tx, report.SessionFilter{Key: key})
	if err != nil || len(sessions) == 0 {
		return v, err
	}
	v.sessionView = *newSessionView(&sessions[0])
	s, _, err := tx.Session(key)
	if err != nil {
		return v, err
	}
	v.Namespace, v.Metadata = s.Namespace, asJSON(s.Metadata)
	for _, add := range []func(*store.Tx) error{v.addLessons, v.addSteps, v.addDecisions, v.addAdvice, v.addTasks} {
		if err := add(tx); err != nil {
			return v, err
		}
	}
	order.By(v.Story, func(a, b storyStep) int { return a.Time.Compare(b.Time) })
	return v, nil
}

func (v *storyView) addLessons(tx *store.Tx) error {
	lessons, err := report.LessonsOf(tx, v.ID)
	for i := range lessons {
		l := newLessonView(&lessons[i].Lesson)
		v.taught[lessons[i].Run] = append(v.taught[lessons[i].Run], l)
		if !slices.ContainsFunc(v.Lessons, func(o *lessonView) bool { return o.ID == l.ID }) {
			v.Lessons = append(v.Lessons, l)
		}
	}
	return err
}

// addSteps adds commands and edits. Edits of one file without anything in
// between are told once.
func (v *storyView) addSteps(tx *store.Tx) error {
	steps, err := tx.Steps(v.ID, maxStory)
	if err != nil {
		return err
	}
	outputs, err := tx.OutputSizes(v.ID)
	if err != nil {
		return err
	}
	v.Left = v.Runs + v.Edits - len(steps)
	for _, s := range slices.Backward(steps) {
		if s.Run != nil {
			r := newRunView(s.Run)
			r.Context = contextSize(s.Run, outputs[s.Run.ID])
			v.Story = append(v.Story, storyStep{Time: r.Time, Kind: "run", Run: r})
			continue
		}
		d := newEditView(s.Edit)
		if n := len(v.Story); n > 0 && v.Story[n-1].Edit != nil && v.Story[n-1].Edit.Path == d.Path {
			v.Story[n-1].Times++
			continue
		}
		v.Story = append(v.Story, storyStep{Time: d.Time, Kind: "edit", Times: 1, Edit: d})
	}
	return nil
}

func (v *storyView) addDecisions(tx *store.Tx) error {
	decisions, err := report.Decisions(tx, report.DecisionFilter{Session: v.ID, Limit: maxStory})
	for i := range decisions {
		d := newDecisionView(&decisions[i])
		v.Story = append(v.Story, storyStep{Time: d.Time, Kind: "decision", Decision: d})
	}
	return err
}

func (v *storyView) addAdvice(tx *store.Tx) error {
	advice, err := tx.Advice(v.ID, maxStory)
	for i := range advice {
		if a := newAdviceView(&advice[i]); !v.toldAtStop(a) {
			v.Story = append(v.Story, storyStep{Time: a.Time, Kind: "advice", Advice: a})
		}
	}
	return err
}

// atOnce is how far apart what happened at once may be kept.
const atOnce = time.Second

// toldAtStop adds what was told when a command was stopped to its decision,
// and reports whether it did.
func (v *storyView) toldAtStop(a *adviceView) bool {
	if a.Fix.Source != memory.SourceRepeat {
		return false
	}
	for i := range v.Story {
		if s := &v.Story[i]; s.Decision != nil && s.Advice == nil && s.Decision.Action == memory.Stopped && s.Time.Sub(a.Time).Abs() < atOnce {
			s.Advice = a
			return true
		}
	}
	return false
}

func (v *storyView) addTasks(tx *store.Tx) error {
	tasks, err := tx.Tasks(store.TaskFilter{Session: v.ID, Limit: maxStory})
	for i := range tasks {
		v.Story = append(v.Story, storyStep{Time: tasks[i].Start.UTC(), Kind: "task", Task: newStoryTask(&tasks[i])})
	}
	return err
}

func (v *storyView) print(e *Env) {
	e.printf("%s\n", e.paint(bold, "session "+display.Plain(v.ID)))
	e.printField("agent", v.Agent)
	e.printField("project", e.tilde(v.Project))
	e.printField("from", minute(v.Started)+" until "+minute(v.Last))
	e.printField("holds", v.words())
	if v.Left > 0 {
		e.printf("\n%d earlier steps are not shown\n", v.Left)
	}
	e.printf("\n")
	for i := range v.Story {
		if e.seenEnough() {
			return
		}
		v.printStep(e, &v.Story[i])
	}
}

func (v *storyView) printStep(e *Env, s *storyStep) {
	line := func(id string, c color, word, text string) {
		e.printf("%s  %s  %s  %s\n", s.Time.Local().Format("15:04:05"), display.Plain(id),
			e.paint(c, fmt.Sprintf("%-11s", display.Plain(word))), display.Plain(brief(text)))
	}
	below := func(text string) { e.printf("    %s\n", display.Plain(text)) }
	switch {
	case s.Run != nil:
		line(s.Run.ID, outcomeColor(s.Run.Outcome), s.Run.outcomeWords(" "), s.Run.Command)
		s.Run.printFailure(e)
		for _, l := range v.taught[s.Run.ID] {
			if l.Kind != memory.LessonFix {
				continue
			}
			word := "learned"
			if s.Run.Time.After(l.First) {
				word = "confirmed"
			}
			e.printf("    %s %s: %s\n", word, display.Plain(l.ID), display.Plain(brief(l.words())))
		}
	case s.Edit != nil:
		path := e.tilde(s.Edit.Path)
		if s.Times > 1 {
			path += ", " + display.Counted(s.Times, "time")
		}
		line(s.Edit.ID, "", "edited", path)
	case s.Decision != nil:
		line(s.Decision.ID, s.Decision.color(), s.Decision.Action, s.Decision.Command)
		below(brief(s.Decision.Message))
		if s.Advice != nil && s.Advice.Fix.Command != nil {
			e.printf("    told %s: %s\n", display.Plain(s.Advice.ID), display.Plain(brief(*s.Advice.Fix.Command)))
		}
	case s.Task != nil:
		line(s.Task.ID, taskColor(s.Task.Verdict), s.Task.Verdict, s.Task.What)
		below(s.Task.words())
	case s.Advice != nil:
		line(s.Advice.ID, "", "told", s.Advice.Fix.Text)
	}
}

// words says in a line who did a task, and with how many commands.
func (t *storyTask) words() string {
	words := display.Counted(t.Commands, "command")
	if t.Agent != "" {
		words = "a task for " + t.Agent + ", " + words
	}
	if t.Failed > 0 {
		words += fmt.Sprintf(", %d failed", t.Failed)
	}
	return words
}
