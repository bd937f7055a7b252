package report

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// DayCount is how much was run on a day.
type DayCount struct {
	Day       string // 2006-01-02
	Runs, Bad int
}

// countDays counts the latest days of a zone on which anything was run.
func countDays(s *tallies, a *Activity, zone *time.Location, most int) error {
	err := s.eachQuarter(zone, func(at time.Time, runs, failed int) error {
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
	s, err := talliesOf(t, f.Project, f.Since)
	if err != nil {
		return nil, err
	}
	err = s.eachQuarter(f.Zone, func(at time.Time, runs, failed int) error {
		hour := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), 0, 0, 0, at.Location())
		if n := len(list); n == 0 || !list[n-1].Hour.Equal(hour) {
			list = append(list, HourCount{Hour: hour})
		}
		last := &list[len(list)-1]
		last.Runs += runs
		last.Bad += failed
		return nil
	})
	slices.Reverse(list)
	return list, err
}
