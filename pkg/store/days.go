package store

import (
	"slices"
	"time"
)

// DayCount is how much was run on a day.
type DayCount struct {
	Day       string // 2006-01-02
	Runs, Bad int
}

// quarter is what runs are counted by first: every zone is whole quarters of
// an hour from UTC, so that none is on two days.
const quarter = 15 * time.Minute

// countDays counts the latest days of a zone on which anything was run.
func (t *Tx) countDays(a *Activity, w where, zone *time.Location, most int) error {
	sql := "SELECT at / ?, count(*), sum(" + bad + ") FROM runs" + w.text() + " GROUP BY 1 ORDER BY 1 DESC"
	if zone == nil {
		zone = time.UTC
	}
	err := t.db.each(sql, append([]any{quarter.Microseconds()}, w.args...), func(r row) error {
		day := time.UnixMicro(r.integer(0) * quarter.Microseconds()).In(zone).Format(time.DateOnly)
		if n := len(a.Days); n == 0 || a.Days[n-1].Day != day {
			if n == most {
				return errEnough
			}
			a.Days = append(a.Days, DayCount{Day: day})
		}
		last := &a.Days[len(a.Days)-1]
		last.Runs += r.int(1)
		last.Bad += r.int(2)
		return nil
	})
	slices.Reverse(a.Days)
	return err
}
