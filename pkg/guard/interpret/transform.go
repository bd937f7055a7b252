package interpret

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// transform carries out ${v@E} and its like on a known value.
func (e expander) transform(op, name, text string) shell.Word {
	switch op {
	case "E":
		return shell.LitWord(shell.AnsiC(text))
	case "P":
		return e.prompt(text)
	case "Q":
		if q, err := syntax.Quote(text, syntax.LangBash); err == nil && !strings.ContainsAny(text, "'\n\t") {
			if q == text {
				q = "'" + text + "'"
			}
			return shell.LitWord(q)
		}
	case "U":
		return shell.LitWord(strings.ToUpper(text))
	case "L":
		return shell.LitWord(strings.ToLower(text))
	case "u":
		_, n := utf8.DecodeRuneInString(text)
		return shell.LitWord(strings.ToUpper(text[:n]) + text[n:])
	}
	return shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: "${" + name + "@" + op + "}"}}}
}

// prompt expands a text as the shell does its prompts: the substitutions in it
// run.
func (e expander) prompt(text string) shell.Word {
	v, ok := e.document(text)
	if !ok || strings.ContainsAny(text, `\!`) {
		return set("${..@P}")
	}
	return v
}

// document expands a text as if it stood in double quotes. The substitutions in
// it run.
func (e expander) document(text string) (shell.Word, bool) {
	if !strings.ContainsAny(text, "$`\\") {
		return shell.LitWord(text), true
	}
	if e.w.depth >= maxDepth || !e.w.Spend(1) || shell.TooNested(text) >= 0 {
		return shell.Word{}, false
	}
	word, err := shell.ParseDocument(text)
	if err != nil || word == nil {
		return shell.Word{}, false
	}
	e.w.depth++
	spans := e.w.at.pos
	e.w.at.pos = e.w.at.Inside(e.w.at.Here())
	v := e.quotedParts(word.Parts, []partial{{open: true}})[0].cur
	e.w.at.pos = spans
	e.w.depth--
	return v, true
}
