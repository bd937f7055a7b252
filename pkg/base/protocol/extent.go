package protocol

import "bytes"

// extent finds where the object ends that a text begins with, in pieces. It
// counts brackets, and checks nothing.
type extent struct {
	depth  int
	quoted bool
	over   bool // there is no object, and nothing to wait for
	escape
}

// maxNesting bounds how deep an object may be nested to be read on.
const maxNesting = 1 << 20

// whole reports whether all of the object was seen.
func (o *extent) whole() bool { return o.over && o.depth == 0 }

// end returns how much of the next piece belongs to the object, if the object ends
// there. A text that does not begin with an object ends at once, and one that is nested
// deeper than maxNesting ends where it is.
func (o *extent) end(b []byte) (n int, ok bool) {
	for n < len(b) && !o.over {
		if o.quoted {
			m, ends := o.stringEnd(b[n:])
			n += m
			o.quoted = !ends
			continue
		}
		c := b[n]
		n++
		switch {
		case c == '{', c == '[' && o.depth > 0:
			o.depth++
			o.over = o.depth == maxNesting
		case o.depth == 0:
			o.over = !isBlank(c)
		case c == '"':
			o.quoted, o.odd = true, false
		case c == '}', c == ']':
			o.depth--
			o.over = o.depth == 0
		}
	}
	return n, o.over
}

// isBlank reports whether a byte may stand before an object: blanks, the mark of
// the byte order, and the NULs of a caller that counts wrongly.
func isBlank(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', 0, 0xef, 0xbb, 0xbf:
		return true
	}
	return false
}

// escape follows the backslashes of a string that comes in pieces.
type escape struct {
	odd bool // an odd number of backslashes precedes the next byte
}

// stringEnd returns how many bytes belong to the string one is in, and whether
// it ends with them. It is fast because it looks only for quotes, and then
// checks whether a backslash escapes the quote.
func (e *escape) stringEnd(b []byte) (n int, ends bool) {
	for {
		i := bytes.IndexByte(b[n:], '"')
		if i < 0 {
			e.odd = e.backslashes(b)
			return len(b), false
		}
		n += i + 1
		if !e.backslashes(b[:n-1]) {
			e.odd = false
			return n, true
		}
	}
}

// backslashes reports whether b, with the bytes before it, ends with an odd
// number of backslashes.
func (e *escape) backslashes(b []byte) bool {
	i := len(b)
	for i > 0 && b[i-1] == '\\' {
		i--
	}
	odd := (len(b)-i)%2 == 1
	return odd != (i == 0 && e.odd)
}
