package interpret

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// foreign returns the language of a command of PowerShell or cmd that is typed
// into a POSIX shell. In both a backslash divides paths, and quotes follow
// other rules.
func foreign(program string) (lang string, ok bool) {
	switch program {
	case "rd", "del", "erase":
		return "cmd", true
	}
	if program == "" || program[0] < 'A' || program[0] > 'Z' {
		return "", false // nearly always
	}
	verb, noun, ok := strings.Cut(program, "-")
	if !ok || !capital(verb) || !capital(noun) {
		return "", false
	}
	return "powershell", true
}

// capital reports whether a word is written Like or LikeThis.
func capital(s string) bool {
	if len(s) < 2 || s[0] < 'A' || s[0] > 'Z' || s[1] < 'a' || s[1] > 'z' {
		return false
	}
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// asTyped reads a call in the language it is written in, from the source text.
// It reports whether that was possible.
func (w *Walker) asTyped(argv []shell.Word, x Invocation, st *State) (Output, bool) {
	name, _ := argv[0].Literal()
	lang, ok := foreign(name)
	if !ok || !w.at.pos.exact || st.Code != "" || w.model(name) == nil {
		return Output{}, false
	}
	text := w.script.Text[x.Span.From:x.Span.To]
	if !strings.HasPrefix(text, name) || !strings.ContainsAny(text, `\$,`) { // else both read it alike
		return Output{}, false
	}
	i := w.AddCall(&shell.Call{Program: name, About: w.about(name), Argv: argv, Redirs: x.redirs, Stdin: x.In, Span: x.Span, Rare: x.rare()}, st)
	c := st.Fork()
	c.Via = i
	w.follower.Code(i, x, c, lang, shell.LitWord(text))
	return Output{From: []int{i}}, true
}
