package tree

import (
	"bytes"
	"strconv"
	"unicode/utf16"
)

// Weave returns the text of a scalar with its positions.
func (d *Document) Weave(n *Node) *Weaver {
	w := &Weaver{Data: d.Data}
	if n == nil || n.Kind != Scalar {
		return w
	}
	switch n.Style {
	case '|':
		w.literal(n)
	case '>':
		w.folded(n)
	case '"':
		w.double(n.From, n.To)
	case '\'':
		w.single(n.From, n.To)
	case Raw:
		w.Copy(n.From, n.To)
	case Lines:
		w.escaped(n.From, n.To)
	default:
		w.lines(n.From, n.To)
	}
	return w
}

// Row is a line of a block scalar without its indentation.
type Row struct {
	From, To int // without the line end
	EOL      int // its '\n', or the end of the file
}

func (r Row) empty() bool { return r.From == r.To }

// Rows returns the lines of a block, and how many are left without the empty
// ones at its end.
func (w *Weaver) Rows(n *Node) (all []Row, full int) {
	for at := n.From; at < n.To; {
		r := Row{From: at, EOL: n.To}
		if i := bytes.IndexByte(w.Data[at:n.To], '\n'); i >= 0 {
			r.EOL = at + i
		}
		r.To = r.EOL
		if r.To > at && w.Data[r.To-1] == '\r' {
			r.To--
		}
		for r.From < r.To && r.From < at+n.Indent && w.Data[r.From] == ' ' {
			r.From++
		}
		all = append(all, r)
		if !r.empty() {
			full = len(all)
		}
		at = r.EOL + 1
	}
	return all, full
}

// Newline copies the end of a line.
func (w *Weaver) Newline(r Row) {
	if r.EOL < len(w.Data) && w.Data[r.EOL] == '\n' {
		w.Copy(r.EOL, r.EOL+1)
	}
}

// tail writes the ends of lines that a block keeps at its end.
func (w *Weaver) tail(n *Node, all []Row, full int) {
	switch {
	case n.chomp == '-' || full == 0 && n.chomp == 0:
	case n.chomp == '+':
		for _, r := range all[max(full-1, 0):] {
			w.Newline(r)
		}
	default:
		w.Newline(all[full-1])
	}
}

func (w *Weaver) literal(n *Node) {
	all, full := w.Rows(n)
	for i, r := range all[:full] {
		w.Copy(r.From, r.To)
		if i < full-1 {
			w.Newline(r)
		}
	}
	w.tail(n, all, full)
}

// folded joins lines by a space. Empty lines become line ends, and line ends
// around lines that are indented more stay.
func (w *Weaver) folded(n *Node) {
	all, full := w.Rows(n)
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
				w.Put(" ", all[last].To)
			}
		}
		for _, gap := range all[from:i] {
			w.Newline(gap)
		}
		w.Copy(r.From, r.To)
		last = i
	}
	w.tail(n, all, full)
}

func (w *Weaver) deeper(r Row) bool {
	return w.Data[r.From] == ' ' || w.Data[r.From] == '\t'
}

// lines copies text that may span lines: one line end becomes a space, several
// become one less; space around them is dropped.
func (w *Weaver) lines(from, to int) {
	for {
		i := bytes.IndexByte(w.Data[from:to], '\n')
		if i < 0 {
			w.Copy(from, to)
			return
		}
		end := from + len(bytes.TrimRight(w.Data[from:from+i], " \t\r"))
		w.Copy(from, end)
		from = w.fold(end, to)
	}
}

// fold writes what the line ends at an offset mean, and returns where the text
// continues.
func (w *Weaver) fold(at, to int) int {
	first, count := -1, 0
	start := at
	for ; at < to; at++ {
		switch w.Data[at] {
		case '\n':
			if first < 0 {
				first = at
			} else {
				w.Copy(at, at+1)
			}
			count++
		case ' ', '\t', '\r':
		default:
			if count == 1 {
				w.Put(" ", start)
			}
			return at
		}
	}
	if count == 1 {
		w.Put(" ", start)
	}
	return at
}

// single copies text in single quotes, in which two quotes are one.
func (w *Weaver) single(from, to int) {
	for {
		i := bytes.Index(w.Data[from:to], []byte("''"))
		if i < 0 {
			w.lines(from, to)
			return
		}
		w.lines(from, from+i+1)
		from += i + 2
	}
}

// double copies text in double quotes.
func (w *Weaver) double(from, to int) {
	for from < to {
		i := bytes.IndexAny(w.Data[from:to], "\\\n")
		if i < 0 {
			w.Copy(from, to)
			return
		}
		at := from + i
		if w.Data[at] == '\n' {
			end := from + len(bytes.TrimRight(w.Data[from:at], " \t\r"))
			w.Copy(from, end)
			from = w.fold(end, to)
			continue
		}
		w.Copy(from, at)
		from = w.Escape(at, to)
	}
}

// escaped copies text in which only backslashes mean something else. One at the
// end of a line takes the space up to the next text with it.
func (w *Weaver) escaped(from, to int) {
	for from < to {
		i := bytes.IndexByte(w.Data[from:to], '\\')
		if i < 0 {
			break
		}
		w.Copy(from, from+i)
		from += i
		rest := w.Data[from+1 : to]
		if text := bytes.TrimLeft(rest, " \t\r\n"); bytes.IndexByte(rest[:len(rest)-len(text)], '\n') >= 0 {
			from = to - len(text)
		} else {
			from = w.Escape(from, to)
		}
	}
	w.Copy(from, to)
}

// Escape writes what a backslash at an offset means, and returns where the
// text continues.
func (w *Weaver) Escape(at, to int) int {
	if at+1 >= to {
		w.Copy(at, to)
		return to
	}
	c := w.Data[at+1]
	if digits := hexDigits(c); digits > 0 {
		if r, next, ok := w.hex(at, digits, to); ok {
			w.Put(string(r), at)
			return next
		}
	}
	switch c {
	case '\r', '\n': // the line continues as if it had not ended
		at++
		for at < to && w.Data[at] != '\n' {
			at++
		}
		for at++; at < to && (w.Data[at] == ' ' || w.Data[at] == '\t'); at++ {
		}
		return at
	}
	if i := bytes.IndexByte([]byte("0abtnvfre"), c); i >= 0 {
		w.Put("\x00\a\b\t\n\v\f\r\x1b"[i:i+1], at)
		return at + 2
	}
	w.Copy(at+1, at+2) // a quote, a slash, a backslash; anything else is an error elsewhere
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
func (w *Weaver) hex(at, digits, to int) (r rune, next int, ok bool) {
	number := func(at int) (rune, bool) {
		if at+2+digits > to {
			return 0, false
		}
		v, err := strconv.ParseUint(string(w.Data[at+2:at+2+digits]), 16, 32)
		return rune(v), err == nil && v <= 0x10ffff
	}
	r, ok = number(at)
	if !ok {
		return 0, at, false
	}
	next = at + 2 + digits
	if utf16.IsSurrogate(r) && next+1 < to && w.Data[next] == '\\' && w.Data[next+1] == 'u' {
		if low, ok := number(next); ok {
			if both := utf16.DecodeRune(r, low); both != '\uFFFD' {
				return both, next + 2 + digits, true
			}
		}
	}
	return r, next, true
}
