package webpage

import (
	"bytes"
	"text/template"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// markup is HTML that is being written. Text and the values of attributes are
// escaped; the names of elements and attributes are words of this package.
type markup struct{ bytes.Buffer }

// open begins an element. attrs are names and values in turn.
func (m *markup) open(name string, attrs ...string) {
	m.WriteByte('<')
	m.WriteString(name)
	for i := 0; i+1 < len(attrs); i += 2 {
		m.WriteByte(' ')
		m.WriteString(attrs[i])
		m.WriteString(`="`)
		m.WriteString(escape(attrs[i+1]))
		m.WriteByte('"')
	}
	m.WriteByte('>')
}

// close ends elements, the inner one first.
func (m *markup) close(names ...string) {
	for _, name := range names {
		m.WriteString("</" + name + ">")
	}
}

// text writes a text.
func (m *markup) text(s string) { m.WriteString(escape(s)) }

// leaf writes an element that holds a text.
func (m *markup) leaf(name, text string, attrs ...string) {
	m.open(name, attrs...)
	m.text(text)
	m.close(name)
}

// escape makes a text one that is nothing but text, in HTML and in quotes.
// Control and direction characters are shown as codes: what is shown must be
// what ran.
func escape(s string) string { return template.HTMLEscapeString(display.Plain(s)) }

// How many characters of a text are shown.
const (
	longText  = 400
	shortText = 200
)

// cut shortens a text to so many characters, and says how many are missing.
func cut(s string, most int) string {
	at := 0
	for i := range s {
		if at == most {
			return s[:i] + " … " + grouped(len(s)-i) + " more bytes"
		}
		at++
	}
	return s
}
