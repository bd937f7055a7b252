package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// idleTest says why the condition in which an offset lies is always true: [ $a=b ] is one
// word, and [ $a > b ] writes a file.
func (j *judge) idleTest(at int) string {
	before := j.before(at)
	depth := 0
	for range 15 {
		nl := strings.LastIndexByte(before, '\n')
		if nl < 0 {
			return ""
		}
		before = before[:nl]
		line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
		switch {
		case line == "fi" || line == "else" || strings.HasPrefix(line, "elif "):
			depth++
		case strings.HasPrefix(line, "if ") && depth > 0:
			depth--
		case strings.HasPrefix(line, "if [ "):
			test, _, _ := strings.Cut(line[len("if [ "):], " ]")
			words := strings.Fields(test)
			switch {
			case len(words) == 1 && strings.Contains(words[0], "=") && strings.Contains(words[0], "$"):
				return "runs whatever " + words[0] + " is: without blanks around = the test is always true"
			case len(words) == 3 && (words[1] == ">" || words[1] == "<"):
				return "runs whatever " + words[0] + " is: in [ ] the " + words[1] + " is a redirection, and the test is always true"
			}
			return ""
		}
	}
	return ""
}

// hollowTest finds deletions by a variable of which all that was tested is true where it
// is empty, too.
func (j *judge) hollowTest(i int, c *shell.Call) {
	if c.Program != "rm" && c.Program != "find" || c.Late {
		return
	}
	for _, w := range c.Argv[1:] {
		if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
			continue
		}
		written := j.text[w.Span.From:w.Span.To]
		names := variables(written)
		if len(names) != 1 {
			continue
		}
		bare := strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(written), "\"/*")
		if bare != "" || c.Program == "find" && strings.Contains(written, `"`) || c.Program == "rm" && !strings.HasSuffix(written, "*") {
			continue
		}
		for line := range strings.Lines(j.before(c.Span.From)) {
			if hollow(line, names[0]) && !j.guarded(names[0], c.Span.From) && j.openValue(names[0], c.Span.From) {
				j.add(&tooMuchRule, i, c.Span, "deletes where the script stands if $"+names[0]+" is empty: without quotes the test before is true then")
				return
			}
		}
	}
}

// openValue reports whether nothing in the text says what a variable is.
func (j *judge) openValue(name string, at int) bool {
	value, ok := j.assigned(name, at)
	if !ok {
		return !j.sets(name, at) && !j.readsLibrary(at)
	}
	value = strings.Trim(strings.TrimSpace(value), `"`)
	return strings.HasPrefix(value, "$(") || len(value) > 1 && value[0] == '$' && value[1] >= '1' && value[1] <= '9'
}
