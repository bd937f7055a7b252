package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// This file finds guarded files that are only a part of the words of a call: behind a key, in code,
// or with their directory in another word.

// guardOfReader adds the guarded files of a call of a program that mostly reads: the one into which it
// copies something from elsewhere, and those that a text speaks of which it runs.
func (r *collector) guardOfReader() {
	c := r.call
	if c.Model != nil && c.Model.Names[0] == "git" {
		return
	}
	last := c.Argv[len(c.Argv)-1]
	copies := slices.ContainsFunc(c.Argv[1:len(c.Argv)-1], func(w shell.Word) bool { return copiesWord(w.String()) })
	if copies && r.isGuardFile(last) {
		r.guardWritten(last, last.Span)
	}
	for i := 1; i < len(c.Argv); i++ {
		if text, ok := c.Argv[i].Literal(); ok && strings.IndexByte(text, ' ') >= 0 && c.Model != nil && c.Model.TraitsOf(c.Program)&(rule.Interpreter|rule.RunsUserCode|rule.InlineCode) != 0 {
			if part, ok := r.partOfGuard(c.Argv[i], c.Argv[i-1]); ok && !r.passesOn(c.Argv[i]) {
				r.guardWritten(part, c.Argv[i].Span)
			}
		}
	}
}

// partOfGuard returns the guarded file that a word names behind a key, as in error_log=FILE and
// CREATE:FILE, or in a command of the program's own, as in -ex "dump value FILE 0". Where a
// program works on another machine, a colon stands behind its name.
func (r *collector) partOfGuard(w, before shell.Word) (shell.Word, bool) {
	text, ok := w.Literal()
	if !ok || !strings.Contains(text, "/") {
		return w, false
	}
	part := func(s string) (shell.Word, bool) {
		p := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: s}}, Span: w.Span}
		return p, (strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~/")) && r.isGuardFile(p)
	}
	if strings.IndexByte(text, ' ') >= 0 {
		first, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		switch {
		case verbAsksOnlyWord(first):
			return w, false
		case changesFilesWord(first):
		case r.isOwnCommand(text), r.takesCode(before):
			rest = text
		case saysChanged(text) && !r.isSaid(w):
			rest = text
		default:
			return w, false
		}
		for word := range strings.FieldsFuncSeq(rest, endsPath) {
			if p, ok := part(word); ok {
				return p, true
			}
		}
		return w, false
	}
	n := strings.IndexAny(text, "=:")
	if n < 1 || saysRead(text[:n]) && !writesByName(text[:n]) || text[n] == ':' && r.call.Model != nil && r.call.Model.TraitsOf(r.call.Program)&rule.Remote != 0 || strings.ContainsAny(text[:n], "/@.~") && text[n] == ':' {
		return w, false
	}
	rest, _, _ := strings.Cut(text[n+1:], ",")
	return part(rest)
}

// endsPath reports whether a character of code is no part of a path.
func endsPath(c rune) bool {
	return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("/._~-+@", c) || c >= 0x80)
}

// saysChanged reports whether a text is code that changes files: it has brackets or ends of
// statements, and the name of a function for that.
func saysChanged(text string) bool {
	if !strings.ContainsAny(text, "(;\\\"'") {
		return false
	}
	text = strings.ToLower(text)
	return slices.ContainsFunc(codeChangesWords[:], func(word string) bool { return strings.Contains(text, word) })
}

// isSaid reports whether a word is a text that the call only passes on or that was read as code
// which names the file.
func (r *collector) isSaid(w shell.Word) bool {
	if c := r.call; c.Model == nil || c.Model.TraitsOf(c.Program)&(rule.Interpreter|rule.RunsUserCode|rule.InlineCode) == 0 {
		return true
	}
	for k := r.i + 1; k < len(r.script.Calls); k++ {
		if c := &r.script.Calls[k]; c.Via == r.i && slices.ContainsFunc(c.Argv, r.isGuardFile) {
			return true
		}
	}
	return false
}

// takesCode reports whether a word is an option for code in a language that is not read.
func (r *collector) takesCode(option shell.Word) bool {
	if !optionCodeWord(option.String()) {
		return false
	}
	return !slices.ContainsFunc(r.call.Args.Flags, func(f shell.Flag) bool {
		return option.Is(f.Name) && f.Option != nil && f.Option.Role != ""
	})
}

// guardJoined adds the guarded file of which one word has the directory and another one the name:
// aria2c -d ~/.local/bin -o ctxhook.
func (r *collector) guardJoined() {
	c := r.call
	reads := onlyReads(c)
	for i := 1; i < len(c.Argv); i++ {
		name, ok := c.Argv[i].Literal()
		if _, value, joined := strings.Cut(name, "="); joined && strings.HasPrefix(name, "-") {
			name = value
		}
		if !ok || name == "" || strings.ContainsAny(name, "/ ") || !strings.HasPrefix(c.Argv[i-1].String(), "-") && !strings.HasPrefix(c.Argv[i].String(), "-") ||
			!slices.ContainsFunc(r.at.guards(), func(g string) bool { return path.Base(g) == name }) {
			continue
		}
		for k := 1; k < len(c.Argv); k++ {
			dir := c.Argv[k]
			if n := strings.IndexByte(dir.Prefix(), '='); n > 0 && strings.HasPrefix(dir.Prefix(), "-") {
				dir = dir.Cut(n + 1)
			} else if reads && !strings.HasPrefix(c.Argv[k-1].String(), "-") {
				continue // find DIR -name x
			}
			if p, ok := Literal(dir, c.Cwd, r.at); k != i && ok && slices.Contains(r.at.guards(), path.Join(p, name)) {
				r.guardSaved(path.Join(p, name), c.Argv[i].Span)
				return
			}
		}
	}
}

// isOwnCommand reports whether a text is the value of an option that takes commands of the
// program's own language, and hands only some of them to a shell.
func (r *collector) isOwnCommand(text string) bool {
	return slices.ContainsFunc(r.call.Args.Flags, func(f shell.Flag) bool {
		return f.Option != nil && f.Option.Strip != "" && f.Value != nil && f.Value.Is(text)
	})
}
