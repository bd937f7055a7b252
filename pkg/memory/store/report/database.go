package report

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Database says what is in the database, and how it is.
type Database struct {
	Rows    []TableRows
	Oldest  time.Time // of the runs; zero when there are none
	Newest  time.Time
	Unfound int // runs that are not in the index yet
	Used    int64
	Free    int64 // bytes of the file that nothing is on
	Counts  map[string]int
}

// TableRows is how many rows a table has.
type TableRows struct {
	Table string
	Rows  int
}

// DescribeDatabase says what is in the database, and how it is.
func DescribeDatabase(t *store.Tx) (st Database, err error) {
	counts, err := countRows(t)
	if err != nil {
		return st, err
	}
	for _, table := range [...]string{"projects", "sessions", "runs", "outputs", "edits", "commands", "tasks", "lessons", "preferences", "episodes", "advice", "decisions"} {
		rows := TableRows{Table: table}
		var counted bool
		if rows.Rows, counted = counts[table]; !counted {
			if _, err := t.One("SELECT count(*) FROM "+table, nil, func(r store.Row) { rows.Rows = r.Int(0) }); err != nil {
				return st, err
			}
		}
		st.Rows = append(st.Rows, rows)
	}
	for to, order := range map[*time.Time]string{&st.Oldest: "ASC", &st.Newest: "DESC"} {
		if _, err := t.One("SELECT at FROM runs ORDER BY at "+order+" LIMIT 1", nil, func(r store.Row) { *to = r.Time(0) }); err != nil {
			return st, err
		}
	}
	until, err := store.IndexedUntil(t)
	if err != nil {
		return st, err
	}
	if _, err := t.One("SELECT count(*) FROM runs WHERE at > ?", []any{until}, func(r store.Row) { st.Unfound = r.Int(0) }); err != nil {
		return st, err
	}
	pages, free, size, err := t.Pages()
	if err != nil {
		return st, err
	}
	st.Used, st.Free = (pages-free)*size, free*size
	st.Counts, err = store.HealthCounts(t)
	return st, err
}

// countRows returns the number of rows of the tables that grow fastest.
func countRows(t *store.Tx) (map[string]int, error) {
	s, err := talliesOf(t, "", time.Time{})
	if err != nil {
		return nil, err
	}
	counts := make(map[string]int)
	if err := s.eachCounted(func(what string, _ int64, more sum) {
		switch what {
		case store.OutputTally:
			counts[store.TalliedOutputs.Name] += more.n
		case store.EditTally:
			counts[store.TalliedEdits.Name] += more.n
		default:
			counts[store.TalliedRuns.Name] += more.n
		}
	}); err != nil {
		return nil, err
	}
	for _, of := range [...]*store.Tallied{&store.TalliedRuns, &store.TalliedOutputs, &store.TalliedEdits} {
		rest := "SELECT count(*) FROM " + of.Name + " WHERE " + of.Time + " >= ?"
		if _, err := t.One(rest, []any{s.latest.from}, func(r store.Row) { counts[of.Name] += r.Int(0) }); err != nil {
			return nil, err
		}
	}
	return counts, nil
}
