package store

import (
	"strconv"
	"time"
)

// Day sums up the rows of a table in a day in UTC, so that a copy elsewhere can be
// compared with it. Two days with the same sums have the same rows: a time is the
// key of a row.
type Day struct {
	Start time.Time
	Rows  int
	Times int64 // the sum of their times of day
	Open  int   // runs whose outcome is not known, which may change
}

const microsecondsPerDay = 24 * 60 * 60 * 1_000_000

// Days sums up the rows of a table from a time on and before another, the
// earliest day first. Only tables whose key is a time have days.
func (tb *Table[T]) Days(t *Tx, from, before time.Time) (list []Day, err error) {
	open := "0"
	if tb.name == Runs.name {
		open = "sum(outcome = 'unknown')"
	}
	day := strconv.Itoa(microsecondsPerDay)
	clock := "((at % " + day + ") + " + day + ") % " + day // before 1970, too
	sums := "SELECT at - " + clock + ", count(*), sum(" + clock + "), " + open + " FROM " + tb.name + " WHERE at >= ? AND at < ? GROUP BY 1 ORDER BY 1"
	err = t.db.each(sums, []any{from.UnixMicro(), before.UnixMicro()}, func(r Row) error {
		list = append(list, Day{moment(r.Int64(0)), r.Int(1), r.Int64(2), r.Int(3)})
		return nil
	})
	return list, err
}

// Page returns at most so many rows from a time on and before another, the
// earliest first. Only tables whose key is a time have pages.
func (tb *Table[T]) Page(t *Tx, from, before time.Time, most int) ([]T, error) {
	return tb.Select(t, " WHERE at >= ? AND at < ? ORDER BY at LIMIT ?", from.UnixMicro(), before.UnixMicro(), most)
}
