package cmd

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/hook"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// statsCommand counts what agents ran, what failed and what was learned.
type statsCommand struct {
	*Env
	listFlags
}

func newStats(env *Env) *cobra.Command {
	cmd := &statsCommand{Env: env}
	c := &cobra.Command{
		Use:   "stats",
		Short: "Say what agents ran, what failed, what was learned, and whether advice helped",
		Long: `Say what agents ran and what became of it, which commands fail most, what was
warned about, asked and blocked, how the tasks went that were handed on to other
agents, what was learned, and whether the advice that agents were given helped:
in this project, or outside of one in all there are.

Trifles such as ls, cd, pwd and echo are not kept when they go well, so they are
not counted either.

How long the hooks took is told of all projects together. It is the time of
their own work, without what the system takes to start a program; of the calls
that say nothing one in sixteen is measured, and stands for all.`,
		Example: `  ctxhook stats
  ctxhook stats --all --since 30d
  ctxhook stats --json`,
		GroupID: groupRemember,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.register(c, "only what happened in", "it")
	return c
}

// activityRow is what happened, as JSON.
type activityRow struct {
	Project   string         `json:"project,omitempty"`
	Since     *time.Time     `json:"since,omitempty"`
	First     *time.Time     `json:"first,omitempty"`
	Last      *time.Time     `json:"last,omitempty"`
	Sessions  int            `json:"sessions"`
	Commands  int            `json:"commands"`
	Outcomes  map[string]int `json:"outcomes"`
	Millis    int64          `json:"duration_ms"` // of all commands together
	Edits     int            `json:"edits"`
	Decisions map[string]int `json:"decisions"`
	Lessons   map[string]int `json:"lessons"` // by kind
	Learned   int            `json:"learned"`
	Advice    adviceCounts   `json:"advice"`
	Tasks     []patternRow   `json:"tasks"` // that were handed on, by whom to
	Failing   []failingRow   `json:"failing"`
	Days      []dayRow       `json:"days"` // of local time
	Open      []*lessonView  `json:"open_checks"`
	Hooks     []hookRow      `json:"hooks"` // of all projects, ever since
	Bytes     int64          `json:"database_bytes"`
}

type adviceCounts struct {
	Given    int `json:"given"`
	Followed int `json:"followed"`
	Worked   int `json:"worked"`
	Misled   int `json:"misled"`
}

type patternRow struct {
	Agent   string `json:"agent"` // the type of the subagent, else the tool
	Tasks   int    `json:"tasks"`
	Success int    `json:"success"`
	Failure int    `json:"failure"`
	Partial int    `json:"partial"`
}

// hookRow is how long the calls of a hook took, and what they said.
type hookRow struct {
	Hook    string  `json:"hook"`
	Calls   int     `json:"calls"`
	P50     float64 `json:"p50_ms"`
	P95     float64 `json:"p95_ms"`
	P99     float64 `json:"p99_ms"`
	Answers int     `json:"answers"` // that told a model something
	Tokens  int     `json:"tokens"`  // that they told it
}

type failingRow struct {
	Template string `json:"template"`
	Runs     int    `json:"runs"`
	Failed   int    `json:"failed"`
}

type dayRow struct {
	Day    string `json:"day"`
	Runs   int    `json:"runs"`
	Failed int    `json:"failed"`
}

// listedStats is how many commands and days stats lists.
const listedStats = 10

func (cmd *statsCommand) run() error {
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	filter := report.ActivityFilter{Project: at.project, Since: at.since, Zone: time.Local, Most: listedStats}
	files, err := store.StatFiles(at.storage.files())
	if err != nil {
		return err
	}
	var a report.Activity
	var patterns []memory.Pattern
	var timings []report.Timing
	if err := at.storage.look(func(tx *store.Tx) (err error) {
		if a, err = report.CountActivity(tx, filter); err != nil {
			return err
		}
		if patterns, err = tx.Patterns(store.TaskFilter{Project: filter.Project, Since: filter.Since, Limit: filter.Most}); err != nil {
			return err
		}
		timings, err = report.Timings(tx, at.storage.Judge.Places.Timings(), hook.Names())
		return err
	}); err != nil {
		return err
	}
	row := newActivityRow(&a, filter)
	for _, p := range patterns {
		agent := p.Type
		if agent == "" {
			agent = p.Tool
		}
		row.Tasks = append(row.Tasks, patternRow{agent, p.Tasks(), p.Success, p.Failure, p.Partial})
	}
	for _, t := range timings {
		row.Hooks = append(row.Hooks, hookRow{t.Hook, t.Calls, millis(t.P50), millis(t.P95), millis(t.P99), t.Answers, t.Tokens})
	}
	row.Bytes = files.Database
	if cmd.json {
		return cmd.printJSON(row)
	}
	if row.Commands+row.Edits+len(row.Decisions) == 0 {
		printNothing(cmd.Env, "run", cmd.since != "", filter.Project)
		return nil
	}
	cmd.printActivity(&row, a.Open)
	return nil
}

func newActivityRow(a *report.Activity, f report.ActivityFilter) activityRow {
	row := activityRow{
		Project: f.Project, Sessions: a.Sessions, Commands: a.Runs, Outcomes: counts(a.Outcomes), Millis: a.Took.Milliseconds(), Edits: a.Edits,
		Decisions: counts(a.Decisions), Lessons: counts(a.Lessons), Learned: a.Learned, Advice: adviceCounts(a.Advice),
		Tasks: []patternRow{}, Failing: []failingRow{}, Days: []dayRow{}, Open: []*lessonView{}, Hooks: []hookRow{},
	}
	if !f.Since.IsZero() {
		row.Since = new(f.Since.UTC())
	}
	if !a.First.IsZero() {
		row.First, row.Last = &a.First, &a.Last
	}
	for _, c := range a.Failing {
		row.Failing = append(row.Failing, failingRow{c.Template, c.Runs, c.Bad})
	}
	for _, d := range a.Days {
		row.Days = append(row.Days, dayRow{d.Day, d.Runs, d.Bad})
	}
	for i := range a.Open {
		row.Open = append(row.Open, newLessonView(&a.Open[i]))
	}
	return row
}

// counts is never null for a script.
func counts(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

func (e *Env) printActivity(row *activityRow, open []memory.Lesson) {
	heading := "everywhere"
	if row.Project != "" {
		heading = e.tilde(row.Project)
	}
	if row.First != nil {
		first, last := row.First.Local().Format(time.DateOnly), row.Last.Local().Format(time.DateOnly)
		if heading += ", " + first; last != first {
			heading += " until " + last
		}
	}
	e.printf("%s\n", e.paint(bold, display.Plain(heading)))
	ran := fmt.Sprintf("%s in %s, %s", counted(row.Commands, "command"), counted(row.Sessions, "session"), counted(row.Edits, "edit"))
	if row.Millis > 0 {
		ran += ", took " + shortly(time.Duration(row.Millis)*time.Millisecond)
	}
	e.printf("  %s\n", ran)
	var outcomes []barLine
	for _, name := range memory.Outcomes() {
		if n := row.Outcomes[name]; n > 0 {
			outcomes = append(outcomes, barLine{name, n, outcomeColor(name), ""})
		}
	}
	e.printBars("what became of them", outcomes)
	var days []barLine
	for _, d := range row.Days {
		days = append(days, barLine{d.Day, d.Runs, "", countFailed(d.Failed)})
	}
	e.printBars("the latest days", days)
	var failing []barLine
	for _, c := range row.Failing {
		failing = append(failing, barLine{brief(c.Template), c.Failed, red, fmt.Sprintf("of %d", c.Runs)})
	}
	e.printBars("what fails most", failing)
	var decisions []barLine
	for a := policy.Block; a > policy.Silent; a-- {
		if n := row.Decisions[a.String()]; n > 0 {
			decisions = append(decisions, barLine{a.String(), n, actionColor(a.String()), ""})
		}
	}
	e.printBars("the guard", decisions)
	if n := row.Decisions[memory.Stopped]; n > 0 {
		e.printBars("what failed before, and was about to again", []barLine{{memory.Stopped, n, yellow, ""}})
	}
	var tasks []barLine
	for _, p := range row.Tasks {
		tasks = append(tasks, barLine{p.Agent, p.Tasks, "", fmt.Sprintf("%d %% succeeded", 100*p.Success/max(1, p.Tasks))})
	}
	e.printBars("tasks that were handed on", tasks)
	e.printLearned(row, open)
	e.printHooks(row.Hooks)
	e.printf("\n  the database holds %s\n", bytesWords(row.Bytes))
}

// printLearned says what was learned, and what came of it.
func (e *Env) printLearned(row *activityRow, open []memory.Lesson) {
	var kinds []string
	for _, k := range lessonParts() {
		if n := row.Lessons[string(k.kind)]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, k.counted))
		}
	}
	if len(kinds) > 0 {
		e.printf("\n%s\n  %s", e.paint(bold, "what was learned"), strings.Join(kinds, ", "))
		if row.Since != nil {
			e.printf("; %d of them new", row.Learned)
		}
		e.printf("\n")
	}
	if a := row.Advice; a.Given > 0 {
		e.printBars("advice", []barLine{
			{"given", a.Given, "", ""}, {"followed", a.Followed, "", ""}, {"worked", a.Worked, green, ""}, {"misled", a.Misled, red, ""},
		})
	}
	if len(open) == 0 {
		return
	}
	e.printf("\n%s\n", e.paint(bold, "checks that fail"))
	for i := range open[:min(len(open), listedStats)] {
		e.printf("  %s  %s\n", display.Plain(open[i].ID), display.Plain(brief(open[i].What.String())))
	}
	if more := len(open) - listedStats; more > 0 {
		e.printf("  and %d more: ctxhook lessons\n", more)
	}
}

// printHooks says how long the hooks took, and how much they told models.
func (e *Env) printHooks(rows []hookRow) {
	var took, told []barLine
	for _, h := range rows {
		took = append(took, barLine{h.Hook, h.Calls, "", fmt.Sprintf("p50 %.1f ms, p95 %.1f ms, p99 %.1f ms", h.P50, h.P95, h.P99)})
		if h.Tokens > 0 {
			told = append(told, barLine{h.Hook, h.Tokens, "", "in " + counted(h.Answers, "answer")})
		}
	}
	e.printBars("calls of hooks in all projects, and how long they took", took)
	e.printBars("tokens that models were told there", told)
}

// millis is a time as people compare it.
func millis(d time.Duration) float64 { return math.Round(float64(d.Microseconds())/10) / 100 }

func countFailed(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d failed", n)
}
