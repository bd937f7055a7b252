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
	err := eachQuarter(t, w, zone, "DESC", func(at time.Time, runs, failed int) error {
		day := at.Format(time.DateOnly)
		if n := len(a.Days); n == 0 || a.Days[n-1].Day != day {
			if n == most {
				return store.ErrEnough
			}
			a.Days = append(a.Days, DayCount{Day: day})
		}
		last := &a.Days[len(a.Days)-1]
		last.Runs += runs
		last.Bad += failed
		return nil
	})
	slices.Reverse(a.Days)
	return err
}

// HourCount is how much was run in an hour.
type HourCount struct {
	Hour      time.Time
	Runs, Bad int
}

// Hours counts the hours of a zone in which a filter selects any run, the first
// one first.
func Hours(t *store.Tx, f ActivityFilter) (list []HourCount, err error) {
	var w store.Conditions
	if err := f.ofRuns(t, &w); err != nil {
		return nil, err
	}
	err = eachQuarter(t, w, f.Zone, "ASC", func(at time.Time, runs, failed int) error {
		hour := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), 0, 0, 0, at.Location())
		if n := len(list); n == 0 || !list[n-1].Hour.Equal(hour) {
			list = append(list, HourCount{Hour: hour})
		}
		last := &list[len(list)-1]
		last.Runs += runs
		last.Bad += failed
		return nil
	})
	return list, err
}

// eachQuarter counts the runs of each quarter of an hour that has any.
func eachQuarter(t *store.Tx, w store.Conditions, zone *time.Location, order string, do func(at time.Time, runs, failed int) error) error {
	if zone == nil {
		zone = time.UTC
	}
	sql := "SELECT at / ?, count(*), sum(" + bad + ") FROM runs" + w.SQL() + " GROUP BY 1 ORDER BY 1 " + order
	return t.Each(sql, append([]any{quarter.Microseconds()}, w.Args...), func(r store.Row) error {
		return do(time.UnixMicro(r.Int64(0)*quarter.Microseconds()).In(zone), r.Int(1), r.Int(2))
	})
}
