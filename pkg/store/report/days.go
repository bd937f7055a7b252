package report

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/store"
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
func countDays(t *store.Tx, a *Activity, w store.Conditions, zone *time.Location, most int) error {
	sql := "SELECT at / ?, count(*), sum(" + bad + ") FROM runs" + w.SQL() + " GROUP BY 1 ORDER BY 1 DESC"
	if zone == nil {
		zone = time.UTC
	}
	err := t.Each(sql, append([]any{quarter.Microseconds()}, w.Args...), func(r store.Row) error {
		day := time.UnixMicro(r.Int64(0) * quarter.Microseconds()).In(zone).Format(time.DateOnly)
		if n := len(a.Days); n == 0 || a.Days[n-1].Day != day {
			if n == most {
				return store.ErrEnough
			}
			a.Days = append(a.Days, DayCount{Day: day})
		}
		last := &a.Days[len(a.Days)-1]
		last.Runs += r.Int(1)
		last.Bad += r.Int(2)
		return nil
	})
	slices.Reverse(a.Days)
	return err
}
