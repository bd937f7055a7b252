package diagnose

import (
	"slices"
	"strconv"
	"strings"
)

// Tally is how many tests an output speaks of, in the words of whatever tool: 0 where it
// does not.
type Tally struct {
	Ran, Failed int
	Most        int // the largest number that one line gives, or how many lines of TAP there are
}

// maxTallied bounds the lines that are read of an output, from its end.
const maxTallied = 400

// Tally reads how many tests an output speaks of. What several tools in it count, or one
// in several lines, is added up: two outputs of the same tools can be compared.
func (r *Reader) Tally(output string) (t Tally) {
	lines := strings.Split(output, "\n")
	patterns := r.anyCheck().Tallies
	point := 0 // the number of the latest test of TAP
	for _, l := range lines[max(0, len(lines)-maxTallied):] {
		if len(l) > maxLine || ofTree(l) {
			continue
		}
		if n, fails := testPoint(l); n > 0 && (n == point+1 || n == 1) {
			point = n
			t.Ran, t.Most = t.Ran+1, max(t.Most, n)
			if fails {
				t.Failed++
			}
			continue
		}
		passed, failed, total := 0, 0, 0 // a line may say the same in several words
		for i := range patterns {        // 2 of 3 comes last
			if !may(&patterns[i], l) {
				continue
			}
			re := r.regexp(&patterns[i])
			for _, m := range re.FindAllStringSubmatch(l, -1) {
				n := make(map[string]int)
				for g, name := range re.SubexpNames() {
					if name != "" && m[g] != "" {
						n[name], _ = strconv.Atoi(m[g])
					}
				}
				if part, is := n["part"]; is { // 2 of 3
					passed, n["failed"] = part, n["total"]-part
				}
				passed, failed, total = max(passed, n["passed"]), max(failed, n["failed"]), max(total, n["total"], n["sum"])
			}
		}
		ran := max(passed+failed, total)
		t.Ran, t.Failed, t.Most = t.Ran+ran, t.Failed+failed, max(t.Most, ran)
	}
	return t
}

// ofTree reports whether a line is a branch of a tree, whose root sums up what it says: zig
// build test --summary all.
func ofTree(line string) bool {
	line = strings.TrimLeft(line, " │|")
	return strings.HasPrefix(line, "└─") || strings.HasPrefix(line, "├─") || strings.HasPrefix(line, "+- ")
}

// testPoint returns the number of a test in a line of TAP: not ok 2 - adds up.
func testPoint(line string) (n int, fails bool) {
	rest, fails := strings.CutPrefix(line, "not ")
	rest, is := strings.CutPrefix(rest, "ok ")
	digits, _, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(digits)
	if !is || err != nil {
		return 0, false
	}
	return n, fails && !strings.Contains(line, "# TODO") && !strings.Contains(line, "# SKIP")
}

// ReportsTests reports whether an output has a word by which what ran tests speaks of them:
// what was counted is not any other thing.
func (r *Reader) ReportsTests(output string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(output), func(c rune) bool { return c < 'a' || c > 'z' }), func(w string) bool {
		switch w {
		case "test", "tests", "spec", "specs", "suite", "suites", "assert", "asserts", "assertion", "assertions", "expected", "scenario", "scenarios", "testcase", "testcases", "mismatch":
			return true
		}
		return false
	})
}
