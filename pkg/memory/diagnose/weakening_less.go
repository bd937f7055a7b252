package diagnose

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// blocks are the marks between which a text says nothing to a program: each begins a
// line.
var blocks = [...]struct{ from, to string }{
	{"/*", "*/"}, {"#if 0", "#endif"}, {"=begin", "=end"}, {"=pod", "=cut"}, {"{-", "-}"}, {"(*", "*)"}, {"<!--", "-->"},
}

// uncommented returns a text without its comments of several lines, in any notation: the
// lines stay, and are empty. What begins with "{-#" is none.
func uncommented(text string) string {
	lines := strings.SplitAfter(text, "\n")
	end := ""
	for i, l := range lines {
		trimmed := strings.TrimSpace(l)
		if end == "" {
			for _, b := range blocks {
				if strings.HasPrefix(trimmed, b.from) && !strings.HasPrefix(trimmed, "{-#") {
					end, trimmed = b.to, trimmed[len(b.from):]
					break
				}
			}
			if end == "" {
				continue
			}
		}
		if strings.Contains(trimmed, end) {
			end = ""
		}
		if lines[i] = ""; strings.HasSuffix(l, "\n") {
			lines[i] = "\n"
		}
	}
	return strings.Join(lines, "")
}

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

// saysWhat reports whether a line says what is checked: a recipe, a step, a list of goals.
func (r *Reader) saysWhat(lines []string) bool {
	return r.steps(lines) > 0 || r.count(r.weakening().Runs, lines) > 0 || r.count(r.weakening().Tests, lines) > 0
}

// alternative begins what may be so as well: assert x == 4 or x == 3.
var alternative = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\)*\s*(?:\|\||\bor\b|\|)\s*\S`) })

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

// onlyConditions reports whether all that came to what a server checks says when it does:
// if: github.event_name != 'pull_request'.
func onlyConditions(gone, come []string) bool {
	gone, come = withoutBlank(gone), withoutBlank(come)
	return len(gone) == 0 && len(come) > 0 && !slices.ContainsFunc(come, func(l string) bool { return !conditional().MatchString(l) })
}

var conditional = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:- )?(?:if|when|only|except|unless|condition|paths-ignore|branches-ignore|exclude|expression)\s*[:({]`)
})

// fewerCases reports whether a test lost rows of a table, or values of a list, and gained
// none.
func (r *Reader) fewerCases(gone, come []string) bool {
	w := r.weakening()
	gone, come = withoutBlank(gone), withoutBlank(come)
	if len(come) == 0 {
		return len(gone) > 0 && r.count(w.Cases, gone) == len(gone)
	}
	return r.count(w.Asserts, gone) == 0 && r.shorter(gone, come, func(left, dropped []string) bool {
		if left[0] == "all" { // all() -> [a, b]
			return true
		}
		return slices.ContainsFunc(dropped, func(d string) bool { return strings.ContainsRune("\"'`0123456789-", rune(d[0])) })
	})
}

// fewerWords reports whether a line that says what is checked came back with less: without
// a goal, a path or a command. Options, what stands in front of a program, and what filters
// its output are no loss.
func (r *Reader) fewerWords(gone, come []string) bool {
	w := r.weakening()
	gone = slices.DeleteFunc(slices.Clone(gone), func(l string) bool {
		return r.count(w.Runs, []string{l}) == 0 && r.steps([]string{l}) == 0 || !ofChecks().MatchString(l) && r.steps([]string{l}) == 0
	})
	return r.shorter(gone, come, func(left, dropped []string) bool {
		all := " " + strings.Join(dropped, " ") + " "
		if strings.Contains(all, " | ") || strings.Contains(all, ">") {
			return false
		}
		option := false
		return slices.ContainsFunc(dropped, func(d string) bool {
			value := option && d != "&&"
			option = strings.HasPrefix(d, "-") && !strings.Contains(d, "=")
			return !value && d[0] != '-' && strings.ContainsFunc(d, isLetter)
		})
	})
}

// ofChecks is what a line names that says what is checked.
var ofChecks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)test|lint|check|verif|valid|type|spec|audit|scan|\bvet\b|\bci\b|e2e|integ|unit|cover|fmt|format|hook|stage|env_?list`)
})

// fewerValues reports whether a list on one line of what a server checks came back with
// less in it: os: [linux, windows].
func fewerValues(r *Reader, gone, come []string) bool {
	other := func(l string) bool { return !valueList().MatchString(l) }
	gone, come = slices.DeleteFunc(slices.Clone(gone), other), slices.DeleteFunc(slices.Clone(come), other)
	return r.shorter(gone, come, func(_, dropped []string) bool { return len(dropped) > 0 })
}

// valueList is a key with a list of plain values.
var valueList = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:- )?[\w.-]+:\s*\[[^\[\]{}$]*\]\s*$`) })

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

