// Package report answers what stats, history, sessions, log and db ask of the
// database: counts, lists and searches over all that is kept. It only reads,
// and no hook waits for it.
package report

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Activity is what was run and what came of it.
type Activity struct {
	Runs      int
	Outcomes  map[string]int // by the name of the outcome
	Took      time.Duration  // all commands together
	Sessions  int
	Edits     int
	Decisions map[string]int // by Decision.ShownAction
	Lessons   map[string]int // that are not retired, by kind
	Learned   int            // of those, first seen in that time
	Open      []memory.Lesson
	Advice    AdviceCounts
	Failing   []CommandCount // those that failed most first
	Days      []DayCount     // the first day first
	First     time.Time      // of the runs
	Last      time.Time
}

// AdviceCounts is what came of advice.
type AdviceCounts struct{ Given, Followed, Worked, Misled, Ignored int }

// CommandCount is how often a command was run, and how often it went wrong.
type CommandCount struct {
	Template  string
	Runs, Bad int
	Last      string // that went wrong, as it was typed; "" where it is not stored
	Others    bool   // others of the template went wrong, too
}

// ActivityFilter selects what is counted. A zero field selects all.
type ActivityFilter struct {
	Project string
	Since   time.Time
	Zone    *time.Location // in which days are counted; nil: UTC
	Most    int            // how many rows of each list
	Latest  int            // among how many runs, the latest, it looks for those that fail; 0: all
	Now     time.Time      // what was told long before is not followed any more
}

// ofRuns adds the conditions on runs, and on all that has their columns.
func (f *ActivityFilter) ofRuns(t *store.Tx, w *store.Conditions) error { return f.of(t, w, "project") }

// ofEachRun adds the same for what reads every run that they select. The index of
// projects has each run looked up by itself, which takes four times as long as to read
// one after the other: it is for a project that has few of them.
func (f *ActivityFilter) ofEachRun(t *store.Tx, w *store.Conditions) error {
	if f.Project == "" || f.Latest > 0 {
		return f.ofRuns(t, w)
	}
	var n [2]int
	for i, project := range [...]string{f.Project, ""} {
		s, err := talliesOf(t, project, f.Since)
		if err != nil {
			return err
		}
		if err := s.each(func(what string, _ int64, more sum) {
			if isRun(what) {
				n[i] += more.n
			}
		}); err != nil {
			return err
		}
	}
	if n[0] < n[1]/4 {
		return f.ofRuns(t, w)
	}
	return f.of(t, w, "+project")
}

func (f *ActivityFilter) of(t *store.Tx, w *store.Conditions, column string) error {
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if err != nil {
			return err
		}
		if number == nil {
			number = -1 // nothing is known of it; NULL is outside of projects
		}
		w.And(column+" IS ?", number)
	}
	if !f.Since.IsZero() {
		w.And("at >= ?", f.Since.UnixMicro())
	}
	return nil
}

// bad are the outcomes that are Outcome.Bad.
const bad = "outcome IN ('failed', 'masked')"

// CountActivity counts what a filter selects.
func CountActivity(t *store.Tx, f ActivityFilter) (Activity, error) {
	a := Activity{Outcomes: make(map[string]int), Decisions: make(map[string]int), Lessons: make(map[string]int)}
	var since, each, all, decided store.Conditions // by at, and without
	if err := errors.Join(f.ofRuns(t, &since), f.ofEachRun(t, &each)); err != nil {
		return a, err
	}
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if err != nil {
			return a, err
		}
		if number == nil {
			number = -1
		}
		all.And("project IS ?", number)
		decided.And("project IN (SELECT root FROM projects WHERE same IS ?1 UNION SELECT ?2)", number, f.Project)
	}
	if !f.Since.IsZero() {
		decided.And("at >= ?", f.Since.UnixMicro())
	}
	s, err := talliesOf(t, f.Project, f.Since)
	if err != nil {
		return a, err
	}
	for _, count := range [...]func() error{
		func() error { return countRuns(s, &a, since) },
		func() error { return listFailing(t, &a, each, &f) },
		func() error { return countDays(s, &a, f.Zone, f.Most) },
		func() error {
			return t.Each("SELECT "+store.ShownAction+" AS shown, count(*) FROM decisions"+decided.SQL()+" GROUP BY shown", decided.Args, func(r store.Row) error {
				a.Decisions[r.Text(0)] = r.Int(1)
				return nil
			})
		},
		func() error { return countAdvice(t, &a, since, f.Now) },
		func() error { return countLessons(t, &a, all, f.Since) },
	} {
		if err := count(); err != nil {
			return a, err
		}
	}
	return a, nil
}

