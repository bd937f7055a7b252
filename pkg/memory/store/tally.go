package store

import (
	"math"
	"slices"
	"time"
)

// This file counts runs, outputs and edits by quarters of an hour and by days,
// so that what is asked of all of them is answered without reading them. Hooks
// do not count: maintenance does, up to an hour ago, and what came since is
// counted where it lies. What is added or removed before that time changes the
// counts in the same transaction.

// The spans that are counted. Every time zone is whole quarters of an hour from
// UTC, so that none is on two days.
const (
	QuarterSpan = 15 * time.Minute
	DaySpan     = 24 * time.Hour
)

// What is counted beside the outcomes of runs.
const (
	OutputTally = "output"
	EditTally   = "edit"
)

// Tallied is a table whose rows are counted.
type Tallied struct {
	Name    string
	Time    string // the column that is the key
	What    string // an expression: what a row is counted as
	Took    string // an expression: how long a row took
	Project string // an expression: the number of the project; 0: none
}

// The tables whose rows are counted.
var (
	TalliedRuns    = Tallied{Runs.name, "at", "outcome", "coalesce(took, 0)", "coalesce(project, 0)"}
	TalliedOutputs = Tallied{"outputs", "run", "'" + OutputTally + "'", "0", "0"}
	TalliedEdits   = Tallied{Edits.name, "at", "'" + EditTally + "'", "0", "coalesce(project, 0)"}
)

// talliedUntil is the counter that says how far the counts go.
const talliedUntil = "tallied_until"

// Never is before everything that happened, in microseconds since 1970.
const Never = math.MinInt64 / 2

// tallier keeps the counts right in a transaction.
type tallier struct{ *Tx }

// TalliedUntil returns the time up to which rows are counted, or Never.
func TalliedUntil(t *Tx) (until int64, err error) {
	if t.tallied == nil {
		until = Never
		if _, err := t.db.one("SELECT n FROM counters WHERE name = ?", []any{talliedUntil}, func(r Row) { until = r.Int64(0) }); err != nil {
			return until, err
		}
		t.tallied = &until
	}
	return *t.tallied, nil
}

// tally adds the rows of a table that a condition selects to its counts, or
// with -1 takes them away.
func (t tallier) tally(of *Tallied, sign int, where string, args ...any) error {
	until, err := TalliedUntil(t.Tx)
	if err != nil || until == Never {
		return err
	}
	count := "INSERT INTO tallies (span, number, project, what, n, took) SELECT ?1, " + of.Time + " / ?1, " + of.Project + ", " + of.What +
		", ?2 * count(*), ?2 * sum(" + of.Took + ") FROM " + of.Name + " WHERE " + of.Time + " < ?3 AND " + where +
		" GROUP BY 2, 3, 4 ON CONFLICT DO UPDATE SET n = n + excluded.n, took = took + excluded.took"
	number := "(" + of.Time + ") / ?1 FROM " + of.Name + " WHERE " + where + ")"
	clear := "DELETE FROM tallies WHERE span = ?1 AND number BETWEEN (SELECT min" + number + " AND (SELECT max" + number + " AND n = 0"
	for _, span := range [...]time.Duration{QuarterSpan, DaySpan} {
		if _, err := t.db.run(count, slices.Concat([]any{span.Microseconds(), sign, until}, args)...); err != nil {
			return err
		}
		if sign > 0 {
			continue
		}
		if _, err := t.db.run(clear, slices.Concat([]any{span.Microseconds()}, args, args)...); err != nil {
			return err
		}
	}
	return nil
}

// visit notes in which projects sessions ran the commands that a condition
// selects.
func (t tallier) visit(where string, args ...any) error {
	until, err := TalliedUntil(t.Tx)
	if err != nil {
		return err
	}
	visits := "INSERT INTO visits (session, project, last) SELECT session, coalesce(project, 0), max(at) FROM runs WHERE at < ?1 AND session IS NOT NULL AND " +
		where + " GROUP BY 1, 2 ON CONFLICT DO UPDATE SET last = max(last, excluded.last)"
	_, err = t.db.run(visits, append([]any{until}, args...)...)
	return err
}

