package diagnose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Untested returns the tests that a run asked for by name, if it passed only
// because no test has that name. A run without a name may rightly have no tests.
func (r *Reader) Untested(out *Output) (name string, ok bool) {
	if out.Script == nil {
		return "", false
	}
	tests := slices.DeleteFunc(r.checkCalls(out.Script), func(a checkCall) bool { return r.check(a.check).Kind != "test" })
	if len(tests) != 1 || !showsAll(out.Script, tests[0].call) {
		return "", false
	}
	text := out.Text.String()
	if !slices.ContainsFunc(noTestPhrases[:], func(mark string) bool { return strings.Contains(text, mark) }) {
		return "", false
	}
	tool := r.check(tests[0].check).Tool
	c := &out.Script.Calls[tests[0].call]
	sum, each := summaryReader(tool)
	if name = testName(tool, c); name == "" || sum == nil || each && mayBeTruncated(out.Script, text) {
		return "", false
	}
	return name, ranTests(sum, text) == noneRan
}

// ranTests returns what the lines of an output say together: one test that ran is enough.
func ranTests(sum func(line string) testSummary, text string) testSummary {
	said := noSummary
	for l := range strings.Lines(text) {
		said = max(said, sum(strings.TrimSpace(l)))
	}
	return said
}

// noTestPhrases occur in what tools print if no test matches.
var noTestPhrases = [...]string{"no tests to run", "no tests ran", "deselected", "No test", "skipped", "filtered out", "Ran 0 tests"}

// testSummary is what a line says about the tests that ran.
type testSummary uint8

const (
	noSummary testSummary = iota
	noneRan
	someRan
)

// summaryReader returns the function that reads a tool's summary lines, and
// reports whether there is one line for each of several parts.
func summaryReader(tool string) (sum func(line string) testSummary, each bool) {
	switch tool {
	case "go test":
		return goSummary, true
	case "cargo test":
		return cargoSummary, true
	case "pytest":
		return pytestSummary, false
	case "unittest":
		return unittestSummary, false
	case "jest", "vitest", "npm test":
		return jestSummary, false
	}
	return nil, false
}

func goSummary(line string) testSummary {
	switch first, _, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " "); {
	case first == "ok" && strings.Contains(line, "[no tests to run]"):
		return noneRan
	case first == "ok", first == "FAIL", strings.HasPrefix(line, "--- "):
		return someRan
	}
	return noSummary
}

func cargoSummary(line string) testSummary {
	switch rest, ok := strings.CutPrefix(line, "test result: "); {
	case !ok:
		return noSummary
	case !strings.Contains(rest, " 0 passed; 0 failed; 0 ignored; 0 measured; "):
		return someRan
	case strings.Contains(rest, " 0 filtered out"):
		return noSummary // there are no tests at all
	}
	return noneRan
}

func pytestSummary(line string) testSummary {
	has := func(part string) bool { return strings.Contains(line, part) }
	switch {
	case !has(" in "):
		return noSummary
	case has(" passed"), has(" failed"), has(" error"), has(" skipped"), has(" xfailed"), has(" xpassed"):
		return someRan
	case has("no tests ran"), has(" deselected"):
		return noneRan
	}
	return noSummary
}

// unittestSummary knows what Python up to 3.11 prints. Later ones fail.
func unittestSummary(line string) testSummary {
	switch {
	case strings.HasPrefix(line, "Ran 0 tests in "):
		return noneRan
	case strings.HasPrefix(line, "Ran "):
		return someRan
	}
	return noSummary
}

func jestSummary(line string) testSummary {
	if strings.HasPrefix(line, "No tests found") || strings.HasPrefix(line, "No test files found") {
		return noneRan
	}
	switch rest, ok := strings.CutPrefix(line, "Tests"); {
	case !ok || rest == "" || rest[0] != ':' && rest[0] != ' ':
		return noSummary
	case strings.Contains(rest, " passed"), strings.Contains(rest, " failed"), strings.Contains(rest, " todo"):
		return someRan
	case strings.Contains(rest, " skipped"):
		return noneRan
	}
	return noSummary
}

// testName returns the name, or the pattern, of the tests that a call asks
// for. It returns "" for all tests, and for none on purpose.
func testName(tool string, c *shell.Call) string {
	var options []string
	switch tool {
	case "go test":
		options = []string{"-run", "--run", "-test.run"}
	case "pytest":
		options = []string{"-k", "-m"}
		if name := operandWith(c, "::"); name != "" {
			return name
		}
	case "unittest":
		options = []string{"-k"}
	case "cargo test":
		if c.Model == nil || len(c.Args.Operands) == 0 || c.Args.Front == 0 && c.Args.Has("--") {
			return ""
		}
		name, _ := c.Args.Operands[0].Literal()
		return name
	default:
		options = []string{"-t", "--testNamePattern", "--test-name-pattern"}
	}
	name := ""
	for i, w := range c.Argv[min(1, len(c.Argv)):] {
		word, _ := w.Literal()
		option, value, joined := strings.Cut(word, "=")
		if !slices.Contains(options, option) || tool == "pytest" && option == "-m" && strings.HasPrefix(c.Program, "python") {
			continue
		}
		if !joined && i+2 < len(c.Argv) {
			value, _ = c.Argv[i+2].Literal()
		}
		name = value
	}
	switch strings.ToLower(strings.Trim(name, "^$")) {
	case "", "none", "xxx", "nothing", "_":
		return "" // the tests are only built
	}
	return name
}

// operandWith returns the first operand of a call that contains a text.
func operandWith(c *shell.Call, part string) string {
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		if word, ok := w.Literal(); ok && word[:min(1, len(word))] != "-" && strings.Contains(word, part) {
			return word
		}
	}
	return ""
}

// mayBeTruncated reports whether head or tail may have dropped lines.
func mayBeTruncated(s *shell.Script, text string) bool {
	shown := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program != "head" && c.Program != "tail" {
			continue
		}
		most := 10
		for _, w := range c.Argv[1:] {
			word, _ := w.Literal()
			if n, err := strconv.Atoi(strings.TrimLeft(word, "-n")); err == nil {
				most = n
			}
		}
		if shown >= most {
			return true
		}
	}
	return false
}
