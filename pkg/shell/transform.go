package shell

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// transform carries out ${v@E} and its like on a known value.
func (e expander) transform(op, name, text string) Word {
	switch op {
	case "E":
		return lit(ansiC(text))
	case "P":
		return e.prompt(text)
	case "Q":
		if q, err := syntax.Quote(text, syntax.LangBash); err == nil && !strings.ContainsAny(text, "'\n\t") {
			if q == text {
				q = "'" + text + "'"
			}
			return lit(q)
		}
	case "U":
		return lit(strings.ToUpper(text))
	case "L":
		return lit(strings.ToLower(text))
	case "u":
		_, n := utf8.DecodeRuneInString(text)
		return lit(strings.ToUpper(text[:n]) + text[n:])
	}
	return Word{Parts: []Part{{Kind: Unknown, Text: "${" + name + "@" + op + "}"}}}
}

// prompt expands a text as the shell does its prompts: the substitutions in it
// run.
func (e expander) prompt(text string) Word {
	v, ok := e.document(text)
	if !ok || strings.ContainsAny(text, `\!`) {
		return set("${..@P}")
	}
	return v
}

// document expands a text as if it stood in double quotes. The substitutions in
// it run.
func (e expander) document(text string) (Word, bool) {
	if !strings.ContainsAny(text, "$`\\") {
		return lit(text), true
	}
	if e.w.depth >= maxDepth || !e.w.spend(1) || tooNested(text) >= 0 {
		return Word{}, false
	}
	word, err := ParseDocument(text)
	if err != nil || word == nil {
		return Word{}, false
	}
	e.w.depth++
	spans := e.w.spans
	e.w.spans = e.w.inside(e.w.at())
	v := e.quotedParts(word.Parts, []partial{{open: true}})[0].cur
	e.w.spans = spans
	e.w.depth--
	return v, true
}
