package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// The bounds on what is advised.
const (
	maxCommands = 3
	maxWords    = 2   // ways out that are no command
	maxCommand  = 500 // bytes of a command that is derived from a longer one
	maxQuoted   = 80  // bytes of the output that are quoted in a sentence
)

// Fixes lists ways out of the errors of a run, the best first: what the
// failing tool itself advises, then what is known of it. A command is there
// only when it is derived from the one that failed and what was printed.
//
// An output is written by anyone. What it says is quoted as data, and a
// command in it counts only when it is one of the failing program itself.
func (r *Reader) Fixes(s *Seen, errs []memory.Error) []memory.Fix {
	if s.Exited && s.Exit == 0 && len(errs) == 0 {
		return nil
	}
	a := &adviser{seen: s, errs: errs, text: s.Output.String()}
	a.lines = slices.Collect(skim(a.text))
	if s.Script != nil && len(s.Script.Text) <= maxCommand {
		if a.corrections(a.within(r.linesWith(a.text, offersWord))); len(a.fixes) == 0 {
			a.quotations(a.within(r.linesWith(a.text, tellsToDo)))
		}
	}
	for _, t := range r.troubles(s) {
		if a.aside(t) {
			continue
		}
		if n := len(a.fixes); !slices.Contains(a.told, t.at) {
			if a.row(t); len(a.fixes) > n {
				a.told = append(a.told, t.at)
			}
		}
	}
	if len(a.fixes) == 0 && s.Script != nil && len(s.Script.Text) <= maxCommand {
		a.options(a.within(r.linesWith(a.text, tellsToDo)))
	}
	return a.best()
}

// adviser collects ways out.
type adviser struct {
	seen  *Seen
	errs  []memory.Error
	text  string
	lines []passage
	fixes []memory.Fix
	told  []passage // lines that a row has answered
}

// aside reports whether an error of any program is only what failing tests
// print on their way.
func (a *adviser) aside(t trouble) bool {
	if len(a.errs) == 0 || a.errs[0].Class != "test" || len(t.fix.Programs) > 0 {
		return false
	}
	switch t.fix.Class {
	case "unknown-option":
		option, _ := t.value("option")
		return t.call < 0 || option == "" || !hasOption(&a.seen.Script.Calls[t.call], option)
	case "missing-command", "python-import", "javascript", "package", "version", "port", "disk", "memory":
		return false
	}
	return true
}

// within lists those passages that are in the lines that are read.
func (a *adviser) within(list []passage) []passage {
	return slices.DeleteFunc(list, func(at passage) bool { return a.index(at) < 0 })
}

// index returns the number of the line that a passage is in, -1 when it is not
// read.
func (a *adviser) index(at passage) int {
	i, ok := slices.BinarySearchFunc(a.lines, at.from, func(l passage, from int) int { return l.from - from })
	if !ok {
		i--
	}
	if i < 0 || at.from > a.lines[i].to {
		return -1
	}
	return i
}

// offer adds a way out. A command that says what the failed one said, or that
// nobody should be handed, is left out, and with it what is said of it.
func (a *adviser) offer(f memory.Fix, command string) {
	if command != "" {
		command = strings.TrimSpace(command)
		if a.seen.Script == nil || sameWords(command, a.seen.Script.Text) || Reckless(command, a.seen.Script.Text) {
			return
		}
		f.Command = redact.Clean(command)
		if strings.Contains(f.Command.String(), redact.Mask) {
			return
		}
	}
	if f.Signature == "" && len(a.errs) > 0 {
		f.Signature = a.errs[0].Signature
	}
	same := func(o memory.Fix) bool {
		return f.Command.Len() > 0 && sameWords(o.Command.String(), f.Command.String()) ||
			f.Command.Len() == 0 && (o.Rule != "" && o.Rule == f.Rule || o.Text == f.Text)
	}
	if !slices.ContainsFunc(a.fixes, same) {
		a.fixes = append(a.fixes, f)
	}
}

// best cuts what was collected: words are told only where there is no
// command.
func (a *adviser) best() []memory.Fix {
	var commands, words []memory.Fix
	for _, f := range a.fixes {
		switch {
		case f.Command.Len() == 0 && len(words) < maxWords:
			words = append(words, f)
		case f.Command.Len() > 0 && len(commands) < maxCommands:
			commands = append(commands, f)
		}
	}
	if len(commands) > 0 {
		return commands
	}
	return words
}

// sameWords reports whether two commands differ in blanks only, as a shell
// knows them.
func sameWords(a, b string) bool {
	blank := func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' }
	return slices.Equal(strings.FieldsFunc(a, blank), strings.FieldsFunc(b, blank))
}

// quoted returns words of an output as they may stand in a sentence.
func quoted(s string) string {
	return display.Inline(redact.Clean(strings.TrimSpace(s)).Cut(maxQuoted).String())
}
