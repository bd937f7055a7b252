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
	row := r.check(tests[0].check)
	if name = testName(row.Tool, &out.Script.Calls[tests[0].call]); name == "" || !r.tellsRan(row) {
		return "", false
	}
	return name, r.examiner(out).saysEmpty(tests[0])
}

// noTestPhrases occur in what tools print if no test matches.
var noTestPhrases = [...]string{"no tests to run", "no tests ran", "deselected", "No test", "skipped", "filtered out", "Ran 0 tests"}

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
