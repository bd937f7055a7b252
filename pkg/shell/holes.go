package shell

import (
	"strconv"
	"strings"
)

// holePrefix begins the names of the variables that stand for unknown parts in
// a nested text.
const holePrefix = "ctxhook_u"

// holes are unknown parts of words, numbered, so that a nested text can name
// them: ${ctxhook_u0}.
type holes []Part

// variable returns the variable that stands for a part.
func (h *holes) variable(p Part) string {
	*h = append(*h, p)
	return "${" + holePrefix + strconv.Itoa(len(*h)-1) + "}"
}

// quoted returns a word as text for use in double quotes.
func (h *holes) quoted(v Word) string {
	if t, ok := v.Literal(); ok && !strings.ContainsAny(t, "\"$`\\") {
		return t
	}
	var b strings.Builder
	for _, p := range v.Parts {
		b.WriteString(h.variable(p))
	}
	return b.String()
}

// text returns the text of a word, with variables for its unknown parts.
func (h *holes) text(v Word) string {
	if t, ok := v.Literal(); ok {
		return t
	}
	var b strings.Builder
	for _, p := range v.Parts {
		if p.Kind == Unknown {
			b.WriteString(h.variable(p))
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// part returns the part that a variable stands for.
func (h holes) part(variable string) (Part, bool) {
	number, ok := strings.CutPrefix(variable, holePrefix)
	if !ok {
		return Part{}, false
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= len(h) {
		return Part{}, false
	}
	return h[n], true
}

// appendTo appends text to a word, with the parts that variables in it stand
// for.
func (h holes) appendTo(v *Word, text string) {
	for {
		i := strings.Index(text, "${"+holePrefix)
		if i < 0 {
			break
		}
		name, rest, closed := strings.Cut(text[i+len("${"):], "}")
		p, ok := h.part(name)
		if !closed || !ok { // the text's own
			break
		}
		v.add(Part{Kind: Lit, Text: text[:i]})
		v.add(p)
		text = rest
	}
	if text != "" {
		v.add(Part{Kind: Lit, Text: text})
	}
}
