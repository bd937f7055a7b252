package lessons

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// corrections finds a recent failure that this run corrects.
func corrections(now *memory.Run, script *shell.Script, steps []memory.Activity, reader Reader) []memory.Lesson {
	runs := 0
	for i := range steps {
		r := steps[i].Run
		if r == nil {
			continue
		}
		if runs++; runs > maxBack {
			break
		}
		if r.Outcome == memory.OK && templateProgram(r.Template) == templateProgram(now.Template) {
			break // failures before that run were corrected by it
		}
		// A failing check is fixed in files, so another command that passes
		// next is no correction of it.
		if r.Outcome != memory.Failed || r.Check != nil || len(r.Errors) == 0 {
			continue
		}
		e := r.Errors[0]
		if len(e.Keys()) == 0 {
			continue
		}
		if c, ok := correct(reader.Script(r.Command), script, &e, runs == 1); ok {
			return []memory.Lesson{{
				Kind: memory.LessonFix, Key: e.Signature, What: e.Line,
				From: redact.Clean(c.from), Remedy: redact.Clean(c.to),
			}}
		}
	}
	return nil
}

// templateProgram returns the program of a template.
func templateProgram(template redact.Text) string { return program(template.String()) }

// fromBelow returns the words behind the head of a call as they are in the directory that
// its correction changes to.
func fromBelow(remedy, from, rest string) string {
	dir, same := strings.CutSuffix(remedy, " && "+from)
	dir, changes := strings.CutPrefix(dir, "cd ")
	if !same || !changes {
		return rest
	}
	return strings.ReplaceAll(rest, " "+dir+"/", " ")
}

// program returns the program of a part of a template.
func program(part string) string {
	program, _, _ := strings.Cut(part, " ")
	return program
}

// correction is a text of a failed command and its replacement.
type correction struct{ from, to string }

// correct compares a failed command with a successful one. If they differ in
// one call, and the error names the difference, that difference is the
// correction: a word for a word, or a call for a call.
func correct(was, now *shell.Script, e *memory.Error, next bool) (correction, bool) {
	gone, come := onlyIn(was, now), onlyIn(now, was)
	for _, g := range gone {
		for _, c := range come {
			x, y := &was.Calls[g], &now.Calls[c]
			d := diff(words(x), words(y))
			lone := next && isOnlyWork(was, gone) && isOnlyWork(now, come)
			if !d.alike(x, y) || !sameWork(x, y, e) || !d.namedBy(e) && (subcommand(x) != subcommand(y) || !lone && !hasWord(e.Line.String(), x.Program)) {
				continue
			}
			if at := d.wrongWord(e); at >= 0 {
				from, to := source(was, x.Argv[at]), source(now, y.Argv[at])
				if from == "" || to == "" || !samePath(from, to) || !d.namedBy(e) && spelling.Similarity(from, to) < misspelt {
					return correction{}, false // it may have been about something else
				}
				return correction{from, to}, true
			}
			if options := d.addedOptions(words(y)); options != "" {
				if head := headSource(was, x); head != "" {
					return correction{head, head + " " + options}, true
				}
			}
			from, to := argvSource(was, x), argvSource(now, y)
			return correction{from, to}, from != "" && to != "" && from != to
		}
	}
	return correction{}, false
}

// isOnlyWork reports whether only one of the calls is not a filter behind a
// pipe.
func isOnlyWork(s *shell.Script, calls []int) bool {
	n := 0
	for _, i := range calls {
		if c := &s.Calls[i]; c.Stdin.Kind != shell.SourcePipe || !command.Is(c, rule.Filter) {
			n++
		}
	}
	return n == 1
}

// onlyIn returns the indexes of the calls that a has and b has not.
func onlyIn(a, b *shell.Script) []int {
	has := make(map[string]bool)
	for i := range b.Calls {
		has[strings.Join(words(&b.Calls[i]), "\x00")] = true
	}
	inside := make(map[int]bool)
	for i := range a.Calls {
		inside[a.Calls[i].Via] = true
	}
	var list []int
	for i := range a.Calls {
		if !inside[i] && len(a.Calls[i].Argv) > 0 && !has[strings.Join(words(&a.Calls[i]), "\x00")] {
			list = append(list, i)
		}
	}
	return list
}

// misspelt is how similar, out of 100, a subcommand and its correction must
// be.
const misspelt = 60

// sameWork reports whether two calls may do the same work. A different
// subcommand does other work, unless it corrects a typo or the error names it.
func sameWork(a, b *shell.Call, e *memory.Error) bool {
	from, to := subcommand(a), subcommand(b)
	return a.Program != b.Program || from == to || from == "" || to == "" ||
		spelling.Similarity(from, to) >= misspelt || hasWord(e.Line.String(), to)
}

// subcommand returns the subcommand of a call.
func subcommand(c *shell.Call) string { return strings.Join(c.Args.Sub, " ") }

// hasWord reports whether a line contains a word as a whole.
func hasWord(line, word string) bool {
	for from := 0; word != ""; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isWordByte(line[i-1])) && (end == len(line) || !isWordByte(line[end])) {
			return true
		}
		from = end
	}
	return false
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// samePath reports whether two paths may name the same file. Looking in
// another place is no correction.
func samePath(from, to string) bool {
	if !strings.Contains(from, "/") && !strings.Contains(to, "/") {
		return true
	}
	a, b := path.Base(strings.Trim(from, `'"`)), path.Base(strings.Trim(to, `'"`))
	return strings.EqualFold(a, b) || strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// ApplyCorrection returns a command with a lesson's correction applied, or ""
// if the command does not contain what the lesson corrects.
func ApplyCorrection(s *shell.Script, l *memory.Lesson) string {
	from := l.From.String()
	if from == "" {
		return ""
	}
	remedy := l.Remedy.String()
	head := strings.HasPrefix(remedy, from+" ") || strings.HasSuffix(remedy, " "+from) // it adds options, or what surrounds the call
	if head && strings.Contains(s.Text, remedy) {
		return "" // it is there
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		if src := argvSource(s, c); src == from || head && strings.HasPrefix(src, from+" ") {
			at := c.Argv[0].Span.From
			return s.Text[:at] + remedy + fromBelow(remedy, from, s.Text[at+len(from):])
		}
		if head {
			continue
		}
		for _, w := range c.Argv {
			if source(s, w) == from {
				return s.Text[:w.Span.From] + remedy + s.Text[w.Span.To:]
			}
		}
	}
	return ""
}
