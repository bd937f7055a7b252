package webpage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestFold: whatever a bar stands for, nothing is lost and each time has its bar.
func TestFold(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	made := time.Date(2026, 11, 3, 9, 30, 0, 0, berlin)
	tests := []struct {
		name  string
		since time.Duration // before made, of the first hour
		from  time.Duration // of the page; 0: of the first hour
		daily bool
		by    string
		bars  int
		label string // of the first bar
	}{
		{"now", 0, 0, false, "hours", 1, "3 Nov 09:00"},
		{"two days", 48 * time.Hour, 0, false, "hours", 49, "1 Nov 09:00"},
		{"two days, with the hours before", 24 * time.Hour, 48 * time.Hour, false, "hours", 49, "1 Nov 09:00"},
		{"two days, of which only days are known", 48 * time.Hour, 0, true, "days", 3, "1 Nov 2026"},
		{"over the end of summer time", 30 * 24 * time.Hour, 0, false, "days", 31, "4 Oct 2026"},
		{"half a year", 180 * 24 * time.Hour, 0, false, "weeks", 27, "4 May 2026"},
		{"three years", 3 * 365 * 24 * time.Hour, 0, false, "months", 37, "Nov 2023"},
		{"a clock that was wrong", 60 * 365 * 24 * time.Hour, 0, false, "months", 721, "Nov 1966"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Page{Made: made, Daily: tt.daily}
			if tt.from > 0 {
				p.Since = made.Add(-tt.from)
			}
			first := made.Add(-tt.since).Truncate(time.Hour)
			sum := 0
			for i := 0; i < 1000; i++ {
				at := first.Add(time.Duration(i) * time.Hour)
				if at.After(made) {
					break
				}
				p.Hours = append(p.Hours, Hour{Hour: at, Runs: 1})
				sum++
			}
			by, bars := p.fold()
			if by.name != tt.by || len(bars) != tt.bars || bars[0].Hour.Format(by.label) != tt.label {
				t.Errorf("%d %s from %s", len(bars), by.name, bars[0].Hour.Format(by.label))
			}
			for _, b := range bars {
				sum -= b.Runs
			}
			if sum != 0 {
				t.Errorf("%d are lost", sum)
			}
		})
	}
}

func TestWords(t *testing.T) {
	got := []string{
		grouped(7), grouped(1234), grouped(1234567), grouped(-1234), percent(0, 0), percent(0, 9), percent(1, 1000), percent(999, 1000), percent(1, 3), percent(9, 9),
		lasting(0), lasting(59 * time.Second), lasting(61 * time.Minute), lasting(25 * time.Hour), lasting(48*time.Hour + time.Minute), counted(1, "fix", "fixes"), counted(2000, "fix", "fixes"),
		cut("äöü", 3), cut("äöü", 2), short("s1"), short("0a1b2c3d-0000-4000-8000-000000000000"),
	}
	want := []string{
		"7", "1,234", "1,234,567", "-1,234", "–", "0 %", "<1 %", ">99 %", "33 %", "100 %",
		"under 1 s", "59 s", "1 h 1 min", "1 d 1 h", "2 d", "1 fix", "2,000 fixes",
		"äöü", "äö … 2 more bytes", "s1", "0a1b2c3d…",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for n := 1; n < 5000; n++ {
		if top := roundUp(n); top < n || top%2 != 0 || top > 2*n+1 {
			t.Fatalf("the axis for %d ends at %d", n, top)
		}
	}
}

func TestParts(t *testing.T) {
	got := parts(10, of(0, "good"), of(5, "bad"), of(4, "care"))
	if diff := cmp.Diff([]part{{"good", 0, 0}, {"bad", 0, 500}, {"care", 500, 900}}, got, cmp.AllowUnexported(part{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := parts(0, of(0, "good")); got[0].to != 0 {
		t.Errorf("nothing is %+v", got)
	}
	c := Check{Spells: []Spell{{noon.Add(-10 * time.Hour), noon.Add(-9 * time.Hour)}, {noon.Add(-4 * time.Hour), noon.Add(-3*time.Hour - 59*time.Minute)}, {}}}
	want := []part{{"bad", 0, 100}, {"bad", 600, 606}}
	if diff := cmp.Diff(want, c.parts(noon.Add(-10*time.Hour), noon), cmp.AllowUnexported(part{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
