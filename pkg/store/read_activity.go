package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Activity is what was run and what came of it.
type Activity struct {
	Runs      int
	Outcomes  map[string]int // by the name of the outcome
	Took      time.Duration  // all commands together
	Sessions  int
	Edits     int
	Decisions map[string]int // by what is Shown of them
	Lessons   map[string]int // that are not retired, by kind
	Learned   int            // of those, first seen in the time
	Open      []memory.Lesson
	Advice    AdviceCounts
	Failing   []CommandCount // templates, those that failed most first
	Days      []DayCount     // the first day first
	First     time.Time      // of the runs
	Last      time.Time
}

// AdviceCounts is what came of advice.
type AdviceCounts struct{ Given, Followed, Worked, Misled int }

// CommandCount is how often a command was run, and how often it went wrong.
type CommandCount struct {
	Template  string
	Runs, Bad int
}

// ActivityFilter selects what is counted. A zero field selects all.
type ActivityFilter struct {
	Project string
	Since   time.Time
	Zone    *time.Location // in which days are counted; nil: UTC
	Most    int            // of what is listed
}

// bad are the outcomes that are Outcome.Bad.
const bad = "outcome IN ('failed', 'masked')"

// Activity counts what happened.
func (t *Tx) Activity(f ActivityFilter) (Activity, error) {
	a := Activity{Outcomes: make(map[string]int), Decisions: make(map[string]int), Lessons: make(map[string]int)}
	var since, all where // by at, and without
	decided := where{}
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if err != nil {
			return a, err
		}
		since.and("project IS ?", number)
		all.and("project IS ?", number)
		decided.and("project IN (SELECT root FROM projects WHERE same IS ?1 UNION SELECT ?2)", number, f.Project)
	}
	if !f.Since.IsZero() {
		since.and("at >= ?", f.Since.UnixMicro())
		decided.and("at >= ?", f.Since.UnixMicro())
	}
	for _, count := range [...]func() error{
		func() error { return t.countRuns(&a, since) },
		func() error { return t.listFailing(&a, since, f.Most) },
		func() error { return t.countDays(&a, since, f.Zone, f.Most) },
		func() error {
			_, err := t.db.one("SELECT count(*) FROM edits"+since.text(), since.args, func(r row) { a.Edits = r.int(0) })
			return err
		},
		func() error {
			return t.db.each("SELECT "+shownAction+" AS shown, count(*) FROM decisions"+decided.text()+" GROUP BY shown", decided.args, func(r row) error {
				a.Decisions[r.string(0)] = r.int(1)
				return nil
			})
		},
		func() error { return t.countAdvice(&a, since) },
		func() error { return t.countLessons(&a, all, f.Since) },
	} {
		if err := count(); err != nil {
			return a, err
		}
	}
	return a, nil
}

func (t *Tx) countRuns(a *Activity, w where) error {
	err := t.db.each("SELECT outcome, count(*), sum(took), min(at), max(at) FROM runs"+w.text()+" GROUP BY outcome", w.args, func(r row) error {
		a.Outcomes[r.string(0)] = r.int(1)
		a.Runs += r.int(1)
		a.Took += time.Duration(r.integer(2)) * time.Microsecond
		if first := moment(r.integer(3)); a.First.IsZero() || first.Before(a.First) {
			a.First = first
		}
		if last := moment(r.integer(4)); last.After(a.Last) {
			a.Last = last
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = t.db.one("SELECT count(DISTINCT session) FROM runs"+w.text(), w.args, func(r row) { a.Sessions = r.int(0) })
	return err
}

func (t *Tx) listFailing(a *Activity, w where, most int) error {
	w.and("template IS NOT NULL")
	sql := "SELECT template, count(*), sum(" + bad + ") AS n FROM runs" + w.text() + " GROUP BY template HAVING n > 0 ORDER BY n DESC, template LIMIT ?"
	return t.db.each(sql, append(w.args, most), func(r row) error {
		a.Failing = append(a.Failing, CommandCount{r.string(0), r.int(1), r.int(2)})
		return nil
	})
}

func (t *Tx) countAdvice(a *Activity, w where) error {
	const counts = "SELECT count(*), count(followed), coalesce(sum(worked = 1), 0), coalesce(sum(worked = 0), 0) FROM advice"
	_, err := t.db.one(counts+w.text(), w.args, func(r row) {
		a.Advice = AdviceCounts{r.int(0), r.int(1), r.int(2), r.int(3)}
	})
	return err
}

func (t *Tx) countLessons(a *Activity, w where, since time.Time) error {
	w.and("state <> 'retired'")
	const counts = "SELECT kind, count(*), coalesce(sum(first >= ?), 0) FROM lessons"
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMicro()
	}
	err := t.db.each(counts+w.text()+" GROUP BY kind", append([]any{from}, w.args...), func(r row) error {
		a.Lessons[r.string(0)] = r.int(1)
		a.Learned += r.int(2)
		return nil
	})
	if err != nil {
		return err
	}
	w.and("kind = 'check' AND state = 'open'")
	a.Open, err = t.lessons(w.text(), w.args...)
	return err
}
