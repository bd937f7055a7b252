package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// DestroysInSession reports whether a text of a document may destroy something by a variable.
func DestroysInSession(text string) bool {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "$") && contains(line, []string{"rm -", " rm ", " del ", "delete", "purge"}) && !strings.Contains(line, "=$(") {
			return true
		}
	}
	return false
}

// Session returns what the blocks of a document destroy, read as one session, if a look-up before
// finds nothing.
func Session(f *File) []safety.Finding {
	if effect.ForTests(f.Path) {
		return nil
	}
	j := &judge{File: f, source: source{text: f.Script.Text, known: &known{}}}
	j.reader = effect.NewReader(f.Script, f.At)
	for i := range f.Script.Calls {
		c := &f.Script.Calls[i]
		if c.Guess || c.In != nil || c.Late || len(c.Argv) == 0 || c.Where == "container" || !j.looksUp(c) {
			continue
		}
		if j.destroys(i) || len(j.reached(i, c)) > 0 {
			j.reaches(i, c)
		}
	}
	return j.out
}

// looksUp reports whether a call expands a variable that is the output of a command.
func (j *judge) looksUp(c *shell.Call) bool {
	for _, name := range variables(j.text[c.Span.From:min(max(c.Span.From, c.Span.To), len(j.text))]) {
		if value, ok := j.assigned(name, c.Span.From); ok && (strings.HasPrefix(strings.TrimLeft(value, `"`), "$(") || strings.HasPrefix(value, "`")) {
			return true
		}
	}
	return false
}
