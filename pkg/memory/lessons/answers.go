package lessons

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Answers reports whether what was done once against an error may be told for what
// ended it. An error that says that something is missing does not end by itself, so that
// what was done before it ended is the fix. Where nothing answers, something has to be
// started. Any other error may have ended because it comes and goes, or by what was not
// seen: a fix of it has to name what the error names.
func Answers(l *memory.Lesson, failed *memory.Run, reader Reader) bool {
	silent, passing := nothingAnswers(failed), passesByItself(failed)
	return slices.ContainsFunc(failed.Errors, func(e memory.Error) bool {
		switch {
		case !slices.Contains(e.Keys(), l.Key):
			return false
		case namesSame(l, e.Line.String(), failed):
			return true
		case silent:
			return starts(l, reader)
		}
		return !passing && saysMissing(&e)
	})
}

// passesByItself reports whether a failure may end while nothing is done.
func passesByItself(failed *memory.Run) bool {
	lines := ""
	for _, e := range failed.Errors {
		switch e.Class {
		case "busy", "disk", "infrastructure", "limit", "memory", "network", "port", "service", "timeout":
			return true
		}
		lines += e.Line.String() + "\n"
	}
	if failed.Check != nil {
		lines += failed.Check.Lines.String()
	}
	return containsAny(strings.ToLower(lines), saysPassingWords[:])
}

// saysMissing reports whether an error says that something is not there, is not known, or is
// not as its readers need it.
func saysMissing(e *memory.Error) bool {
	line := strings.ToLower(e.Line.String())
	if containsAny(line, saysComparesWords[:]) {
		return false
	}
	return needsInstall(e.Class) || e.Cause != "" || saysItIsWrong(line) || containsAny(line, saysMissingWords[:])
}

func containsAny(line string, list []string) bool {
	return slices.ContainsFunc(list, func(says string) bool { return strings.Contains(line, says) })
}

// starts reports whether a recipe starts something that then answers.
func starts(l *memory.Lesson, reader Reader) bool {
	return slices.ContainsFunc(l.Recipe(), func(d memory.Step) bool {
		if d.Edit {
			return false
		}
		s := reader.Script(d.Text)
		return strings.HasSuffix(strings.TrimSpace(s.Text), "&") || slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
			c := &s.Calls[i]
			return slices.ContainsFunc(words(c), func(w string) bool {
				return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(w), isNoLetter), stepStartsWord)
			})
		})
	})
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// namesSame reports whether a recipe has a word of an error, or one that begins like it, that
// is none of the failed command.
func namesSame(l *memory.Lesson, line string, failed *memory.Run) bool {
	did := ""
	for _, d := range l.Recipe() {
		did += " " + strings.ToLower(d.Text.String())
	}
	asked := strings.ToLower(failed.Command.String())
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), func(w string) bool {
		begin := w[:min(len(w), max(4, len(w)*2/3))]
		return len(w) >= 4 && !wordOfErrorsWord(w) && strings.Contains(did, begin) && !strings.Contains(asked, begin)
	})
}
