package protocol

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// sieve copies JSON text as it is read, and leaves out what no hook needs. It
// checks nothing: broken JSON stays broken.
type sieve struct {
	out   []byte
	at    position
	from  int  // where in out the last string begins
	to    int  // and ends
	named bool // that string is the key of what comes next
	depth int  // of lists and objects that are left out
	end   byte // that ends them
	escape

	// The state of a bounded string.
	bound
	last    []byte // what came after its head
	dropped int    // what came between
}

// position is the kind of place in the text where the next byte is.
type position uint8

const (
	between      position = iota // strings
	inString                     // of which all is kept
	inBounded                    // of which a part is kept
	inSkipped                    // in a list or an object that is left out
	inSkippedKey                 // in a string of such a value
)

// bound is how much of a string is kept; the zero value keeps all of it.
type bound struct{ head, tail int }

// maxWritten bounds the text that a tool writes into a file, in bytes of JSON.
const maxWritten = 256 << 10

// boundOf returns the bound of the string under a key. Commands have none.
func boundOf(key []byte) bound {
	switch string(key) {
	case "content", "contents", "new_string", "newString", "new_str", "file_text", "new_source":
		return bound{head: maxWritten} // the text of a written file, which is judged
	case "originalFile", "old_string", "oldString":
		return bound{head: 64 << 10}
	case "stdout", "stderr", "output", "error", "prompt", "tool_response", "llmContent", "returnDisplay",
		"text_result_for_llm", "textResultForLlm":
		return bound{head: 16 << 10, tail: 48 << 10}
	}
	return bound{}
}

// skipped reports whether a list or an object is left out.
func skipped(key []byte) bool { return string(key) == "structuredPatch" }

func (s *sieve) write(b []byte) {
	for len(b) > 0 {
		n := 0
		switch s.at {
		case between:
			n = s.between(b)
		case inString:
			n = s.string(b)
		case inBounded:
			n = s.bounded(b)
		case inSkipped:
			n = s.skip(b)
		case inSkippedKey:
			var ends bool
			if n, ends = s.stringEnd(b); ends {
				s.at = inSkipped
			}
		}
		b = b[n:]
	}
}

// between copies up to the next string, or to what is left out.
func (s *sieve) between(b []byte) int {
	for i, c := range b {
		switch c {
		case ' ', '\t', '\r', '\n':
		case ':':
			s.named = true
		case '"':
			s.out = append(s.out, b[:i+1]...)
			s.open()
			return i + 1
		case '[', '{':
			if s.named && skipped(s.out[s.from:s.to]) {
				s.out = append(s.out, b[:i+1]...)
				s.at, s.depth, s.end, s.named = inSkipped, 1, c+2, false // the closing bracket in ASCII
				return i + 1
			}
			s.named = false
		default:
			s.named = false
		}
	}
	s.out = append(s.out, b...)
	return len(b)
}

// open begins a string.
func (s *sieve) open() {
	s.bound = bound{}
	if s.named {
		s.bound = boundOf(s.out[s.from:s.to])
	}
	s.from, s.named, s.odd = len(s.out), false, false
	s.at = inString
	if s.bound != (bound{}) {
		s.at = inBounded
	}
}

func (s *sieve) string(b []byte) int {
	n, ends := s.stringEnd(b)
	s.out = append(s.out, b[:n]...)
	if ends {
		s.to, s.at = len(s.out)-1, between
	}
	return n
}

// bounded copies the head of a string and remembers what comes last.
func (s *sieve) bounded(b []byte) int {
	n, ends := s.stringEnd(b)
	body := b[:n]
	if ends {
		body = body[:n-1]
	}
	room := min(max(s.head-(len(s.out)-s.from), 0), len(body))
	s.out = append(s.out, body[:room]...)
	body = body[room:]
	if s.tail == 0 {
		s.dropped += len(body)
	} else if len(body) > 0 && s.last == nil {
		s.last = append(make([]byte, 0, 2*s.tail+chunk), body...)
	} else if s.last = append(s.last, body...); len(s.last) > 2*s.tail {
		over := len(s.last) - s.tail
		s.last = append(s.last[:0], s.last[over:]...)
		s.dropped += over
	}
	if ends {
		s.close()
	}
	return n
}

// close ends a bounded string, and notes in it how much was left out, in the
// same words as clients.
func (s *sieve) close() {
	if s.dropped > 0 {
		s.out = s.out[:s.from+wholeEnd(s.out[s.from:])]
		if s.tail > 0 {
			skip := max(0, len(s.last)-s.tail)
			skip += wholeStart(s.last[skip:])
			s.out = append(s.out, `\n\n... [`...)
			s.out = strconv.AppendInt(s.out, int64(s.dropped+skip), 10)
			s.out = append(s.out, ` characters truncated] ...\n\n`...)
			s.last = s.last[skip:]
		}
	}
	s.out = append(append(s.out, s.last...), '"')
	s.last, s.dropped = nil, 0
	s.to, s.at = len(s.out)-1, between
}

// skip goes over a list or an object.
func (s *sieve) skip(b []byte) int {
	for i, c := range b {
		switch c {
		case '"':
			s.at, s.odd = inSkippedKey, false
			return i + 1
		case '[', '{':
			s.depth++
		case ']', '}':
			if s.depth--; s.depth == 0 {
				s.out = append(s.out, s.end)
				s.at = between
				return i + 1
			}
		}
	}
	return len(b)
}

// wholeEnd returns how much of the beginning of a string is complete: without
// the beginning of an escape, or of a character.
func wholeEnd(b []byte) int {
	n := len(b)
	if i := bytes.LastIndexByte(b[max(0, n-5):], '\\'); i >= 0 {
		n = max(0, n-5) + i
	}
	for n > 0 && b[n-1] == '\\' {
		n--
	}
	for i := n - 1; i >= max(0, n-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:n]) {
				return i
			}
			break
		}
	}
	return n
}

// wholeStart returns how much of the start of a string's tail is incomplete:
// the end of an escape, or of a character. A byte after one that is not a
// backslash is complete.
func wholeStart(b []byte) int {
	for i := 1; i < len(b); i++ {
		if b[i-1] != '\\' && b[i]&0xc0 != 0x80 {
			return i
		}
	}
	return len(b)
}
