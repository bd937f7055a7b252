package prompts

import "strings"

// Statements returns the sentences of a prompt in which the user asks nothing: what they
// wrote in their own voice, as it stands there. A question that only asks whether it was
// understood is none: "leave x.md alone, ok?".
func Statements(prompt string) (list []string) {
	text := own(excerpt(prompt))
	if text == "" {
		return nil
	}
	for _, s := range sentences(tokens(text), func(string) bool { return false }) {
		if len(s.tokens) < 2 {
			continue
		}
		said := s.tokens
		if s.question {
			if said = withoutTag(said); said == nil {
				continue
			}
		}
		// The marks around what is quoted are part of it: without one, it is the user's own.
		from, to := said[0].from, said[len(said)-1].to
		if at := strings.LastIndexAny(text[:from], quotation); at >= 0 && strings.TrimLeft(text[at:from], quotation) == "" {
			from = at
		}
		to += len(text[to:]) - len(strings.TrimLeft(text[to:], quotation))
		list = append(list, strings.TrimSpace(text[from:to]))
	}
	return list
}

const quotation = "\"'`”’»「」“„‘«"

// withoutTag returns a question without the tag at its end; nil: it has none.
func withoutTag(s []token) []token {
	n := len(s) - 1
	if n < 3 || s[n-1].kind != sign || !classOf("TAG").has(s[n].text) || classOf("IF").has(s[fillers(s)].text) {
		return nil
	}
	return s[:n-1]
}
