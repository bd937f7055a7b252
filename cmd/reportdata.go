package cmd

import (
	"cmp"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// The most rows of the lists of a page that are read; fewer have room in it.
const (
	reportedFailing   = 1000
	reportedDecisions = 500
	reportedSessions  = 1000
	reportedSteps     = 2000 // of one session
)

// reportData gathers what a page shows.
type reportData struct {
	env  *Env
	at   *span
	now  time.Time
	page webpage.Page

	waiting waiting
	decided []time.Time // when a command was stopped, asked about or warned of
}

// read reads what the database holds.
func (d *reportData) read(tx *store.Tx) error {
	for _, read := range [...]func(*store.Tx) error{
		d.waiting.learned, d.readActivity, d.readHours, d.readChecks, d.readLessons, d.readPreferences, d.readProjects, d.readSessions,
	} {
		if err := read(tx); err != nil {
			return err
		}
	}
	return nil
}

// filter selects what the page is about.
func (d *reportData) filter() report.ActivityFilter {
	return report.ActivityFilter{Project: d.at.project, Since: d.at.since, Zone: time.Local, Most: reportedFailing, Now: d.now}
}

func (d *reportData) readActivity(tx *store.Tx) error {
	a, err := report.CountActivity(tx, d.filter())
	if err != nil {
		return err
	}
	p := &d.page
	p.Totals = webpage.Totals{
		Commands: a.Runs, Failed: a.Outcomes[memory.Failed.String()] + a.Outcomes[memory.Masked.String()], Took: a.Took, Lanes: a.Sessions, Edits: a.Edits,
		Decisions: len(d.decided), Never: a.Outcomes[memory.Refused.String()] + a.Outcomes[memory.Denied.String()],
	}
	for name, n := range a.Outcomes {
		p.Outcomes = append(p.Outcomes, webpage.Count{Name: name, N: n})
	}
	order.By(p.Outcomes, func(a, b webpage.Count) int { return cmp.Or(b.N-a.N, strings.Compare(a.Name, b.Name)) })
	for _, c := range a.Failing {
		p.Failing = append(p.Failing, webpage.Command{Template: c.Template, Runs: c.Runs, Failed: c.Bad})
	}
	p.Advice = webpage.Advice(a.Advice)
	return nil
}

func (d *reportData) readHours(tx *store.Tx) error {
	hours, err := report.Hours(tx, d.filter())
	for _, h := range hours {
		d.page.Hours = append(d.page.Hours, webpage.Hour{Hour: h.Hour, Runs: h.Runs, Failed: h.Bad})
	}
	for _, t := range d.decided {
		t = t.Local()
		d.page.AddDecisions(time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), 0, 0, 0, time.Local), 1)
	}
	return err
}

func (d *reportData) readChecks(tx *store.Tx) error {
	checks, err := report.RedChecks(tx, d.filter())
	for i := range checks {
		c := &checks[i]
		dir := (&memory.Check{Key: c.Key}).Dir()
		v := webpage.Check{Name: strings.TrimPrefix(c.Key, dir+": "), Where: d.env.tilde(cmp.Or(dir, c.Project))}
		for _, s := range c.Spells {
			v.Spells = append(v.Spells, webpage.Spell{From: local(s.From), Until: local(s.Until)})
		}
		d.page.Checks = append(d.page.Checks, v)
	}
	return err
}

// local is a time in the zone of the user; none stays none.
func local(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Local()
}

func (d *reportData) readLessons(tx *store.Tx) error {
	told, err := report.AdviceByLesson(tx, d.at.since)
	if err != nil {
		return err
	}
	lessons, err := report.Lessons(tx, report.LessonFilter{
		Project: d.at.project, States: []memory.LessonState{memory.Open, memory.Closed, memory.Unwanted, memory.Offered},
	})
	for i := range lessons {
		l := newLessonView(&lessons[i])
		v := webpage.Lesson{
			ID: l.ID, Kind: string(l.Kind), State: l.stateWords(), What: firstLine(l.What), Seen: l.countWords(), Last: l.Last.Local(), Where: d.env.tilde(l.Project),
			Told: told[l.ID].Given, Followed: told[l.ID].Followed, Helped: told[l.ID].Worked,
		}
		switch {
		case l.Kind == memory.LessonFix:
			v.Remedy = l.fixWords()
		case l.Kind == memory.LessonCheck && l.open():
			v.State = "failing"
		}
		if l.Offered {
			v.Where = offeredInAll
		}
		d.page.Lessons = append(d.page.Lessons, v)
	}
	return err
}

