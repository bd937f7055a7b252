package git

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSortedPatterns: of many patterns the one that decides is the last that matches,
// as it is when all are tried one after the other.
func TestSortedPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		return []string{"a", "b", "a.b", ".b", "c.a.b", "ab", "build", "", "*", "*.b", "*.a.b", "a*", "**", "[ab]", "?", `\a`, "*.[ab]"}[r.IntN(17)]
	}
	name := func() string {
		parts := make([]string, 1+r.IntN(3))
		for i := range parts {
			parts[i] = []string{"a", "b", "a.b", ".b", "c.a.b", "ab", "build", "aab"}[r.IntN(8)]
		}
		return strings.Join(parts, "/")
	}
	decided := 0
	for range 300 {
		var text strings.Builder
		for range manyPatterns + r.IntN(40) {
			line := word()
			for range r.IntN(3) {
				line += "/" + word()
			}
			line = []string{"", "", "!", "/", "**/"}[r.IntN(5)] + line + []string{"", "", "/"}[r.IntN(3)]
			text.WriteString(line + "\n")
		}
		l, err := parsePatterns("", text.String())
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			name, dir, steps := name(), r.IntN(2) == 0, maxMatching
			var want *pattern
			for i := range l.patterns {
				if p := &l.patterns[i]; (dir || !p.dirs) && p.match(name, &steps) {
					want = p
				}
			}
			if len(l.patterns) < manyPatterns {
				continue
			}
			if want != nil {
				decided++
			}
			if got := l.match(name, dir, &steps); got != want {
				t.Fatalf("%q (directory: %v): %v, want %v of\n%s", name, dir, got, want, text.String())
			}
		}
	}
	if decided < 1000 {
		t.Errorf("only %d names were decided", decided)
	}
}

// Lines may end as on Windows: the carriage return belongs to no pattern.
func TestPatternsOfWindows(t *testing.T) {
	l, err := parsePatterns("", "\ufeff*.log\r\nbuild/\r\n\r\n# note\r\n!keep.log\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(l.patterns) != 3 {
		t.Errorf("%d patterns, want 3", len(l.patterns))
	}
	for _, tt := range []struct {
		name    string
		dir     bool
		ignored bool
	}{
		{"a.log", false, true},
		{"build", true, true},
		{"build", false, false},
		{"keep.log", false, false},
		{"a.log\r", false, false},
	} {
		steps := maxMatching
		p := l.match(tt.name, tt.dir, &steps)
		if got := p != nil && !p.not; got != tt.ignored {
			t.Errorf("%q (directory: %t): ignored %t", tt.name, tt.dir, got)
		}
	}
}