func countRuns(s *tallies, a *Activity, w store.Conditions) error {
	sums, err := s.sums()
	if err != nil {
		return err
	}
	a.Edits = sums[store.EditTally].n
	delete(sums, store.EditTally)
	delete(sums, store.OutputTally)
	for outcome, sum := range sums {
		a.Outcomes[outcome] = sum.n
		a.Runs += sum.n
		a.Took += sum.took
	}
	for to, order := range map[*time.Time]string{&a.First: "ASC", &a.Last: "DESC"} {
		if _, err := s.t.One("SELECT at FROM runs"+w.SQL()+" ORDER BY at "+order+" LIMIT 1", w.Args, func(r store.Row) { *to = r.Time(0) }); err != nil {
			return err
		}
	}
	a.Sessions, err = s.sessions()
	return err
}

func listFailing(t *store.Tx, a *Activity, w store.Conditions, f *ActivityFilter) error {
	latest := -1
	if f.Latest > 0 {
		latest = f.Latest
	}
	counts := make(map[string]*CommandCount) // here: SQLite would sort the runs
	if err := t.Each("SELECT coalesce(template, command, '(not stored)'), "+bad+", CASE WHEN "+bad+" THEN command END FROM runs"+w.SQL()+" ORDER BY at DESC LIMIT ?", append(w.Args, latest), func(r store.Row) error {
		template := r.Text(0)
		c := counts[template]
		if c == nil {
			c = &CommandCount{Template: template}
			counts[template] = c
		}
		c.Runs++
		c.Bad += r.Int(1)
		if typed := r.Text(2); c.Last == "" {
			c.Last = typed
		} else if typed != "" && typed != c.Last {
			c.Others = true
		}
		return nil
	}); err != nil {
		return err
	}
	for _, c := range counts {
		if c.Bad > 0 {
			a.Failing = append(a.Failing, *c)
		}
	}
	order.By(a.Failing, func(a, b CommandCount) int { return cmp.Or(b.Bad-a.Bad, strings.Compare(a.Template, b.Template)) })
	a.Failing = a.Failing[:min(len(a.Failing), f.Most)]
	return nil
}

func countAdvice(t *store.Tx, a *Activity, w store.Conditions, now time.Time) error {
	const counts = "SELECT count(*), count(followed), coalesce(sum(worked = 1), 0), coalesce(sum(worked = 0), 0) FROM advice"
	if _, err := t.One(counts+w.SQL(), w.Args, func(r store.Row) {
		a.Advice = AdviceCounts{r.Int(0), r.Int(1), r.Int(2), r.Int(3), 0}
	}); err != nil {
		return err
	}
	w.And(store.Ignored, now.Add(-store.MayFollow).UnixMicro())
	_, err := t.One("SELECT count(*) FROM advice"+w.SQL(), w.Args, func(r store.Row) { a.Advice.Ignored = r.Int(0) })
	return err
}

func countLessons(t *store.Tx, a *Activity, w store.Conditions, since time.Time) error {
	w.And("state <> 'retired'")
	const counts = "SELECT kind, count(*), coalesce(sum(first >= ?), 0) FROM lessons"
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMicro()
	}
	err := t.Each(counts+w.SQL()+" GROUP BY kind", append([]any{from}, w.Args...), func(r store.Row) error {
		a.Lessons[r.Text(0)] = r.Int(1)
		a.Learned += r.Int(2)
		return nil
	})
	if err != nil {
		return err
	}
	w.And("kind = 'check' AND state = 'open'")
	a.Open, err = store.SelectLessons(t, w.SQL(), w.Args...)
	return err
}
