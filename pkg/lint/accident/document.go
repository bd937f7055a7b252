package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
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

// otherShell raises what a document deletes by a variable that another section of it sets: whoever
// reads this one later, in another shell, has no such variable.
func (j *judge) otherShell(f *safety.Finding) {
	if f.Rule != "filesystem/delete-maybe-root" || !f.Empty || f.Risk > policy.High || effect.ForTests(j.Path) {
		return
	}
	text := j.text[f.Span.From:min(f.Span.To, len(j.text))]
	for _, name := range variables(text) {
		if j.sets(name, f.Span.From) || variableGivenWord(name) || j.guarded(name, f.Span.From) {
			continue
		}
		if at := strings.Index(j.Whole, text); at > 0 && setInOtherSection(j.Whole[:at], name) {
			raise(f, "as it is in a new shell: another section sets it")
			return
		}
		if strings.Contains(text, "sudo ") && strings.ToUpper(name) == name && !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(j.Whole, "${"+name, ""), "$"+name, ""), name) {
			raise(f, "as it is for whoever pastes this: the document sets it nowhere")
			return
		}
	}
}

// setInOtherSection reports whether a block of a document sets a variable, and a heading stands
// behind the last line that does.
func setInOtherSection(before, name string) bool {
	at := max(strings.LastIndex(before, "\n"+name+"="), strings.LastIndex(before, "export "+name+"="))
	if at < 0 {
		return false
	}
	fenced := true // where the variable is set
	for line := range strings.Lines(before[at+1:]) {
		if body := strings.TrimSpace(line); strings.HasPrefix(body, "```") || strings.HasPrefix(body, "~~~") {
			fenced = !fenced
		} else if !fenced && strings.HasPrefix(line, "#") {
			return true
		}
	}
	return false
}
