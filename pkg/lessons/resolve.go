// Package lessons draws from many runs what they teach: how a failing check got
// green, what fixed an error, what is usually done after what; and what of it
// still holds. It reads no output and no database: it takes values and returns
// values.
package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Parse reads a redacted command.
type Parse func(redact.Text) *shell.Script

// maxBack is how many steps back a command is taken for the correction of
// another: further away it is rarely about the same thing.
const maxBack = 6

// Resolve tells what a run that went well teaches about failures before it:
// the part of the command that had to be another, or what was done in
// between. steps are those of the session before the run, the latest first.
// The lessons have the error as key and no counts.
func Resolve(now *memory.Run, script *shell.Script, steps []memory.Activity, parse Parse) []memory.Lesson {
	if now.Outcome != memory.OK {
		return nil
	}
	again := func(s memory.Activity) bool { return s.Run != nil && s.Run.Command == now.Command }
	if !slices.ContainsFunc(steps, again) {
		if l := corrections(now, script, steps, parse); l != nil {
			return l
		}
	}
	return fixesBetween(attempts(now, script, steps, parse))
}

// fixesBetween are what was done between each failure on the way to green and the
// run after it, unless the failure was there again.
func fixesBetween(list []attempt) []memory.Lesson {
	var lessons []memory.Lesson
	later := make(map[string]bool) // errors of failures that came later
	for i := range list {
		failed := list[i].failed
		if len(failed.Errors) == 0 {
			continue
		}
		e := failed.Errors[0]
		again := later[e.Signature]
		for _, e := range failed.Errors {
			later[e.Signature] = true
		}
		if again {
			continue
		}
		if done := recipe(&list[i]); len(done) > 0 { // else it went away by itself, or by what we do not see
			l := memory.Lesson{Kind: memory.LessonFix, Key: e.Signature, What: e.Line}
			l.SetRecipe(done)
			lessons = append(lessons, l)
		}
	}
	return lessons
}

// sameWorkAs tells whether a run does the work of one before it.
func sameWorkAs(now, r *memory.Run, key string, parse Parse) bool {
	if now.Check != nil && r.Check != nil {
		return now.Check.Covers(r.Check)
	}
	return now.Template == r.Template && (now.Command == r.Command || command.Spelling(parse(r.Command)) == key)
}

// needsInstall tells the errors that end when something is brought.
func needsInstall(class string) bool {
	switch class {
	case "missing-command", "missing-file", "missing-module", "python-import", "dependency", "network":
		return true
	}
	return false
}

// changes tells whether a run may have changed what another one meets.
func changes(r *memory.Run) bool {
	if r.Outcome != memory.OK && r.Outcome != memory.Background {
		return false
	}
	if r.Check != nil {
		switch r.Check.Kind {
		case "test", "lint", "types":
			return false
		}
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if command.PartTraits(part)&command.ReadOnly == 0 {
			return true
		}
	}
	return false
}
