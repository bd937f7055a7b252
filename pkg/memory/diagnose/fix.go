package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The bounds on fixes.
const (
	maxCommandFixes = 3
	maxAdvice       = 2   // fixes without a command
	maxCommand      = 500 // bytes of the failed command; longer ones are not rewritten
	maxQuoted       = 80  // bytes of output quoted in a sentence
)

// Fixes returns fixes for the errors of a run, the best first: what the
// failing tool itself suggests, then what is known. A command is offered
// only if it follows from the failed one and from what was printed.
//
// Anyone may have written the output. Its text is quoted as data, and a
// command in it counts only if it is one of the failing program itself.
func (r *Reader) Fixes(out *Output, errs []memory.Error) []memory.Fix {
	if out.Exited && out.Exit == 0 && len(errs) == 0 {
		return nil
	}
	out, _ = out.orStatus()
	ff := &fixFinder{out: out, errs: errs, text: out.Text.String()}
	ff.lines = slices.Collect(skim(ff.text))
	checked := slices.ContainsFunc(errs, isCheckError)
	known := slices.DeleteFunc(r.knownErrors(out), ff.incidental)
	for _, k := range known {
		if ff.nearFix(k) { // what exists here is surer than what the tool thinks similar
			ff.answered = append(ff.answered, k.at)
		}
	}
	if len(ff.fixes) == 0 && out.Script != nil && len(out.Script.Text) <= maxCommand {
		if !checked { // what a check says of the code are not words of the command
			ff.wordFixes(ff.readLines(r.linesWith(ff.text, offersWord)))
		}
		if len(ff.fixes) == 0 {
			ff.quotedFixes(ff.readLines(r.linesWith(ff.text, instructs)))
		}
	}
	for _, k := range known {
		if n := len(ff.fixes); !slices.Contains(ff.answered, k.at) {
			ff.rowFixes(k)
			if len(ff.fixes) > n {
				ff.answered = append(ff.answered, k.at)
			}
		}
	}
	if !checked && len(ff.fixes) == 0 && out.Script != nil && len(out.Script.Text) <= maxCommand {
		ff.optionFixes(ff.readLines(r.linesWith(ff.text, instructs)))
	}
	return ff.best()
}

// isCheckError reports whether an error is the failure of a check, and not one
// of the command.
func isCheckError(e memory.Error) bool {
	return e.Rule == "" && e.Class != memory.CheckRun && slices.Contains(rule.CheckKinds, e.Class)
}

// fixFinder collects the fixes for one output.
type fixFinder struct {
	out      *Output
	errs     []memory.Error
	text     string
	lines    []span
	fixes    []memory.Fix
	answered []span // lines that already have a fix
}

// incidental reports whether an error that any program may print is only
// something that failing tests log.
func (ff *fixFinder) incidental(k knownError) bool {
	if len(ff.errs) == 0 || ff.errs[0].Class != "test" || len(k.fix.Programs) > 0 {
		return false
	}
	switch k.fix.Class {
	case "unknown-option":
		option, _ := k.value("option")
		return k.call < 0 || option == "" || !hasOption(&ff.out.Script.Calls[k.call], option)
	case "javascript":
		_, thrown := k.value("name")
		return thrown
	case "missing-command", "python-import", "package", "version", "port", "disk", "memory":
		return false
	}
	return true
}

// readLines returns the spans that lie in the lines that are read.
func (ff *fixFinder) readLines(list []span) []span {
	return slices.DeleteFunc(list, func(at span) bool { return ff.lineIndex(at) < 0 })
}

// lineIndex returns the index of the line that contains a span, or -1 if the
// line is not read.
func (ff *fixFinder) lineIndex(at span) int {
	i, ok := slices.BinarySearchFunc(ff.lines, at.from, func(l span, from int) int { return l.from - from })
	if !ok {
		i--
	}
	if i < 0 || at.from > ff.lines[i].to {
		return -1
	}
	return i
}

// add adds a fix. It drops one whose command equals the failed one or is
// reckless.
func (ff *fixFinder) add(f memory.Fix, command string) {
	if command != "" {
		command = strings.TrimSpace(command)
		if ff.out.Script == nil || sameWords(command, ff.out.Script.Text) || Reckless(command, ff.out.Script.Text) {
			return
		}
		f.Command = redact.Clean(command)
		if strings.Contains(f.Command.String(), redact.Mask) {
			return
		}
	}
	if f.Signature == "" && len(ff.errs) > 0 {
		f.Signature = ff.errs[0].Signature
	}
	same := func(o memory.Fix) bool {
		return f.Command.Len() > 0 && sameWords(o.Command.String(), f.Command.String()) ||
			f.Command.Len() == 0 && (o.Rule != "" && o.Rule == f.Rule || o.Text == f.Text)
	}
	if !slices.ContainsFunc(ff.fixes, same) {
		ff.fixes = append(ff.fixes, f)
	}
}

// best returns the fixes to offer. Advice without a command is offered only if
// there is no command.
func (ff *fixFinder) best() []memory.Fix {
	var commands, words []memory.Fix
	for _, f := range ff.fixes {
		switch {
		case f.Command.Len() == 0 && len(words) < maxAdvice:
			words = append(words, f)
		case f.Command.Len() > 0 && len(commands) < maxCommandFixes:
			commands = append(commands, f)
		}
	}
	if len(commands) > 0 {
		return commands
	}
	for i := range words {
		if slices.ContainsFunc(ff.errs, func(e memory.Error) bool {
			return e.Class == "missing-command" && e.Rule != "" && e.Rule == words[i].Rule
		}) {
			return words[i : i+1] // without the program nothing else matters
		}
	}
	return words
}

// sameWords reports whether two commands differ only in blanks.
func sameWords(a, b string) bool {
	blank := func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' }
	return slices.Equal(strings.FieldsFunc(a, blank), strings.FieldsFunc(b, blank))
}

// quoted returns a text of the output, safe to stand in a sentence.
func quoted(s string) string {
	return display.Inline(redact.Clean(strings.TrimSpace(s)).Cut(maxQuoted).String())
}
