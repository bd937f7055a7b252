package diagnose

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// maxChange bounds the text of a change that is read, in bytes.
const maxChange = 128 << 10

// Weakens returns what a change of a file's text takes from the checks of a project:
// "skips a test", or "" for nothing. A new expectation is none: whether it is the
// right one, no text tells.
func (r *Reader) Weakens(file, before, after string) string {
	if len(before)+len(after) > maxChange || before == "" {
		return ""
	}
	gone, come := difference(before, after)
	any := r.anyCheck()
	more := func(patterns []rule.Pattern) int { return r.count(patterns, come) - r.count(patterns, gone) }
	switch {
	case IsTest(file) || path.Ext(file) == ".rs":
		switch {
		case more(any.Skips) > 0:
			return "skips a test"
		case more(any.Tests) < 0:
			return "removes a test"
		case more(any.Loose) > 0 && more(any.Asserts)-more(any.Loose) < 0:
			return "loosens an assertion"
		case more(any.Asserts) < 0 && more(any.Tests) == 0 && IsTest(file):
			return "removes an assertion"
		}
	case RunsChecks(file):
		switch {
		case more(any.Lenient) > 0:
			return "lets a step fail"
		case isCI(file) && r.steps(gone) > r.steps(come):
			return "removes a step that checks"
		}
	}
	return ""
}

// difference returns the lines that only one of two texts has.
func difference(before, after string) (gone, come []string) {
	n := make(map[string]int)
	for l := range strings.Lines(before) {
		n[strings.TrimRight(l, "\r\n")]++
	}
	for l := range strings.Lines(after) {
		if l = strings.TrimRight(l, "\r\n"); n[l] > 0 {
			n[l]--
		} else {
			come = append(come, l)
		}
	}
	for l := range strings.Lines(before) {
		if l = strings.TrimRight(l, "\r\n"); n[l] > 0 {
			n[l]--
			gone = append(gone, l)
		}
	}
	return gone, come
}

// count returns how many lines match one of some patterns.
func (r *Reader) count(patterns []rule.Pattern, lines []string) (n int) {
	for _, l := range lines {
		if len(l) <= maxLine && slices.ContainsFunc(patterns, func(p rule.Pattern) bool { return r.regexp(&p).MatchString(l) }) {
			n++
		}
	}
	return n
}

// steps returns how many lines start a check.
func (r *Reader) steps(lines []string) (n int) {
	for _, l := range lines {
		_, text, ok := strings.Cut(l, "run:")
		if !ok {
			text = strings.TrimLeft(strings.TrimSpace(l), "- ")
		}
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		for _, way := range r.known.WaysOf(words[0]) {
			if parts := strings.Fields(way); len(parts) <= len(words) && slices.EqualFunc(parts, words[:len(parts)], shell.MatchGlob) {
				n++
				break
			}
		}
	}
	return n
}

// IsTest reports whether a file holds tests, by its name.
func IsTest(file string) bool {
	file = strings.ToLower(strings.ReplaceAll(file, `\`, "/"))
	name := path.Base(file)
	if !strings.Contains(name, ".") {
		return false
	}
	if strings.Contains(name, "test") || strings.Contains(name, "spec.") || strings.Contains(name, "_spec") || strings.HasSuffix(name, ".snap") {
		return true
	}
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return dir == "test" || dir == "tests" || dir == "__tests__" || dir == "spec" || dir == "e2e" || dir == "__snapshots__"
	})
}

// isCI reports whether a file says what a server checks.
func isCI(file string) bool {
	return strings.Contains(file, ".github/workflows/") || slices.Contains([]string{
		".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "Jenkinsfile", ".pre-commit-config.yaml", "bitbucket-pipelines.yml", "config.yml", ".drone.yml",
	}, path.Base(file))
}

// RunsChecks reports whether a file may say how checks are run.
func RunsChecks(file string) bool {
	switch path.Base(file) {
	case "Makefile", "GNUmakefile", "makefile", "package.json", "justfile", "Justfile", "tox.ini", "noxfile.py", "Taskfile.yml", "Rakefile", "pyproject.toml", "setup.cfg", "lefthook.yml":
		return true
	}
	return isCI(file) || path.Ext(file) == ".sh"
}

// UpdatesSnapshots reports whether a command has a check take what is there for what
// is expected.
func (r *Reader) UpdatesSnapshots(s *shell.Script) bool {
	globs := r.anyCheck().Updates
	return slices.ContainsFunc(r.checkCalls(s), func(a checkCall) bool {
		c := &s.Calls[a.call]
		for _, set := range assigned(s, a.call) {
			if shell.MatchAny(globs, set.Name+"="+set.Value.String()) {
				return true
			}
		}
		kind := r.check(a.check).Kind
		return kind == "test" && slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return shell.MatchAny(globs, w.String()) })
	}) || slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program == "cargo" && slices.Equal(command.Words(&c)[1:], []string{"insta", "accept"})
	})
}

// WeakensIn returns a file of tests that a command names, and what its text takes from
// it: a stream editor's replacement, or a program that writes it.
func (r *Reader) WeakensIn(s *shell.Script, text string) (file, what string) {
	for i := range s.Calls {
		c := &s.Calls[i]
		names := c.Args.Operands
		for _, redirect := range c.Redirs {
			names = append(names[:len(names):len(names)], redirect.Word)
		}
		for _, w := range names {
			if name := w.String(); len(name) < 300 && (IsTest(name) || RunsChecks(name)) {
				file = name
			}
		}
	}
	if file == "" {
		file = testIn(text)
	}
	if file == "" {
		return "", ""
	}
	for before, after := range replaced(s) {
		if what = r.Weakens(file, before, after); what != "" {
			return file, what
		}
	}
	if IsTest(file) && r.count(r.anyCheck().Skips, strings.Split(text, "\n")) > 0 {
		return file, "skips a test"
	}
	return "", ""
}

// testIn returns a word of a text that names a file of tests, "" for none.
func testIn(text string) string {
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(" \t\n'\"(),;=", c) }) {
		if len(w) < 300 && strings.Contains(w, ".") && !strings.HasPrefix(w, "-") && IsTest(w) {
			return w
		}
	}
	return ""
}

// replaced yields what stream editors replace, with what stands there then.
func replaced(s *shell.Script) iter.Seq2[string, string] {
	return func(yield func(before, after string) bool) {
		for i := range s.Calls {
			c := &s.Calls[i]
			if c.Program != "sed" && c.Program != "perl" && c.Program != "gsed" {
				continue
			}
			for _, w := range c.Argv[min(1, len(c.Argv)):] {
				text := strings.TrimLeft(w.String(), " ^")
				if at := strings.Index(text, "s"); at >= 0 && at+1 < len(text) && strings.ContainsRune("/|#,@!", rune(text[at+1])) {
					if parts := strings.Split(text[at+2:], text[at+1:at+2]); len(parts) > 1 && !yield(parts[0], parts[1]) {
						return
					}
				}
				if strings.HasSuffix(text, "/d") && !yield(strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/d"), "") {
					return
				}
			}
		}
	}
}
