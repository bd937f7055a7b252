package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// parseDuration reads a duration as people write it: 30m, 1h30m, 2d, 1w.
func parseDuration(s string) (time.Duration, error) {
	err := fmt.Errorf("%s is not a duration", quote(s))
	unit := time.Duration(0)
	switch {
	case strings.HasSuffix(s, "d"):
		unit = day
	case strings.HasSuffix(s, "w"):
		unit = 7 * day
	}
	if unit == 0 {
		d, bad := time.ParseDuration(s)
		if bad != nil || d <= 0 {
			return 0, err
		}
		return d, nil
	}
	const most = 10 * 365
	n, bad := strconv.Atoi(s[:len(s)-1])
	if bad != nil || n <= 0 || n > most {
		return 0, err
	}
	return time.Duration(n) * unit, nil
}

// clock says a time as one would say it now: without the date when that is
// today's.
func clock(now, t time.Time) string {
	if local := t.Local(); local.Format(time.DateOnly) == now.Local().Format(time.DateOnly) {
		return local.Format("15:04")
	}
	return minute(t)
}

// minute is a time as lists show it.
func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// shortly is a duration as people say it.
func shortly(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
