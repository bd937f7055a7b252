package rulefile

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestMatch(t *testing.T) {
	for _, tc := range []struct {
		name, pattern, text string
		want                bool
	}{
		{"plain", `rm\s+-rf`, "sudo rm  -rf /", true},
		{"plain miss", `^rm`, "sudo rm", false},
		{"look-ahead", `git push(?!.*--force-with-lease).*--force`, "git push --force", true},
		{"look-ahead miss", `git push(?!.*--force-with-lease).*--force`, "git push --force-with-lease", false},
		{"look-behind", `(?<!echo )rm -rf`, "rm -rf x", true},
		{"look-behind miss", `(?<!echo )rm -rf`, "echo rm -rf x", false},
		{"back reference", `(\w+) \1`, "rm rm", true},
		{"atomic group", `(?>a+)b`, "aab", true},
		{"dialect of both engines", `(?P<cmd>rm)(?= )`, "rm x", true},
		{"not UTF-8", `rm(?= )`, "\xff rm \xfe", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var m Matcher
			got, err := m.Match(tc.pattern, tc.text)
			if got != tc.want || err != nil {
				t.Errorf("got %v, %v; want %v", got, err, tc.want)
			}
			if got := m.Hit(tc.pattern, tc.text, true); got != tc.want {
				t.Errorf("Hit is %v", got)
			}
		})
	}
}

func TestCheckPattern(t *testing.T) {
	for _, tc := range []struct{ name, pattern, want string }{
		{"good", `rm -rf`, ""},
		{"good for regexp2 alone", `a(?=b)`, ""},
		{"empty", ``, "an empty pattern matches everything"},
		{"parenthesis", `a(`, "pattern \"a(\": error parsing regexp: missing closing ): `a(`"},
		{"neither engine", `a(?=b`, "pattern \"a(?=b\": error parsing regexp: missing closing ) in `a(?=b`"},
		{"repeats", strings.Repeat(`(?:.{30}){30}`, 30), `pattern "(?:.{30}){30}(?:.{30}){30}(?:.{30}){30}(…" repeats too much`},
		{"long", strings.Repeat("x", maxPattern+1), "a pattern of 2049 bytes, more than 2048"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := text(CheckPattern(tc.pattern)); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

// A pattern that takes seconds on a short text is given up, the patterns
// after it still get their turn, and all of them together stay in bounds.
func TestMatchIsBounded(t *testing.T) {
	const slow = `(?!x)(?:[^|;&]*\s)*--force`
	blanks := strings.Repeat(" ", 40)
	var m Matcher
	start := time.Now()
	if _, err := m.Match(slow, blanks); !errors.Is(err, ErrBound) {
		t.Fatalf("got %v, want the bound", err)
	}
	if ok, err := m.Match(`rm(?= )`, "rm x"); !ok || err != nil {
		t.Errorf("the pattern after it: %v, %v", ok, err)
	}
	m.Begin()
	if !m.Hit(slow, blanks, true) || m.Hit(slow, blanks, false) {
		t.Error("what could not be decided is not what is given for it")
	}
	for range 50 {
		m.Match(slow, blanks)
	}
	if _, err := m.Match(`rm(?= )`, "rm x"); !errors.Is(err, ErrBound) {
		t.Errorf("with nothing left: got %v, want the bound", err)
	}
	if ok, err := m.Match(`rm`, "rm x"); !ok || err != nil {
		t.Errorf("a linear pattern needs no clock: %v, %v", ok, err)
	}
	if took := time.Since(start); took > 20*allMatches {
		t.Errorf("all matches took %v", took)
	}
	m.Begin()
	if ok, err := m.Match(`rm(?= )`, "rm x"); !ok || err != nil {
		t.Errorf("after Begin: %v, %v", ok, err)
	}
}

func TestLinearMatchIsBounded(t *testing.T) {
	pattern := strings.Repeat(`(?:.{30}){30}`, 10) + "x"
	var m Matcher
	if _, err := m.Match(pattern, strings.Repeat("y", 100)); err != nil {
		t.Errorf("a short text: %v", err)
	}
	if _, err := m.Match(pattern, strings.Repeat("y", 64<<10)); !errors.Is(err, ErrBound) {
		t.Errorf("got %v, want the bound", err)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(`rm(?= )`, "rm x")
	f.Add(`(?<a>.)\k<a>`, "aa")
	f.Add(`[[:alpha:]-[a]]`, "b")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		var m Matcher
		_, err := m.Match(pattern, text)
		if bad := CheckPattern(pattern); (bad != nil) != (err != nil && !errors.Is(err, ErrBound)) {
			t.Errorf("check %v, match %v", bad, err)
		}
	})
}

// Many matches that are each within the bound are not together.
func TestLinearMatchesAreBoundedTogether(t *testing.T) {
	text := strings.Repeat("y", 64<<10)
	var m Matcher
	n := 0
	for ; n < 1000 && m.Hit("y", text, false); n++ {
	}
	if n == 0 || n == 1000 {
		t.Errorf("given up after %d matches", n)
	}
	m.Begin()
	if !m.Hit("y", text, false) {
		t.Error("after Begin there is no match")
	}
}