// isOfLinter reports whether a file has the settings of a linter, by its name.
func isOfLinter(file string) bool {
	name := strings.ToLower(path.Base(strings.ReplaceAll(file, `\`, "/")))
	return slices.ContainsFunc([]string{"lint", "analysis_options", "rubocop", "credo", "detekt", "checkstyle", "golangci", "spectral", "semgrep", "vale.ini", "clang-tidy", "pmd", "phpcs", "ruff", "flake8", "clippy", "luacheck", "jshint"}, func(part string) bool {
		return strings.Contains(name, part)
	})
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

// saysNothing returns how many assertions compare something with itself.
func (r *Reader) saysNothing(lines []string) (n int) {
	for _, l := range lines {
		if len(l) < maxLine && slices.ContainsFunc(equalities(), func(re *regexp.Regexp) bool {
			m := re.FindStringSubmatch(l)
			return m != nil && strings.TrimSpace(m[1]) == strings.TrimSpace(m[2])
		}) {
			n++
		}
	}
	return n
}

// Commands returns the commands of the lines that only one of two texts has, as far as
// they begin one by which a check is known.
func (r *Reader) Commands(before, after string) (gone, come []string) {
	const most = 8
	commands := func(lines []string) (list []string) {
		for _, l := range lines {
			text := strings.TrimLeft(strings.TrimSpace(l), "-@ ")
			if m := keyed().FindStringSubmatch(text); m != nil {
				text = m[1]
			}
			if len(list) < most && len(text) < maxLine && r.startsCheck(text) {
				list = append(list, strings.Trim(text, quotes+","))
			}
		}
		return list
	}
	out, in := difference(before, after)
	return commands(r.code(out)), commands(r.code(in))
}

// keyed is a command behind its key: run: go test ./...
var keyed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^["']?[\w:-]+["']?\s*[:=]\s*["']?(\w[^"']*)`) })

// fewerOf reports whether a line of some kind came back with some of its words left out.
func (r *Reader) fewerOf(kind []rule.Pattern, gone, come []string) bool {
	gone = slices.DeleteFunc(slices.Clone(gone), func(l string) bool { return r.count(kind, []string{l}) == 0 })
	return r.shorter(gone, come, func(left, dropped []string) bool {
		return slices.ContainsFunc(dropped, func(d string) bool { return strings.ContainsFunc(d, isLetter) })
	})
}

// newly reports whether a setting came that was not there before, with a number above 0.
func (r *Reader) newly(patterns []rule.Pattern, gone, come []string) bool {
	n := func(lines []string) int {
		return r.count(patterns, slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.ContainsAny(l, "123456789") }))
	}
	return n(gone) == 0 && n(come) > 0
}

// takesRules reports whether settings of a linter lost lines and gained none: what left
// something out is no loss.
func (r *Reader) takesRules(file string, gone, come []string) bool {
	w := r.weakening()
	gone, come = r.code(withoutBlank(gone)), withoutBlank(come)
	return isOfLinter(file) && len(come) == 0 && slices.ContainsFunc(gone, func(l string) bool {
		low := strings.ToLower(l)
		return strings.ContainsFunc(l, isLetter) && r.count(w.Laxer, []string{l}) == 0 && !strings.Contains(low, "ignore") && !strings.Contains(low, "exclude") && !strings.Contains(low, "import ") && !strings.Contains(low, "require(")
	})
}

// ExpectedIn returns a file of expected results that a command writes: by a redirect, or as
// the last operand of what copies.
func (r *Reader) ExpectedIn(s *shell.Script) (file string) {
	expected := r.weakening().Expected
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, redirect := range c.Redirs {
			if name := redirect.Word.String(); strings.HasPrefix(redirect.Op, ">") && r.matches(expected, name) {
				return name
			}
		}
		if ops := c.Args.Operands; len(ops) > 1 && (c.Program == "cp" || c.Program == "mv" || c.Program == "rsync" || c.Program == "install") {
			if name := ops[len(ops)-1].String(); r.matches(expected, name) {
				return name
			}
		}
	}
	return ""
}

func isLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// shorter reports whether a line came back with some of its words left out, not only those
// in front, of which is true.
func (r *Reader) shorter(gone, come []string, is func(left, dropped []string) bool) bool {
	return slices.ContainsFunc(gone, func(before string) bool {
		was := pieces(before)
		return slices.ContainsFunc(come, func(after string) bool {
			left := pieces(after)
			dropped, ok := without(was, left)
			return ok && len(left) > 1 && len(dropped) > 0 && !inFront(was, left, dropped) && is(left, dropped)
		})
	})
}

// inFront reports whether all that was left out stood at the start, or behind the name of a
// script: npx of "test": "npx jest".
func inFront(was, left, dropped []string) bool {
	if slices.Equal(dropped, was[:len(dropped)]) {
		return true
	}
	return left[0][0] == '"' && len(was) > len(dropped) && slices.Equal(dropped, was[1:1+len(dropped)]) && !slices.Contains(dropped, "&&")
}

// without returns the words of a list that are not in another one, which holds the others
// in the same order.
func without(words, left []string) (dropped []string, ok bool) {
	for _, w := range words {
		if len(left) > 0 && strings.Trim(left[0], quotes) == strings.Trim(w, quotes) {
			left = left[1:]
		} else {
			dropped = append(dropped, w)
		}
	}
	return dropped, len(left) == 0
}

// quotes may stand around a word.
const quotes = "\"'`"

func pieces(line string) []string {
	return strings.FieldsFunc(strings.NewReplacer("(", " ", "[", " ", "{", " ").Replace(line), func(c rune) bool { return strings.ContainsRune(" \t,;])}", c) })
}

func withoutBlank(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.TrimSpace(l) == "" })
}
