package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// reading says what a single word is, read as a command. Each kind is surer than the one
// before it.
type reading uint8

const (
	noCommand    reading = iota // a name, a sentence
	shortCommand                // a known program and a name or two: dropdb shop
	oneCommand                  // what follows the program are options and paths: rm -rf build
	manyCommands                // several, each of a known program; a sentence with an ampersand is not
)

// maxLine bounds the length of a word that is read as a command line.
const maxLine = 4096

// reading returns how a word reads.
func (r *runner) reading(w shell.Word) reading {
	text, ok := w.Literal()
	switch {
	case !ok:
		return noCommand
	case len(text) > maxLine || !strings.Contains(text, " ") || !r.hasCommandLine(text):
		if words := strings.Fields(text); len(words) < 2 || len(words) > 3 || r.harmful(words[0]) == nil {
			return noCommand
		}
		return shortCommand
	case !strings.Contains(text, "&&") && !strings.Contains(text, ";"):
		return oneCommand
	}
	commands := strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '&' })
	if len(commands) < 2 || !r.areCommands(commands) {
		return oneCommand
	}
	return manyCommands
}

// areCommands reports whether each text begins with a known program.
func (r *runner) areCommands(texts []string) bool {
	for _, text := range texts {
		words := strings.Fields(text)
		if len(words) == 0 || shell.About(r.f.opt.Models, shell.ProgramName(words[0])) == nil {
			return false
		}
	}
	return true
}

// hasCommandLine reports whether a text is a command line, or one of several that are joined
// is: cd app && rm -rf build.
func (r *runner) hasCommandLine(text string) bool {
	joined := strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '&' || c == '|' })
	if len(joined) < 2 {
		return r.isCommandLine(text)
	}
	return slices.ContainsFunc(joined, r.isCommandLine)
}

// isCommandLine reports whether a text reads as one command, and not as a sentence about it.
func (r *runner) isCommandLine(text string) bool {
	words := strings.Fields(text)
	for len(words) > 1 && (words[0] == "sudo" || strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-")) {
		words = words[1:]
	}
	if len(words) < 2 {
		return false
	}
	m := r.harmful(words[0])
	if m == nil {
		return false
	}
	plain := 0
	for _, w := range words[1:] {
		if isLetters(w) {
			plain++
		}
	}
	if len(words) <= 6 && plain < len(words)-1 && m.Depth > 0 {
		return true // kubectl delete namespace payments --wait=false
	}
	return 2*plain < len(words) // not: rm -rf / wiped the disk
}

func isLetters(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz,.'!?") == ""
}

// harmful returns how a program reads its arguments, by its name or path, if it may do harm
// and its name is no common word for something else; nil: it is another.
func (r *runner) harmful(program string) *rule.Command {
	if commonNameWord(program) {
		return nil
	}
	m := shell.Readable(shell.About(r.f.opt.Models, shell.ProgramName(program)))
	if m == nil || !shell.MayHarm(m) {
		return nil
	}
	return m
}

// startsCommand reports whether words are a program that may do harm and its arguments.
func (r *runner) startsCommand(words []shell.Word) bool {
	if len(words) < 2 {
		return false
	}
	name, ok := words[0].Literal()
	return ok && name != "" && name[0] != '-' && r.harmful(name) != nil
}

// isCommand reports whether words are a command where one is expected: a program and its
// arguments, or a word that is a command by itself.
func (r *runner) isCommand(words []shell.Word) bool {
	return r.startsCommand(words) || len(words) == 1 && r.reading(words[0]) != noCommand
}
