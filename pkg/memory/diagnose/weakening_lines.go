package diagnose

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// commentedOut reports whether a line that says something to a program only stands in a
// comment now. What prints, and what names other files, is no loss.
func (r *Reader) commentedOut(gone, come []string) bool {
	var now []string
	for _, l := range come {
		if len(r.code([]string{l})) == 0 {
			now = append(now, bare(l))
		}
	}
	return len(now) > 0 && slices.ContainsFunc(r.code(gone), func(l string) bool {
		text := bare(l)
		first, _, _ := strings.Cut(strings.ToLower(text), " ")
		first, _, _ = strings.Cut(first, "(")
		switch head, _, _ := strings.Cut(first, "."); head {
		case "print", "printf", "println", "console", "log", "logger", "echo", "puts", "fmt", "import", "use", "using", "from", "#include", "require", "debugger", "dbg!", "breakpoint", "pp", "p", "var_dump", "cout", "std::cout":
			return false
		}
		return len(text) > 3 && strings.ContainsFunc(text, isLetter) && slices.Contains(now, text)
	})
}

// bare returns a line without what makes it a comment, and without the mark at its end.
func bare(line string) string {
	line = strings.TrimSpace(line)
	for _, begin := range [...]string{"<!--", "//", "/*", "--", "{-", "(*", "#", "%", ";", "*", "'"} {
		line = strings.TrimLeft(strings.TrimPrefix(line, begin), " \t")
	}
	for _, end := range [...]string{"*/", "-->", "-}", "*)"} {
		line = strings.TrimSuffix(line, end)
	}
	return strings.TrimRight(strings.TrimSpace(line), ",;")
}

// alternative begins what may be so as well: assert x == 4 or x == 3.
var alternative = pattern.Later(`^\)*\s*(?:\|\||\bor\b|\|)\s*\S`)

// wraps reports whether an assertion stands now in something by which its failure fails
// nothing: tryCatch(expect_equal(..), error = ..), or something else may hold in its place.
func (r *Reader) wraps(gone, come []string) bool {
	w := r.weakening()
	return slices.ContainsFunc(gone, func(before string) bool {
		text := strings.TrimRight(strings.TrimSpace(before), ",;)")
		return len(text) > 8 && r.count(w.Asserts, []string{before}) > 0 && slices.ContainsFunc(come, func(after string) bool {
			at := strings.Index(after, text)
			if at < 0 {
				return false
			}
			if alternative().MatchString(after[at+len(text):]) && !alternative().MatchString(before) {
				return true
			}
			around := strings.ToLower(after[:at] + " " + after[at+len(text):])
			return slices.ContainsFunc(strings.FieldsFunc(around, func(c rune) bool { return (c < 'a' || c > 'z') && c != '_' }), func(word string) bool {
				switch word {
				case "try", "trycatch", "catch", "rescue", "suppress", "ignore", "ignoring", "except", "pcall", "xpcall", "silent", "safely", "attempt", "expect_failure", "expect_error", "warn", "unless", "false":
					return true
				}
				return false
			})
		})
	})
}

// goTests returns how many tests begin in lines of Go: the name decides.
func goTests(lines []string) (n int) {
	for _, l := range lines {
		rest, is := strings.CutPrefix(l, "func ")
		for _, head := range [...]string{"Test", "Fuzz", "Example", "Benchmark"} {
			if tail, has := strings.CutPrefix(rest, head); is && has && (tail == "" || tail[0] < 'a' || tail[0] > 'z') {
				n++
			}
		}
	}
	return n
}

// denies returns how many lines of Rust make findings errors.
func denies(lines []string) (n int) {
	for _, l := range lines {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "#![deny(") || strings.HasPrefix(l, "#![forbid(") {
			n++
		}
	}
	return n
}

// equalities are assertions that two values are equal, which stand in the groups.
var equalities = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\bexpect\((.+)\)\.(?:toBe|toEqual|toStrictEqual|to\.equal|to\.eql)\((.+)\)`),
		regexp.MustCompile(`\bexpect\((.+)\)\.to eq\(?(.+?)\)?$`),
		regexp.MustCompile(`^\s*assert (.+?) == (.+?)(?:,.*)?$`),
		regexp.MustCompile(`\b(?:assert_eq!|assertEquals?|XCTAssertEqual|(?:EXPECT|ASSERT)_EQ|AreEqual)\(([^,]+),\s*([^,]+?)\)`),
	}
})

// asksLess reports whether a loose assertion stands where one about the same was that is not, whatever
// else came with it: expect(x).toBeDefined() for expect(x).toBe(0).
func (r *Reader) asksLess(gone, come []string) bool {
	loose, asserts := r.weakening().Loose, r.weakening().Asserts
	return slices.ContainsFunc(come, func(now string) bool {
		return r.matches(loose, now) && slices.ContainsFunc(gone, func(was string) bool {
			return r.matches(asserts, was) && !r.matches(loose, was) && sameSubject(strings.TrimSpace(was), strings.TrimSpace(now))
		})
	})
}

// sameSubject reports whether two assertions begin alike up to what they ask of their subject.
func sameSubject(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	alike := a[:n]
	return strings.Contains(alike, ").") || strings.HasPrefix(alike, "assert ") && strings.Count(alike, " ") > 1
}

// saysNothing returns how many assertions compare something with itself, also by a variable
// that it was put into: expected = total(); assert total() == expected.
func (r *Reader) saysNothing(lines []string) (n int) {
	held := make(map[string]string)
	for _, l := range lines {
		if m := assignment().FindStringSubmatch(l); m != nil && len(l) < maxLine && strings.Contains(m[2], "(") {
			held[m[1]] = strings.TrimSpace(m[2])
		}
	}
	value := func(s string) string {
		s = strings.TrimSpace(s)
		if v, ok := held[s]; ok {
			return v
		}
		return s
	}
	for _, l := range lines {
		if len(l) < maxLine && slices.ContainsFunc(equalities(), func(re *regexp.Regexp) bool {
			m := re.FindStringSubmatch(l)
			return m != nil && value(m[1]) == value(m[2])
		}) {
			n++
		}
	}
	return n
}

// lengths are assertions of how many there are of something.
var lengths = pattern.Later(`\b(?:toHaveLength|toHaveSize|have_length|have_size|have_exactly|hasSize|HaveCount|HasCount|assertCount|assert_length|toHaveCount)\(|\.(?:length|size|count)\b|\blen\(`)

// equals is an assertion of what something is.
var equals = pattern.Later(`\b(?:toEqual|toStrictEqual|toBe|eq|eql|deepEqual|deep_equal|is_deeply)\(|(?i:assert\w*(?:equal|same|eq)s?\w*!?\()|[^=!<>]==[^=]`)

// onlyLengths reports whether of what was said to be something only the number of its parts, and
// less than that, is asked any more: expect(r).toEqual([..]) came back as expect(r).toHaveLength(2).
func (r *Reader) onlyLengths(gone, come []string) bool {
	w := r.weakening()
	of := func(lines []string) (asserts []string) {
		for _, l := range lines {
			if len(l) <= maxLine && r.matches(w.Asserts, l) {
				asserts = append(asserts, l)
			}
		}
		return asserts
	}
	now := of(come)
	return slices.ContainsFunc(of(gone), func(l string) bool { return equals().MatchString(l) && !lengths().MatchString(l) }) &&
		slices.ContainsFunc(now, lengths().MatchString) &&
		!slices.ContainsFunc(now, func(l string) bool { return !lengths().MatchString(l) && !r.matches(w.Loose, l) })
}
