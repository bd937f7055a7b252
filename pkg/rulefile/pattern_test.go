package rulefile

import (
	"errors"
	"strings"
	"testing"
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
		{"look-behind of any length", `(?<=sudo\s+)rm`, "sudo   rm", true},
		{"look-behind between", `(?<!a|bb)c`, "xbbc ac", false},
		{"look-ahead within look-behind", `(?<=a(?!bb)b?)c`, "abc", true},
		{"what an atomic group has, it keeps", `(?>a+)ab`, "aaab", false},
		{"back reference by name", `(?<q>['"]).*\k<q>`, `x "y'`, false},
		{"groups with names count last", `(?<b>x)(y)\1(?=z)`, "xyyz", true},
		{"back reference in any case", `(?i)(rm) \1`, "RM rm", true},
		{"back reference to itself", `(?:([ab]|\1)){2}c`, "abc", true},
		{"back reference to nothing", `(?:(a)|b)\1`, "bb", false},
		{"flag within look-ahead", `rm(?=(?i: -RF))`, "rm -rf", true},
		{"flag from outside", `(?i)rm(?= -RF)`, "RM -rf", true},
		{"blanks and comments", "(?x) r m  # remove\n (?= \\s )", "rm x", true},
		{"unnamed groups do not capture", `(?n)(a)(?<q>b)\1(?=c)`, "abbc", true},
		{"comment", `rm(?#remove)(?= )`, "rm x", true},
		{"escapes", `\cA\e\u0041[\e\b]\y\101(?=b)`, "\x01\x1bA\bybAb", false},
		{"escapes, too", `\cA\e\u0041[\e\b]\y\101(?=b)`, "\x01\x1bA\byAb", true},
		{"literal text", `\Qa(?=b\E(?=c)`, "a(?=bc", true},
		{"a loop that matches nothing", `(?:(?=a)|b*)*c(?=d)`, "bacd", true},
		{"alternatives of look-ahead", `^(?!a|b)|(?=c)`, "bc", true},
		{"not UTF-8", `rm(?= )`, "\xff rm \xfe", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var m Matcher
			got, err := m.Match(tc.pattern, tc.text)
			if got != tc.want || err != nil {
				t.Errorf("got %v, %v; want %v", got, err, tc.want)
			}
			if got := m.Hit(tc.pattern, tc.text); got != tc.want {
				t.Errorf("Hit is %v", got)
			}
		})
	}
}

func TestCheckPattern(t *testing.T) {
	for _, tc := range []struct{ name, pattern, want string }{
		{"good", `rm -rf`, ""},
		{"good for backtracking alone", `a(?=b)`, ""},
		{"empty", ``, "an empty pattern matches everything"},
		{"parenthesis", `a(`, "pattern \"a(\": error parsing regexp: missing closing ): `a(`"},
		{"neither engine", `a(?=b`, "pattern \"a(?=b\": error parsing regexp: missing closing ): `a(?=b`"},
		{"too many parentheses", `a(?=b))`, "pattern \"a(?=b))\": error parsing regexp: unexpected ): `a(?=b))`"},
		{"no such group", `(a)\2`, `pattern "(a)\\2": no group 2`},
		{"a set less another", `[a-z-[b]](?=c)`, `pattern "[a-z-[b]](?=c)": a set of characters less another`},
		{"a name twice", `(?<n>a)(?<n>b)(?=c)`, "pattern \"(?<n>a)(?<n>b)(?=c)\": error parsing regexp: invalid named capture: `(?<n>b)(?=c)`"},
		{"a condition", `(?(1)a|b)`, "pattern \"(?(1)a|b)\": error parsing regexp: invalid or unsupported Perl syntax: `(?(`"},
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

// A pattern that takes too many steps on a short text is given up, the patterns
// after it still get their turn, and all of them together stay in bounds.
func TestMatchIsBounded(t *testing.T) {
	const slow = `((?:[^|;&]*\s)*)--force\1`
	blanks := strings.Repeat(" ", 40)
	var m Matcher
	if _, err := m.Match(slow, blanks); !errors.Is(err, ErrBound) {
		t.Fatalf("got %v, want the bound", err)
	}
	if !m.Hit(slow, blanks) {
		t.Error("what could not be decided got past the rule")
	}
	if ok, err := m.Match(`rm(?= )`, "rm x"); !ok || err != nil {
		t.Errorf("the pattern after it: %v, %v", ok, err)
	}
	for range 50 {
		m.Match(slow, blanks)
	}
	if _, err := m.Match(`rm(?= )`, "rm x"); !errors.Is(err, ErrBound) {
		t.Errorf("with nothing left: got %v, want the bound", err)
	}
	if ok, err := m.Match(`rm`, "rm x"); !ok || err != nil {
		t.Errorf("a linear pattern takes no steps: %v, %v", ok, err)
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

// Where a place that failed is not tried again, nested loops take few steps.
func TestMatchWithoutReferencesIsShort(t *testing.T) {
	b, err := readDialect(`(?!x)(?:[^|;&]*\s)*--force`)
	if err != nil {
		t.Fatal(err)
	}
	if ok, steps := b.match([]rune(strings.Repeat(" ", 1000)), allMatches); ok || steps > 20_000 {
		t.Errorf("%v after %d steps", ok, steps)
	}
}

// FuzzMatch also holds backtracking against the standard library, where both can
// say the pattern.
func FuzzMatch(f *testing.F) {
	f.Add(`rm(?= )`, "rm x")
	f.Add(`(?<a>.)\k<a>`, "aa")
	f.Add(`[[:alpha:]-[a]]`, "b")
	f.Add(`(?:(a|b*)*c)?(?i:D{2,3})$`, "bacdD")
	f.Add(`((?<=(?>a*)\Ab)|\2())*`, "\xff aab")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		var m Matcher
		got, err := m.Match(pattern, text)
		if bad := CheckPattern(pattern); (bad != nil) != (err != nil && !errors.Is(err, ErrBound)) {
			t.Errorf("check %v, match %v", bad, err)
		}
		if p := m.get(pattern); err == nil && p.linear != nil && len(text) < 1000 && p.size < 1000 {
			b, err := readDialect(pattern)
			if err != nil {
				return
			}
			if ok, steps := b.match([]rune(text), oneMatch); steps <= oneMatch && ok != got {
				t.Errorf("backtracking says %v, the standard library %v", ok, got)
			}
		}
	})
}
