package cmd

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// activityView shows what happened.
type activityView struct {
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
	Tasks     []patternView  `json:"tasks"` // that were handed on, by whom to
	Failing   []failingView  `json:"failing"`
	Days      []dayView      `json:"days"` // of local time
	Open      []*lessonView  `json:"open_checks"`
	Hooks     []hookView     `json:"hooks"` // of all projects, ever since

	Preferences map[memory.PreferenceState]int `json:"preferences"`            // by state
	LastSession *lastSessionView               `json:"last_session,omitempty"` // that was summed up
	Bytes       int64                          `json:"database_bytes"`
}

// lastSessionView shows what a session came to.
type lastSessionView struct {
	ID          string          `json:"session_id"`
	Started     time.Time       `json:"started"`
	Ended       *time.Time      `json:"ended,omitempty"`
	Millis      int64           `json:"duration_ms"`
	Tools       int             `json:"tools_executed"`
	Corrections int             `json:"corrections_detected"`
	Learned     int             `json:"patterns_learned"`
	Summary     *memory.Summary `json:"summary"`
}

func newLastSessionView(s *report.LastSession) *lastSessionView {
	v := &lastSessionView{
		ID: s.Key, Started: s.Started.UTC(), Millis: s.Took.Milliseconds(), Tools: s.Tools, Corrections: s.Corrections, Learned: s.Learned, Summary: s.Summary,
	}
	if !s.Ended.IsZero() {
		ended := s.Ended.UTC()
		v.Ended = &ended
	}
	return v
}

type adviceCounts struct {
	Given    int `json:"given"`
	Followed int `json:"followed"`
	Worked   int `json:"worked"`
	Misled   int `json:"misled"`
	Ignored  int `json:"ignored"` // in sessions that are over
}

type patternView struct {
	Agent   string `json:"agent"` // the type of the subagent, else the tool
	Tasks   int    `json:"tasks"`
	Success int    `json:"success"`
	Failure int    `json:"failure"`
	Partial int    `json:"partial"`
}

// hookView shows how long the calls of a hook took, and what they said.
type hookView struct {
	Hook    string  `json:"hook"`
	Calls   int     `json:"calls"`
	P50     float64 `json:"p50_ms"`
	P95     float64 `json:"p95_ms"`
	P99     float64 `json:"p99_ms"`
	Answers int     `json:"answers"` // that told a model something
	Tokens  int     `json:"tokens"`  // that they told it
}

type failingView struct {
	Template string `json:"template"`
	Last     string `json:"last,omitempty"` // that failed, as it was typed
	Runs     int    `json:"runs"`
	Failed   int    `json:"failed"`

	others bool // others of the template failed, too
}

type dayView struct {
	Day    string `json:"day"`
	Runs   int    `json:"runs"`
	Failed int    `json:"failed"`
}

func newActivityView(a *report.Activity, f report.ActivityFilter) activityView {
	v := activityView{
		Project: f.Project, Sessions: a.Sessions, Commands: a.Runs, Outcomes: nonNil(a.Outcomes), Millis: a.Took.Milliseconds(), Edits: a.Edits,
		Decisions: nonNil(a.Decisions), Lessons: nonNil(a.Lessons), Learned: a.Learned, Advice: adviceCounts(a.Advice),
		Tasks: []patternView{}, Failing: []failingView{}, Days: []dayView{}, Open: []*lessonView{}, Hooks: []hookView{},
	}
	if !f.Since.IsZero() {
		v.Since = new(f.Since.UTC())
	}
	if !a.First.IsZero() {
		v.First, v.Last = &a.First, &a.Last
	}
	for _, c := range a.Failing {
		v.Failing = append(v.Failing, failingView{c.Template, c.Last, c.Runs, c.Bad, c.Others})
	}
	for _, d := range a.Days {
		v.Days = append(v.Days, dayView{d.Day, d.Runs, d.Bad})
	}
	for i := range a.Open {
		v.Open = append(v.Open, newLessonView(&a.Open[i]))
	}
	return v
}

// never counts the commands that were refused or denied.
func (v *activityView) never() int {
	return v.Outcomes[memory.Refused.String()] + v.Outcomes[memory.Denied.String()]
}

