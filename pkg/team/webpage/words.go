package webpage

import (
	"strconv"
	"time"
)

// grouped writes a number with its digits in groups of three.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted is a number of things.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// percent is a part of a whole. One that is not nothing is not 0 %, and one that is
// not all is not 100 %.
func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	p := (200*n/of + 1) / 2
	switch {
	case n > 0 && p == 0:
		return "<1 %"
	case n < of && p == 100:
		return ">99 %"
	}
	return strconv.Itoa(p) + " %"
}

// minute is a time as tables show it.
func minute(t time.Time) string { return t.Format("2006-01-02 15:04") }

// day is a day as sentences name it.
func day(t time.Time) string { return t.Format("2 January 2006") }

// lasting is a duration in its two largest units.
func lasting(d time.Duration) string {
	units := [...]struct {
		name string
		of   time.Duration
	}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}}
	for i, u := range units {
		n := d / u.of
		if n == 0 {
			continue
		}
		s := grouped(int(n)) + " " + u.name
		if i+1 < len(units) {
			if rest := (d - n*u.of) / units[i+1].of; rest > 0 {
				s += " " + strconv.Itoa(int(rest)) + " " + units[i+1].name
			}
		}
		return s
	}
	return "under 1 s"
}
