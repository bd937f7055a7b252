package diagnose

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
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

// isOfLinter reports whether a file has the settings of a linter, by its name.
func isOfLinter(file string) bool {
	name := strings.ToLower(path.Base(strings.ReplaceAll(file, `\`, "/")))
	return slices.ContainsFunc([]string{"lint", "analysis_options", "rubocop", "credo", "detekt", "checkstyle", "golangci", "spectral", "semgrep", "vale.ini", "clang-tidy", "pmd", "phpcs", "ruff", "flake8", "clippy", "luacheck", "jshint"}, func(part string) bool {
		return strings.Contains(name, part)
	})
}

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

// withWord returns the lines that have a word.
func withWord(lines []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.Contains(l, word) })
}

func withoutBlank(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.TrimSpace(l) == "" })
}