// nonNil returns a map that is {} in JSON and not null.
func nonNil(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

func (v *activityView) print(e *Env) {
	heading := "everywhere"
	if v.Project != "" {
		heading = e.tilde(v.Project)
	}
	if v.First != nil {
		first, last := v.First.Local().Format(time.DateOnly), v.Last.Local().Format(time.DateOnly)
		if heading += ", " + first; last != first {
			heading += " until " + last
		}
	}
	e.printf("%s\n", e.paint(bold, display.Plain(heading)))
	ran := fmt.Sprintf("%s in %s, %s", display.Counted(v.Commands, "command"), display.Counted(v.Sessions, "session"), display.Counted(v.Edits, "edit"))
	if n := v.never(); n > 0 {
		ran += fmt.Sprintf(" (%d of the commands never ran)", n)
	}
	if v.Millis > 0 {
		ran += ", took " + shortly(time.Duration(v.Millis)*time.Millisecond)
	}
	e.printf("  %s\n", ran)
	var outcomes []count
	for _, name := range memory.Outcomes() {
		if n := v.Outcomes[name]; n > 0 {
			outcomes = append(outcomes, count{name, n, outcomeColor(name), ""})
		}
	}
	(&counts{"outcomes", outcomes}).print(e)
	var days []count
	for _, d := range v.Days {
		days = append(days, count{d.Day, d.Runs, "", countFailed(d.Failed)})
	}
	(&counts{"latest days", days}).print(e)
	var failing []count
	for _, c := range v.Failing {
		failing = append(failing, count{brief(cmp.Or(c.Last, c.Template)) + pick(c.others, " and like it", ""), c.Failed, red, fmt.Sprintf("of %d", c.Runs)})
	}
	title := "most frequent failures"
	if v.Commands > latestFailing {
		title += fmt.Sprintf(" of the latest %d", latestFailing)
	}
	(&counts{title, failing}).print(e)
	var decisions []count
	for a := policy.Block; a > policy.Silent; a-- {
		if n := v.Decisions[a.String()]; n > 0 {
			decisions = append(decisions, count{a.String(), n, actionColor(a.String()), ""})
		}
	}
	for _, name := range [...]string{memory.Allowed, memory.Paused} {
		if n := v.Decisions[name]; n > 0 {
			decisions = append(decisions, count{name, n, green, "let through by you"})
		}
	}
	(&counts{"decisions", decisions}).print(e)
	if n := v.Decisions[memory.Stopped]; n > 0 {
		(&counts{"repeated failures and broken preferences", []count{{memory.Stopped, n, yellow, ""}}}).print(e)
	}
	var tasks []count
	for _, p := range v.Tasks {
		tasks = append(tasks, count{p.Agent, p.Tasks, "", fmt.Sprintf("%d %% succeeded", 100*p.Success/max(1, p.Tasks))})
	}
	(&counts{"delegated tasks", tasks}).print(e)
	v.printLearned(e)
	v.printHooks(e)
	e.printf("\n  the database holds %s\n", bytesWords(v.Bytes))
}

// printLearned says what was learned, and what came of it.
func (v *activityView) printLearned(e *Env) {
	var kinds []string
	for _, k := range lessonParts() {
		if n := v.Lessons[string(k.kind)]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, k.counted))
		}
	}
	if len(kinds) > 0 {
		e.printf("\n%s\n  %s", e.paint(bold, "lessons"), strings.Join(kinds, ", "))
		if v.Since != nil {
			e.printf("; %d of them new", v.Learned)
		}
		e.printf("\n")
	}
	var states []count
	for _, s := range preferenceStates {
		if n := v.Preferences[s]; n > 0 {
			states = append(states, count{string(s), n, "", ""})
		}
	}
	(&counts{"preferences", states}).print(e)
	if a := v.Advice; a.Given > 0 {
		(&counts{"advice", []count{
			{"given", a.Given, "", ""}, {"followed", a.Followed, "", ""}, {"worked", a.Worked, green, ""}, {"misled", a.Misled, red, ""}, {"ignored", a.Ignored, "", ""},
		}}).print(e)
	}
	if len(v.Open) == 0 {
		return
	}
	e.printf("\n%s\n", e.paint(bold, "failing checks"))
	for _, l := range v.Open[:min(len(v.Open), listedStats)] {
		e.printf("  %s  %s\n", display.Plain(l.ID), display.Plain(brief(l.What)))
	}
	if more := len(v.Open) - listedStats; more > 0 {
		e.printf("  and %d more: ctxhook lessons\n", more)
	}
}

// printHooks says how long the hooks took, and how much they told models.
func (v *activityView) printHooks(e *Env) {
	var took, told []count
	for _, h := range v.Hooks {
		took = append(took, count{h.Hook, h.Calls, "", fmt.Sprintf("p50 %.1f ms, p95 %.1f ms, p99 %.1f ms", h.P50, h.P95, h.P99)})
		if h.Tokens > 0 {
			told = append(told, count{h.Hook, h.Tokens, "", "in " + display.Counted(h.Answers, "answer")})
		}
	}
	(&counts{"hook calls and times, all projects, about", took}).print(e)
	(&counts{"tokens told to models, about", told}).print(e)
}

// millis returns a duration in milliseconds, rounded for people.
func millis(d time.Duration) float64 { return math.Round(float64(d.Microseconds())/10) / 100 }

func countFailed(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d failed", n)
}