func (d *reportData) readPreferences(tx *store.Tx) error {
	list, err := report.Preferences(tx, d.at.project)
	for i := range list {
		p := newPreferenceView(&list[i])
		d.page.Preferences = append(d.page.Preferences, webpage.Preference{
			ID: p.ID, State: p.State, Words: p.Words, Does: p.doesWords(), Where: p.whereWords(d.env), Sure: p.Confidence, Last: p.Last.Local(),
		})
	}
	return err
}

func (d *reportData) readProjects(tx *store.Tx) error {
	list, err := report.Projects(tx, d.filter())
	for _, p := range list {
		name := "outside projects"
		if p.Root != "" {
			name = d.env.tilde(p.Root)
		}
		d.page.Projects = append(d.page.Projects, webpage.Project{Name: name, Lanes: p.Sessions, Runs: p.Runs, Failed: p.Bad, Last: p.Last.Local()})
	}
	return err
}

// readSessions reads the latest sessions, and the steps of the first of them.
func (d *reportData) readSessions(tx *store.Tx) error {
	sessions, err := report.Sessions(tx, report.SessionFilter{Project: d.at.project, Since: d.at.since, Limit: reportedSessions})
	if err != nil {
		return err
	}
	room := webpage.MaxSteps
	for i := range sessions {
		s := &sessions[i]
		lane := webpage.Lane{
			Name: s.Key, Agent: s.Agent, Where: d.env.tilde(s.Project), Started: s.Started.Local(), Last: s.Last.Local(),
			Runs: s.Runs, Failed: s.Bad, Edits: s.Edits, Decisions: s.Decisions,
		}
		if room > 0 {
			if err := d.readSteps(tx, &lane, min(room, reportedSteps)); err != nil {
				return err
			}
			room -= len(lane.Steps)
		}
		d.page.Lanes = append(d.page.Lanes, lane)
	}
	return nil
}

// readSteps reads what happened in a session, the latest of much.
func (d *reportData) readSteps(tx *store.Tx, lane *webpage.Lane, most int) error {
	steps, err := tx.Steps(lane.Name, most)
	if err != nil {
		return err
	}
	lane.Left = lane.Runs + lane.Edits - len(steps)
	for _, s := range steps {
		if s.Edit != nil {
			lane.Steps = append(lane.Steps, webpage.Step{Time: s.Edit.Time.Local(), Kind: webpage.StepEdit, Text: d.env.tilde(s.Edit.Path.String()), ID: s.Edit.ID})
			continue
		}
		r := newRunView(s.Run)
		lane.Steps = append(lane.Steps, webpage.Step{
			Time: r.Time.Local(), Kind: r.Outcome, Text: r.Command, Note: firstLine(r.failure()), Took: s.Run.Duration, ID: r.ID,
		})
	}
	decisions, err := report.Decisions(tx, report.DecisionFilter{Session: lane.Name, Limit: most})
	if err != nil {
		return err
	}
	for i := range decisions {
		v := &decisions[i]
		lane.Steps = append(lane.Steps, webpage.Step{
			Time: v.Time.Local(), Kind: v.ShownAction(), Text: v.Command.String(), Note: v.Message.String(), ID: v.ID,
		})
	}
	advice, err := tx.Advice(lane.Name, most)
	if err != nil {
		return err
	}
	for i := range advice {
		v := &advice[i]
		lane.Steps = append(lane.Steps, webpage.Step{Time: v.Time.Local(), Kind: webpage.StepTold, Text: v.Text.String(), Note: newAdviceView(v).outcomeWords(), ID: v.ID})
	}
	order.By(lane.Steps, func(a, b webpage.Step) int { return a.Time.Compare(b.Time) })
	return nil
}
