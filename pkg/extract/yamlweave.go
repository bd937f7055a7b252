package extract

import (
	"bytes"
	"strconv"
	"unicode/utf16"
)

// weave returns the text of a scalar with its positions.
func (d *document) weave(n *node) *weaver {
	w := &weaver{data: d.data}
	if n == nil || n.kind != scalar {
		return w
	}
	switch n.style {
	case '|':
		w.literal(n)
	case '>':
		w.folded(n)
	case '"':
		w.double(n.from, n.to)
	case '\'':
		w.single(n.from, n.to)
	default:
		w.lines(n.from, n.to)
	}
	return w
}

// row is a line of a block scalar without its indentation.
type row struct {
	from, to int // without the line end
	eol      int // its '\n', or the end of the file
}

func (r row) empty() bool { return r.from == r.to }

// rows returns the lines of a block, and how many are left without the empty
// ones at its end.
func (w *weaver) rows(n *node) (all []row, full int) {
	for at := n.from; at < n.to; {
		r := row{from: at, eol: n.to}
		if i := bytes.IndexByte(w.data[at:n.to], '\n'); i >= 0 {
			r.eol = at + i
		}
		r.to = r.eol
		if r.to > at && w.data[r.to-1] == '\r' {
			r.to--
		}
		for r.from < r.to && r.from < at+n.indent && w.data[r.from] == ' ' {
			r.from++
		}
		all = append(all, r)
		if !r.empty() {
			full = len(all)
		}
		at = r.eol + 1
	}
	return all, full
}

// newline copies the end of a line.
func (w *weaver) newline(r row) {
	if r.eol < len(w.data) && w.data[r.eol] == '\n' {
		w.copy(r.eol, r.eol+1)
	}
}

// tail writes the ends of lines that a block keeps at its end.
func (w *weaver) tail(n *node, all []row, full int) {
	switch {
	case n.chomp == '-' || full == 0 && n.chomp == 0:
	case n.chomp == '+':
		for _, r := range all[max(full-1, 0):] {
			w.newline(r)
		}
	default:
		w.newline(all[full-1])
	}
}

func (w *weaver) literal(n *node) {
	all, full := w.rows(n)
	for i, r := range all[:full] {
		w.copy(r.from, r.to)
		if i < full-1 {
			w.newline(r)
		}
	}
	w.tail(n, all, full)
}

// folded joins lines by a space. Empty lines become line ends, and line ends
// around lines that are indented more stay.
func (w *weaver) folded(n *node) {
	all, full := w.rows(n)
	last := -1 // the last line that was not empty
	for i, r := range all[:full] {
		if r.empty() {
			continue
		}
		from := last + 1
		if last >= 0 {
			switch {
			case w.deeper(all[last]) || w.deeper(r):
				from = last
			case i == last+1:
				w.put(" ", all[last].to)
			}
		}
		for _, gap := range all[from:i] {
			w.newline(gap)
		}
		w.copy(r.from, r.to)
		last = i
	}
	w.tail(n, all, full)
}

func (w *weaver) deeper(r row) bool {
	return w.data[r.from] == ' ' || w.data[r.from] == '\t'
}

// lines copies text that may span lines: one line end becomes a space, several
// become one less; space around them is dropped.
func (w *weaver) lines(from, to int) {
	for {
		i := bytes.IndexByte(w.data[from:to], '\n')
		if i < 0 {
			w.copy(from, to)
			return
		}
		end := from + len(bytes.TrimRight(w.data[from:from+i], " \t\r"))
		w.copy(from, end)
		from = w.fold(end, to)
	}
}

// fold writes what the line ends at an offset mean, and returns where the text
// continues.
func (w *weaver) fold(at, to int) int {
	first, count := -1, 0
	start := at
	for ; at < to; at++ {
		switch w.data[at] {
		case '\n':
			if first < 0 {
				first = at
			} else {
				w.copy(at, at+1)
			}
			count++
		case ' ', '\t', '\r':
		default:
			if count == 1 {
				w.put(" ", start)
			}
			return at
		}
	}
	if count == 1 {
		w.put(" ", start)
	}
	return at
}

// single copies text in single quotes, in which two quotes are one.
func (w *weaver) single(from, to int) {
	for {
		i := bytes.Index(w.data[from:to], []byte("''"))
		if i < 0 {
			w.lines(from, to)
			return
		}
		w.lines(from, from+i+1)
		from += i + 2
	}
}

// double copies text in double quotes.
func (w *weaver) double(from, to int) {
	for from < to {
		i := bytes.IndexAny(w.data[from:to], "\\\n")
		if i < 0 {
			w.copy(from, to)
			return
		}
		at := from + i
		if w.data[at] == '\n' {
			end := from + len(bytes.TrimRight(w.data[from:at], " \t\r"))
			w.copy(from, end)
			from = w.fold(end, to)
			continue
		}
		w.copy(from, at)
		from = w.escape(at, to)
	}
}

// escape writes what a backslash at an offset means, and returns where the
// text continues.
func (w *weaver) escape(at, to int) int {
	if at+1 >= to {
		w.copy(at, to)
		return to
	}
	c := w.data[at+1]
	if digits := hexDigits(c); digits > 0 {
		if r, next, ok := w.hex(at, digits, to); ok {
			w.put(string(r), at)
			return next
		}
	}
	switch c {
	case '\r', '\n': // the line continues as if it had not ended
		at++
		for at < to && w.data[at] != '\n' {
			at++
		}
		for at++; at < to && (w.data[at] == ' ' || w.data[at] == '\t'); at++ {
		}
		return at
	}
	if i := bytes.IndexByte([]byte("0abtnvfre"), c); i >= 0 {
		w.put("\x00\a\b\t\n\v\f\r\x1b"[i:i+1], at)
		return at + 2
	}
	w.copy(at+1, at+2) // a quote, a slash, a backslash; anything else is an error elsewhere
	return at + 2
}

// hexDigits returns how many hexadecimal digits follow a letter after a
// backslash.
func hexDigits(c byte) int {
	switch c {
	case 'x':
		return 2
	case 'u':
		return 4
	case 'U':
		return 8
	}
	return 0
}

// hex reads a character by its number, two of them where JSON needs a pair.
func (w *weaver) hex(at, digits, to int) (r rune, next int, ok bool) {
	number := func(at int) (rune, bool) {
		if at+2+digits > to {
			return 0, false
		}
		v, err := strconv.ParseUint(string(w.data[at+2:at+2+digits]), 16, 32)
		return rune(v), err == nil && v <= 0x10ffff
	}
	r, ok = number(at)
	if !ok {
		return 0, at, false
	}
	next = at + 2 + digits
	if utf16.IsSurrogate(r) && next+1 < to && w.data[next] == '\\' && w.data[next+1] == 'u' {
		if low, ok := number(next); ok {
			if both := utf16.DecodeRune(r, low); both != '\uFFFD' {
				return both, next + 2 + digits, true
			}
		}
	}
	return r, next, true
}
