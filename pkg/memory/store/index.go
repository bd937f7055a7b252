package store

import (
	"errors"
	"slices"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// IndexText returns the text by which a run is found: what was typed, and what
// failed.
func IndexText(r *memory.Run) string {
	var b strings.Builder
	b.WriteString(r.Command.String())
	for _, e := range r.Errors {
		b.WriteString("\n" + e.Line.String())
	}
	if c := r.Check; c != nil {
		b.WriteString("\n" + c.Tool + "\n" + c.Lines.String())
		for _, name := range slices.Concat(c.Tests, c.Files) {
			b.WriteString("\n" + name.String())
		}
	}
	const most = 8 << 10
	s := b.String()
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}

// The counter that says how far the index has come.
const foundUntil = "found_until"

// IndexedUntil returns the time of the last run that the index has.
func IndexedUntil(t *Tx) (until int64, err error) {
	_, err = t.db.one("SELECT n FROM counters WHERE name = ?", []any{foundUntil}, func(r Row) { until = r.Int64(0) })
	return until, err
}

// lateRun is the age from which a new run may be older than what the index and
// the counts have, because it waited in the spool or was imported. Younger runs
// that come late are found because indexing looks back this far.
const lateRun = time.Hour

// unfind lets the index look again from a run that came late.
func unfind(t *Tx, at int64) error {
	if time.Since(moment(at)) < lateRun {
		return nil
	}
	_, err := t.db.run("UPDATE counters SET n = min(n, ?) WHERE name = ?", at-1, foundUntil)
	return err
}

// index adds at most so many runs that are not in the index yet, and returns
// how many. It looks them up in the table behind the index, which costs a
// tenth of a query of the index.
func index(t *Tx, after int64, most int) (last int64, added int, err error) {
	last = after
	var texts []string
	var at []int64
	const todo = " WHERE at > ? AND NOT EXISTS (SELECT 1 FROM found_docsize WHERE id = runs.at) ORDER BY at LIMIT ?"
	err = Runs.each(t, todo, []any{after, most}, func(run *memory.Run) error {
		last = run.Start.UnixMicro()
		at, texts = append(at, last), append(texts, IndexText(run))
		return nil
	})
	if err != nil {
		return last, 0, err
	}
	for i := range at {
		if _, err := t.db.run("INSERT INTO found (rowid, text) VALUES (?, ?)", at[i], texts[i]); err != nil {
			return last, added, err
		}
		added++
	}
	_, err = t.db.run("INSERT INTO counters (name, n) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET n = max(n, excluded.n)", foundUntil, last)
	return last, added, err
}

// IndexDamaged reports whether a query failed because the index is damaged.
func IndexDamaged(err error) bool {
	var f *fault
	return errors.As(err, &f) && f.code == sqlite3.SQLITE_CORRUPT_VTAB
}
