package rule

import "strings"

// Told is the text for a placeholder in a sentence. Text that others wrote, such as the name
// of a file or a branch, or a message of git, is kept apart from ctxhook's own words: it
// must not read as if ctxhook said it.
type Told struct{ parts []toldPart }

type toldPart struct {
	text    string
	outside bool
}

// own is told in ctxhook's own words: a number, or what it knows by itself.
func own(s string) Told {
	if s == "" {
		return Told{}
	}
	return Told{[]toldPart{{text: s}}}
}

// outside is told in words of others.
func outside(s string) Told {
	if s == "" {
		return Told{}
	}
	return Told{[]toldPart{{s, true}}}
}

// and returns one behind the other.
func (t Told) and(others ...Told) Told {
	parts := t.parts[:len(t.parts):len(t.parts)]
	for _, o := range others {
		parts = append(parts, o.parts...)
	}
	return Told{parts}
}

// joined lists several with a text of ctxhook's own in between.
func joined(list []Told, between string) (t Told) {
	for i, one := range list {
		if i > 0 {
			t = t.and(own(between))
		}
		t = t.and(one)
	}
	return t
}

// Show returns the sentence, in which quote shows the words of others.
func (t Told) Show(quote func(string) string) string {
	var b strings.Builder
	for _, p := range t.parts {
		if p.outside {
			b.WriteString(quote(p.text))
		} else {
			b.WriteString(p.text)
		}
	}
	return b.String()
}
