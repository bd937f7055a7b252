package shell

import "strings"

// Literal returns the text of a word without unknown parts and globs.
func (w Word) Literal() (string, bool) {
	switch len(w.Parts) {
	case 0:
		return "", true
	case 1:
		return w.Parts[0].Text, w.Parts[0].Kind == Lit
	}
	for i := range w.Parts {
		if w.Parts[i].Kind != Lit {
			return "", false
		}
	}
	return w.String(), true
}

// bare returns the text of a word that is one literal of which nothing else is known.
func (w Word) bare() (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	p := &w.Parts[0]
	return p.Text, p.Kind == Lit && p.From == nil && !p.Temp && !p.Path && !p.Set && !p.Unset
}

// String renders a word for a reader: literals and globs as written, unknowns
// as the expression that made them.
func (w Word) String() string {
	if len(w.Parts) == 1 {
		return w.Parts[0].Text
	}
	var b strings.Builder
	b.Grow(TextLength(w))
	for i := range w.Parts {
		b.WriteString(w.Parts[i].Text)
	}
	return b.String()
}

// Prefix returns the literal text before the first part that is not literal.
func (w Word) Prefix() string {
	if len(w.Parts) == 0 || w.Parts[0].Kind != Lit {
		return ""
	}
	if len(w.Parts) == 1 || w.Parts[1].Kind != Lit { // nearly always: not copied
		return w.Parts[0].Text
	}
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind != Lit {
			break
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// Head returns the literal text with which a word begins, or the first piece of it
// where that is long.
func (w Word) Head() string {
	if len(w.Parts) == 0 || w.Parts[0].Kind != Lit {
		return ""
	}
	return w.Parts[0].Text
}

// HasUnknown reports whether any part of the word is unknown.
func (w Word) HasUnknown() bool {
	for i := range w.Parts {
		if w.Parts[i].Kind == Unknown {
			return true
		}
	}
	return false
}

// From returns the calls whose output the word carries.
func (w Word) From() []int {
	var from []int
	for _, p := range w.Parts {
		from = append(from, p.From...)
	}
	return from
}

// Is reports whether the word is exactly the literal s.
func (w Word) Is(s string) bool {
	t, ok := w.Literal()
	return ok && t == s
}

// Equal reports whether two words say the same.
func (w Word) Equal(v Word) bool {
	if len(w.Parts) != len(v.Parts) {
		return false
	}
	if len(w.Parts) > 0 && &w.Parts[0] == &v.Parts[0] {
		return true
	}
	for i := range w.Parts {
		if w.Parts[i].Kind != v.Parts[i].Kind || w.Parts[i].Text != v.Parts[i].Text {
			return false
		}
	}
	return true
}
