package report

import (
	"errors"
	"math"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// This file sums up runs, outputs and edits from what the store has counted, and
// counts the rest where it lies: what came last, and the rest of the quarter of
// an hour in which a filter begins.

// tallies are the counts of what a filter selects.
type tallies struct {
	t             *store.Tx
	project       any   // its number; nil: all
	since         int64 // microseconds
	counted       int64 // the time up to which rows are counted
	quarters      int64 // the first quarter of an hour that the filter selects as a whole
	latest, begun stretch
}

// stretch is a time from one moment on and before another.
type stretch struct{ from, before int64 }

func talliesOf(t *store.Tx, project string, since time.Time) (*tallies, error) {
	s := &tallies{t: t, since: store.Never, quarters: store.Never}
	var err error
	if project != "" {
		if s.project, err = t.ProjectNumber(project); err != nil {
			return nil, err
		}
		if s.project == nil {
			s.project = -1 // nothing is known of it
		}
	}
	if !since.IsZero() {
		s.since = since.UnixMicro()
		s.quarters = ceil(s.since, store.QuarterSpan)
	}
	s.counted, err = store.TalliedUntil(t)
	s.latest = stretch{max(s.since, s.counted), math.MaxInt64}
	s.begun = stretch{s.since, min(s.quarters, s.counted)}
	return s, err
}

// floor and ceil are the beginning of the span in which a time is, and of the
// first that begins with it or later.
func floor(at int64, span time.Duration) int64 { return at - at%span.Microseconds() }

func ceil(at int64, span time.Duration) int64 { return floor(at+span.Microseconds()-1, span) }

// ofProject is the condition on a column with the number of a project that
// ?1 is, or anything if that is NULL.
func ofProject(column string) string { return " (?1 IS NULL OR " + column + " = ?1) " }

// sum is how many rows there are, and how long they took.
type sum struct {
	n    int
	took time.Duration
}

// sums is what rows come to, by what they are counted as.
type sums map[string]sum

// isRun reports whether what is counted as this is a run.
func isRun(what string) bool { return what != store.OutputTally && what != store.EditTally }

// sums sums up all runs, outputs and edits.
func (s *tallies) sums() (sums, error) {
	m := make(sums)
	return m, s.each(func(what string, _ int64, more sum) {
		m[what] = sum{m[what].n + more.n, m[what].took + more.took}
	})
}

// part is given what some rows come to: what they are counted as, and the number of
// their project.
type part func(what string, project int64, more sum)

func (do part) row(r store.Row) error {
	do(r.Text(0), r.Int64(3), sum{r.Int(1), time.Duration(r.Int64(2)) * time.Microsecond})
	return nil
}

// each hands over all runs, outputs and edits.
func (s *tallies) each(do part) error { return errors.Join(s.eachCounted(do), s.eachRow(do)) }

// eachCounted hands over what the store has counted: by days, and by quarters of an
// hour before the first and behind the last.
func (s *tallies) eachCounted(do part) error {
	days := stretch{ceil(s.quarters, store.DaySpan), floor(s.counted, store.DaySpan)}
	if s.quarters == store.Never {
		days.from = store.Never
	}
	days.before = max(days.from, days.before)
	counts := "SELECT what, sum(n), sum(took), project FROM tallies WHERE" + ofProject("project") + "AND span = ? AND number >= ? AND number < ? GROUP BY what, project"
	for _, in := range [...]struct {
		span time.Duration
		stretch
	}{
		{store.QuarterSpan, stretch{s.quarters, min(days.from, s.counted)}},
		{store.DaySpan, days},
		{store.QuarterSpan, stretch{days.before, s.counted}},
	} {
		span := in.span.Microseconds()
		if err := s.t.Each(counts, []any{s.project, span, in.from / span, in.before / span}, do.row); err != nil {
			return err
		}
	}
	return nil
}

// eachRow hands over the rows that the store has not counted.
func (s *tallies) eachRow(do part) error {
	for _, of := range [...]*store.Tallied{&store.TalliedRuns, &store.TalliedOutputs, &store.TalliedEdits} {
		rows := "SELECT " + of.What + ", 1, " + of.Took + ", " + of.Project + " FROM " + of.Name + " WHERE" + ofProject(of.Project) +
			"AND " + of.Time + " >= ? AND " + of.Time + " < ?"
		for _, in := range [...]stretch{s.begun, s.latest} {
			if err := s.t.Each(rows, []any{s.project, in.from, in.before}, do.row); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachQuarter hands over how many runs there are in each quarter of an hour, in
// one or more parts, the latest first, until do returns store.ErrEnough. Times are
// in a zone; nil is UTC.
func (s *tallies) eachQuarter(zone *time.Location, do func(at time.Time, runs, failed int) error) error {
	const failed = ", sum(CASE WHEN what = 'failed' OR what = 'masked' THEN n ELSE 0 END)"
	counted := "SELECT number, sum(n)" + failed + " FROM tallies WHERE" + ofProject("project") +
		"AND span = ? AND number >= ? AND number < ? AND what <> '" + store.OutputTally + "' AND what <> '" + store.EditTally + "' GROUP BY number ORDER BY number DESC"
	rows := "SELECT at / ?2, 1, " + bad + " FROM runs WHERE" + ofProject(store.TalliedRuns.Project) + "AND at >= ?3 AND at < ?4 ORDER BY at DESC"
	if zone == nil {
		zone = time.UTC
	}
	span, enough := store.QuarterSpan.Microseconds(), false
	for _, part := range [...]struct {
		sql string
		stretch
	}{
		{rows, s.latest},
		{counted, stretch{s.quarters / span, s.counted / span}},
		{rows, s.begun},
	} {
		if err := s.t.Each(part.sql, []any{s.project, span, part.from, part.before}, func(r store.Row) error {
			err := do(time.UnixMicro(r.Int64(0)*span).In(zone), r.Int(1), r.Int(2))
			enough = err == store.ErrEnough
			return err
		}); err != nil || enough {
			return err
		}
	}
	return nil
}

// sessions counts the sessions of which a run is selected.
func (s *tallies) sessions() (n int, err error) {
	var late int
	counted := "SELECT count(*) FROM (SELECT 1 FROM visits WHERE ?1 IS NULL AND last >= ?2 GROUP BY session)"
	if s.project != nil { // of which each session has one row
		counted = "SELECT count(*) FROM visits WHERE project = ?1 AND last >= ?2"
	}
	if _, err = s.t.One(counted, []any{s.project, s.since}, func(r store.Row) { n = r.Int(0) }); err != nil {
		return n, err
	}
	latest := "SELECT count(*) FROM (SELECT DISTINCT +session AS number FROM runs WHERE" + ofProject(store.TalliedRuns.Project) + `AND at >= ?3 AND +session IS NOT NULL)
		WHERE NOT EXISTS (SELECT 1 FROM visits WHERE session = number AND` + ofProject("project") + "AND last >= ?2)"
	_, err = s.t.One(latest, []any{s.project, s.since, s.latest.from}, func(r store.Row) { late = r.Int(0) })
	return n + late, err
}

// sessionsByProject counts the same by the numbers of the projects.
func (s *tallies) sessionsByProject() (map[int64]int, error) {
	m := make(map[int64]int)
	counts := "SELECT project, count(*) FROM (SELECT session, project FROM visits WHERE" + ofProject("project") + "AND last >= ?2 UNION SELECT +session, " +
		store.TalliedRuns.Project + " FROM runs WHERE" + ofProject(store.TalliedRuns.Project) + "AND at >= ?3 AND +session IS NOT NULL) GROUP BY project"
	return m, s.t.Each(counts, []any{s.project, s.since, s.latest.from}, func(r store.Row) error {
		m[r.Int64(0)] = r.Int(1)
		return nil
	})
}
