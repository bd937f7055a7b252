package tree

import (
	"bytes"
	"strconv"
)

// notSupported is said of what makes one value stand for another.
const notSupported = "anchors, aliases, tags and merges are not supported"

// refused reports an indicator with which no value begins that a strict reader takes.
func (y *reader) refused() bool {
	switch c := y.data[y.pos]; c {
	case '&', '*', '!':
		y.fail(notSupported)
	case '@', '`', '%', ']', '}', ',':
		y.fail("a text that begins with " + string(c) + " needs quotes")
	case '?', '-':
		if !y.blank(y.pos + 1) {
			return false
		}
		y.fail("a value cannot begin with " + string(c) + " here")
	default:
		return false
	}
	return true
}

// refusedKey reports a key that a strict reader does not take.
func (y *reader) refusedKey() bool {
	switch {
	case y.pos >= len(y.data):
		return true // it failed before
	case y.indicator('?'):
		y.fail("a key behind a question mark is not supported")
	case bytes.HasPrefix(y.data[y.pos:], []byte("<<:")), y.data[y.pos] == '&', y.data[y.pos] == '!', y.data[y.pos] == '*':
		y.fail(notSupported)
	default:
		return false
	}
	return true
}

// expected reports what a value in brackets needs behind it.
func (y *reader) expected(closing byte) bool {
	y.fail("expected a comma or " + string(closing))
	return true
}

// keys are those of a mapping that were read; nil for a reader that takes any.
type keys map[string]bool

func (y *reader) keys() keys {
	if !y.strict {
		return nil
	}
	return make(keys)
}

// twice reports a key that its mapping has already.
func (k keys) twice(y *reader, p *Pair) bool {
	if k == nil {
		return false
	}
	if k[p.Key] {
		y.failAt(strconv.Quote(p.Key)+" twice", p.At)
		return true
	}
	k[p.Key] = true
	return false
}

// hasColon reports a colon in a text without quotes: the rest would be the value of a
// key.
func (y *reader) hasColon(from, to int) bool {
	for i := from; i < to; i++ {
		if y.data[i] == ':' && y.blank(i+1) {
			y.failAt("a text with a colon and a space needs quotes", i)
			return true
		}
	}
	return false
}

// escapes reports whether all that backslashes stand for in a text is known.
func (y *reader) escapes(n *Node) bool {
	for i := n.From; i < n.To; i++ {
		if y.data[i] != '\\' {
			continue
		}
		i++
		if c := y.data[i]; hexDigits(c) == 0 && bytes.IndexByte([]byte("0abt\tnvfre \"/\\\r\n"), c) < 0 {
			y.failAt("unknown escape \\"+string(c)+": write single quotes", i-1)
			return false
		}
	}
	return true
}

// indents reports whether nothing but space stands before an offset on its line, and
// something behind it that is no comment.
func (y *reader) indents(at int) bool {
	rest := bytes.TrimLeft(y.data[at:y.eol(at)], " \t\r")
	return len(bytes.TrimLeft(y.data[y.line:at], " \t")) == 0 && len(rest) > 0 && rest[0] != '#'
}

// failAt fails at an offset that the reader has passed.
func (y *reader) failAt(say string, at int) {
	y.pos = at
	y.fail(say)
}
