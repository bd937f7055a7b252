package interpret

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// holes are unknown parts of words. A nested text names each by a variable of
// its own: ${ctxhook_u1234567890123456789_0}.
//
// The prefix is random, so that a text cannot name a part itself: it could make
// an empty variable look like a fresh temporary directory, and then delete
// $NAME/etc. No verdict depends on its value: it has always 19 digits, and no
// letters, which readers of other languages could take for commands.
type holes struct {
	prefix string // "" without parts
	parts  []shell.Part
}

// variable returns the variable that stands for a part.
func (h *holes) variable(p shell.Part) string {
	if h.prefix == "" {
		h.prefix = "ctxhook_u" + strconv.FormatUint(1e18+rand.Uint64N(9e18), 10) + "_"
	}
	h.parts = append(h.parts, p)
	return "${" + h.prefix + strconv.Itoa(len(h.parts)-1) + "}"
}

// quoted returns a word as text for use in double quotes.
func (h *holes) quoted(v shell.Word) string {
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
func (h *holes) text(v shell.Word) string {
	if t, ok := v.Literal(); ok {
		return t
	}
	var b strings.Builder
	for _, p := range v.Parts {
		if p.Kind == shell.Unknown {
			b.WriteString(h.variable(p))
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// part returns the part that a variable stands for.
func (h *holes) part(variable string) (shell.Part, bool) {
	number, ok := strings.CutPrefix(variable, h.prefix)
	if !ok || h.prefix == "" {
		return shell.Part{}, false
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= len(h.parts) {
		return shell.Part{}, false
	}
	return h.parts[n], true
}

// in reports whether a text names a part.
func (h *holes) in(text string) bool { return h.prefix != "" && strings.Contains(text, h.prefix) }

// word returns a text as a word, with the parts that variables in it stand for.
func (h *holes) word(text string) shell.Word {
	if !h.in(text) {
		return shell.LitWord(text)
	}
	var v shell.Word
	h.appendTo(&v, text)
	return v
}

// appendTo appends text to a word, with the parts that variables in it stand
// for.
func (h *holes) appendTo(v *shell.Word, text string) {
	for h.prefix != "" {
		i := strings.Index(text, "${"+h.prefix)
		if i < 0 {
			break
		}
		name, rest, closed := strings.Cut(text[i+len("${"):], "}")
		p, ok := h.part(name)
		if !closed || !ok { // the text's own
			break
		}
		v.Add(shell.Part{Kind: shell.Lit, Text: text[:i]})
		v.Add(p)
		text = rest
	}
	if text != "" {
		v.Add(shell.Part{Kind: shell.Lit, Text: text})
	}
}