// late counts a new row, with others, if it is older than what is counted.
func (t tallier) late(at int64, tables ...*Tallied) error {
	if time.Since(moment(at)) < lateRun {
		return nil
	}
	if until, err := TalliedUntil(t.Tx); err != nil || at >= until {
		return err
	}
	for _, of := range tables {
		if err := t.tally(of, 1, of.Time+" = ?", at); err != nil {
			return err
		}
		if of == &TalliedRuns {
			if err := t.visit("at = ?", at); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove removes the rows of a table that a condition selects, with what
// belongs to them and is kept elsewhere, and returns how many.
func (t tallier) remove(table, where string, args ...any) (int, error) {
	switch table {
	case "runs":
		return t.removeRuns(where, args...)
	case "edits":
		return t.removeEdits(where, args...)
	}
	return t.db.run("DELETE FROM "+table+" WHERE "+where, args...)
}

// removeRuns removes the runs that a condition selects, with their outputs,
// words and counts, and returns how many.
func (t tallier) removeRuns(where string, args ...any) (removed int, err error) {
	var sessions []int64
	if err := t.db.each("SELECT DISTINCT session FROM runs WHERE session IS NOT NULL AND "+where, args, func(r Row) error {
		sessions = append(sessions, r.Int64(0))
		return nil
	}); err != nil {
		return 0, err
	}
	ofRuns := " IN (SELECT at FROM runs WHERE " + where + ")"
	if _, err := t.db.run("DELETE FROM found WHERE rowid"+ofRuns, args...); err != nil {
		return 0, err
	}
	if _, err := t.removeOutputs("run"+ofRuns, args...); err != nil {
		return 0, err
	}
	if err := t.tally(&TalliedRuns, -1, where, args...); err != nil {
		return 0, err
	}
	if removed, err = t.db.run("DELETE FROM runs WHERE "+where, args...); err != nil {
		return removed, err
	}
	for _, session := range sessions {
		if _, err := t.db.run("DELETE FROM visits WHERE session = ?", session); err != nil {
			return removed, err
		}
		if err := t.visit("session = ?", session); err != nil {
			return removed, err
		}
	}
	return removed, nil
}

// removeOutputs removes the outputs that a condition selects, and their counts.
func (t tallier) removeOutputs(where string, args ...any) (removed int, err error) {
	if err := t.tally(&TalliedOutputs, -1, where, args...); err != nil {
		return 0, err
	}
	return t.db.run("DELETE FROM outputs WHERE "+where, args...)
}

// removeEdits removes the edits that a condition selects, and their counts.
func (t tallier) removeEdits(where string, args ...any) (removed int, err error) {
	if err := t.tally(&TalliedEdits, -1, where, args...); err != nil {
		return 0, err
	}
	return t.db.run("DELETE FROM edits WHERE "+where, args...)
}

// forget removes all counts: they begin anew.
func (t tallier) forget() error {
	t.tallied = nil
	return t.db.script("DELETE FROM tallies; DELETE FROM visits; DELETE FROM counters WHERE name = '" + talliedUntil + "'")
}

// next counts about so many runs that are not counted yet, and reports
// whether there are more.
func (t tallier) next(now time.Time, most int) (more bool, err error) {
	from, err := TalliedUntil(t.Tx)
	if err != nil {
		return false, err
	}
	span := QuarterSpan.Microseconds()
	end := now.Add(-lateRun).UnixMicro() / span * span
	if from > end { // the clock was set back, and what is counted may have changed since
		return true, t.forget()
	}
	to := end
	if more, err = t.db.one("SELECT at FROM runs WHERE at >= ? AND at < ? ORDER BY at LIMIT 1 OFFSET ?", []any{from, end, most}, func(r Row) {
		to = min(end, (r.Int64(0)/span+1)*span)
	}); err != nil || from == to {
		return false, err
	}
	if _, err := t.db.run("INSERT OR REPLACE INTO counters (name, n) VALUES (?, ?)", talliedUntil, to); err != nil {
		return false, err
	}
	t.tallied = &to
	for _, of := range [...]*Tallied{&TalliedRuns, &TalliedOutputs, &TalliedEdits} {
		if err := t.tally(of, 1, of.Time+" >= ?", from); err != nil {
			return false, err
		}
	}
	return more, t.visit("at >= ?", from)
}
