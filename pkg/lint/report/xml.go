package report

import (
	"bufio"
	"strconv"
	"unicode/utf8"
)

// XML is written by hand: linking encoding/xml would cost time at every start
// of a hook.

const xmlHeader = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// attr writes an attribute.
func attr(w *bufio.Writer, name, value string) {
	w.WriteString(" " + name + `="`)
	escapeXML(w, value)
	w.WriteByte('"')
}

func attrInt(w *bufio.Writer, name string, value int) { attr(w, name, strconv.Itoa(value)) }

// escapeXML writes text for an attribute or an element. XML cannot hold most
// control characters at all.
func escapeXML(w *bufio.Writer, s string) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '&':
			w.WriteString("&amp;")
		case r == '<':
			w.WriteString("&lt;")
		case r == '>':
			w.WriteString("&gt;")
		case r == '"':
			w.WriteString("&quot;")
		case r == '\n' || r == '\t' || r == '\r':
			w.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		case r < ' ' || r == 0xfffe || r == 0xffff || r == utf8.RuneError && n == 1:
			w.WriteRune(utf8.RuneError)
		default:
			w.WriteString(s[i : i+n])
		}
		i += n
	}
}
