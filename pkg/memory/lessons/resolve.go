// Package lessons learns from many runs: how a failing check was fixed, what
// helped against an error, what is usually run after what, and which of these
// lessons still hold. It reads no output and no database: it takes values and
// returns values.
package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Reader reads redacted commands, and knows programs.
type Reader interface {
	Script(redact.Text) *shell.Script
	Program(name string) *rule.Command
}

// maxBack is how many runs back a failure may be for a command to count as its
// correction. Runs further back are rarely about the same thing.
const maxBack = 6

// Resolve returns what a successful run teaches about the failures before it:
// the word that had to change, what had to surround the call, or what was done in
// between. steps are the
// session's steps before the run, the latest first. Each lesson has its error
// as key, and no counts.
func Resolve(now *memory.Run, script *shell.Script, steps []memory.Activity, reader Reader) []memory.Lesson {
	if now.Outcome != memory.OK {
		return nil
	}
	again := func(s memory.Activity) bool { return s.Run != nil && s.Run.Command == now.Command }
	if !slices.ContainsFunc(steps, again) {
		if l := corrections(now, script, steps, reader); l != nil {
			return l
		}
		if l := invocations(now, script, steps, reader); l != nil {
			return l
		}
		if l := stricterCalls(now, script, steps, reader); l != nil {
			return l
		}
	}
	return fixesBetween(now, script, attempts(now, script, steps, reader), reader)
}

// passesAll reports whether a run passed all the checks that failed in an earlier one: of
// which of several its first error is, is not known.
func passesAll(now, failed *memory.Run) bool {
	if failed.Check == nil || len(failed.Check.Beside) == 0 || now.Command == failed.Command {
		return true
	}
	return !slices.ContainsFunc(failed.Check.Fails(), func(red *memory.Check) bool {
		return !slices.ContainsFunc(now.Check.Passes(), func(p *memory.Check) bool { return p.Covers(red) })
	})
}

// fixesBetween returns, for each failed attempt, what was done between it and
// the next attempt, or at last in the command that passed, unless the same error came back
// later.
func fixesBetween(now *memory.Run, passed *shell.Script, list []attempt, reader Reader) []memory.Lesson {
	var lessons []memory.Lesson
	later := make(map[string]bool) // errors of later attempts
	for i := range list {
		failed := list[i].failed
		if len(failed.Errors) == 0 {
			continue
		}
		e := &failed.Errors[0]
		again := later[e.Signature] || e.Cause != "" && later[e.Cause+e.Missing.String()]
		for _, e := range failed.Errors {
			later[e.Signature], later[e.Cause+e.Missing.String()] = true, true
		}
		if again || len(e.Keys()) == 0 || !passesAll(now, failed) {
			continue
		}
		done := recipe(&list[i], reader)
		if text := inSameCommand(reader.Script(failed.Command), passed); i == 0 && len(done) == 0 && text != "" {
			done = []memory.Step{{Text: redact.Clean(text)}}
		}
		if len(done) > 0 { // else it went away by itself, or something unseen fixed it
			l := memory.Lesson{Kind: memory.LessonFix, Key: keyOf(e, done, reader), What: e.Line}
			l.SetRecipe(done)
			lessons = append(lessons, l)
		}
	}
	return lessons
}

// keyOf returns the key of what a recipe fixes: why it failed, whatever that happened to,
// unless the recipe itself names it, or names what it installs. Any package is only there
// where all are installed that a file lists.
func keyOf(e *memory.Error, done []memory.Step, reader Reader) string {
	switch {
	case e.Cause == "":
		return e.Signature
	case e.Missing.Len() == 0:
		return e.Cause
	}
	listed := false
	for _, d := range done {
		s := reader.Script(d.Text)
		if d.Edit || namesAny(d.Text.String(), e.Missing.String()) || installsNamed(s) {
			return e.OfNames()
		}
		listed = listed || installsListed(s)
	}
	if e.Package && !listed { // another package may not be among what was made
		return e.OfNames()
	}
	return e.Cause
}

// namesAny reports whether a text has one of some names.
func namesAny(text, names string) bool {
	return slices.ContainsFunc(strings.Fields(names), func(name string) bool { return len(name) > 2 && strings.Contains(text, name) })
}

// installsListed reports whether a command installs what a file lists, and not what it
// names.
func installsListed(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return command.Installs(c.About, command.Words(&c)) && len(c.Args.Operands) == 0
	})
}

// installsNamed reports whether a command installs what it names, so that it is of no use
// for another name. An upgrade may be one of a schema.
func installsNamed(s *shell.Script) bool {
	return command.Fetches(s) && slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		words := command.Words(&c)
		return slices.ContainsFunc(words[:min(3, len(words))], func(w string) bool {
			return w == "add" || w == "get" || w == "i" || w == "require" || strings.Contains(w, "install")
		})
	})
}

// sameWorkAs reports whether a run does the work of an earlier run.
func sameWorkAs(now, r *memory.Run, script *shell.Script, key string, reader Reader) bool {
	if now.Command == r.Command && now.Cwd == r.Cwd {
		return true // whatever its output was taken for
	}
	if now.Check != nil && r.Check != nil {
		return slices.ContainsFunc(now.Check.Passes(), func(p *memory.Check) bool { return p.Covers(r.Check) })
	}
	if now.Template == r.Template {
		return now.Command == r.Command || command.Spelling(reader.Script(r.Command)) == key
	}
	// git add -A && git commit does what git commit does, and more.
	return r.Outcome.Bad() && strings.HasSuffix(now.Template.String(), "; "+r.Template.String()) && Does(script, reader.Script(r.Command))
}

// needsInstall reports whether errors of a class end when something is
// installed or downloaded.
func needsInstall(class string) bool {
	switch class {
	case "missing-command", "missing-file", "missing-module", "python-import", "dependency", "network":
		return true
	}
	return false
}

// changes reports whether a run may have changed what later runs depend on.
func changes(r *memory.Run, programs command.Programs) bool {
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
		if programs.PartTraits(part)&rule.ReadOnly == 0 && !onlyAsks(part) {
			return true
		}
	}
	return false
}

// onlyAsks reports whether a part of a template asks a program for its version, for help,
// or how things stand.
func onlyAsks(part string) bool {
	words := strings.Fields(part)
	if len(words) < 2 || command.TakesTarget(words[:1]) || command.TakesTarget(words[:2]) {
		return false
	}
	if words[0] == "curl" {
		return !slices.ContainsFunc(words[1:], func(w string) bool {
			return slices.Contains([]string{"-o", "-O", "-X", "-d", "-F", "-T", "--output", "--remote-name", "--request", "--data", "--data-raw", "--json", "--form", "--upload-file"}, w)
		})
	}
	switch words[len(words)-1] {
	case "--version", "-version", "-V", "--help", "-h":
		return true
	case "-v":
		return len(words) == 2
	}
	return verbAsksWord(words[1]) || slices.ContainsFunc(words[1:min(3, len(words))], verbShowsWord)
}
