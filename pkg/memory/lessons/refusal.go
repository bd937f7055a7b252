package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Choice is one command that took the place of another.
type Choice struct {
	Avoid, Prefer string      // the beginnings of both: "pip", "uv"; "make", "OSD=sdl make"
	Command       redact.Text // that was not wanted
	Run           *memory.Run // that took its place
}

// maxAfter is how many runs after a refusal are looked at: later ones do
// something else.
const maxAfter = 3

// Refusals returns what ran in a session in the place of commands that the user
// refused. The steps are the latest first.
func Refusals(steps []memory.Activity, reader Reader) []Choice {
	var list []Choice
	for i := len(steps) - 1; i > 0; i-- {
		no := steps[i].Run
		if no == nil || no.Outcome != memory.Refused {
			continue
		}
		was := reader.Script(no.Command)
		for j, runs := i-1, 0; j >= 0 && runs < maxAfter; j-- {
			now := steps[j].Run
			if now == nil {
				continue
			}
			if runs++; now.Outcome != memory.OK {
				continue
			}
			if c, ok := replaced(was, reader.Script(now.Command), no.Cwd, now.Cwd, reader); ok {
				list = append(list, Choice{Avoid: c.from, Prefer: c.to, Command: no.Command, Run: now})
				break
			}
		}
	}
	return list
}

// replaced returns how a command does the work of another: the same call in other
// surroundings, or another program with a word in common.
func replaced(was, now *shell.Script, wasIn, nowIn string, reader Reader) (correction, bool) {
	if c, ok := surrounded(was, now, wasIn, nowIn); ok {
		return c, true
	}
	for _, g := range onlyIn(was, now) {
		for _, n := range onlyIn(now, was) {
			x, y := &was.Calls[g], &now.Calls[n]
			if x.Program != y.Program && reader.Program(x.Program) != nil && reader.Program(y.Program) != nil && shareWord(x, y) {
				return correction{x.Program, y.Program}, true
			}
		}
	}
	return correction{}, false
}

// shareWord reports whether two calls have an argument in common that is no
// option.
func shareWord(x, y *shell.Call) bool {
	has := make(map[string]bool)
	for _, w := range words(x)[1:] {
		has[w] = w != "" && !strings.HasPrefix(w, "-")
	}
	for _, w := range words(y)[1:] {
		if has[w] {
			return true
		}
	}
	return false
}

// ProgramChanged returns the choice that a change of a text shows: one word of it
// was replaced, and both are names of programs.
func ProgramChanged(was, now string, reader Reader) (Choice, bool) {
	a, b := strings.Fields(was), strings.Fields(now)
	if len(a) != len(b) && len(a)+1 != len(b) { // "pip install", "uv pip install"
		return Choice{}, false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if i == len(a) || !slices.Equal(a[i+1:], b[i+1:]) && !slices.Equal(a[i:], b[i+1:]) {
		return Choice{}, false
	}
	c := Choice{Avoid: strings.Trim(a[i], "`\"'"), Prefer: strings.Trim(b[i], "`\"'")}
	return c, c.Avoid != c.Prefer && reader.Program(c.Avoid) != nil && reader.Program(c.Prefer) != nil
}

// ChoiceOf returns the choice that a lesson states: what has to stand in front of
// a command, or a program for another. The names of both are known.
func ChoiceOf(l *memory.Lesson, reader Reader) (Choice, bool) {
	from, to := l.From.String(), l.Remedy.String()
	if l.Kind != memory.LessonFix || l.Edit || len(l.Before) > 0 || from == "" || strings.ContainsAny(from+to, "&|;<>$`'\"\n") {
		return Choice{}, false
	}
	c := Choice{Avoid: from, Prefer: to, Command: l.From}
	if strings.HasSuffix(to, " "+from) {
		return c, true
	}
	if strings.Contains(from, " ") || strings.Contains(to, " ") {
		return Choice{}, false
	}
	return c, reader.Program(from) != nil && reader.Program(to) != nil
}

// Rule returns a choice as a rule that commands are compared with; it has no form
// where what stands in front of the command is a secret.
func (c *Choice) Rule() memory.PreferenceRule {
	with, wraps := strings.CutSuffix(c.Prefer, " "+c.Avoid)
	switch {
	case strings.Contains(c.Prefer, "[redacted"), strings.Contains(c.Prefer, "&&"):
		return memory.PreferenceRule{}
	case wraps:
		return memory.PreferenceRule{Form: memory.FormAlways, When: c.Avoid, With: with}
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: c.Prefer, Avoid: c.Avoid}
}
