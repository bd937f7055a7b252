package tree

import "bytes"

// quoteEnd returns the offset of the quote that closes the one at an offset,
// or -1.
func quoteEnd(data []byte, at int) int {
	quote := data[at]
	for i := at + 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if quote == '"' {
				i++
			}
		case quote:
			if quote == '\'' && i+1 < len(data) && data[i+1] == '\'' {
				i++
				continue
			}
			return i
		}
	}
	return -1
}

// quoted reads a quoted scalar, which may span several lines.
func (y *reader) quoted() *Node {
	end := quoteEnd(y.data, y.pos)
	if end < 0 {
		y.failAt("unclosed quote", y.pos)
		return &Node{}
	}
	n := &Node{Kind: Scalar, Style: y.data[y.pos], From: y.pos + 1, To: end}
	if i := bytes.LastIndexByte(y.data[n.From:end], '\n'); i >= 0 {
		y.line = n.From + i + 1
	}
	if y.strict && n.Style == '"' && !y.escapes(n) {
		return n
	}
	y.pos = end + 1
	return n
}

// plain reads a scalar without quotes. It continues on the next lines while
// they are indented more than indent; a comment ends it.
func (y *reader) plain(indent int) *Node {
	n := &Node{Kind: Scalar, From: y.pos, To: y.pos}
	for {
		from := y.pos
		end, comment := y.plainLine()
		if n.To = end; y.strict && y.hasColon(from, end) {
			return n
		}
		if comment || !y.continued(indent) {
			return y.orNull(n)
		}
	}
}

// orNull turns the plain scalars of YAML's null into nothing.
func (y *reader) orNull(n *Node) *Node {
	switch string(y.data[n.From:n.To]) {
	case "", "~", "null", "Null", "NULL":
		return &Node{From: n.From, To: n.To}
	}
	return n
}

// plainLine moves to the end of a line of a plain scalar. It returns where the
// text ends and whether a comment follows.
func (y *reader) plainLine() (end int, comment bool) {
	end = y.pos
	for y.pos < len(y.data) && y.data[y.pos] != '\n' {
		c := y.data[y.pos]
		if c == '#' && y.blank(y.pos-1) {
			return end, true
		}
		y.pos++
		if c != ' ' && c != '\t' && c != '\r' {
			end = y.pos
		}
	}
	return end, false
}

// continued moves to the next line of a plain scalar, and reports whether
// there is one.
func (y *reader) continued(indent int) bool {
	pos, line := y.pos, y.line
	for y.pos < len(y.data) {
		switch c := y.data[y.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			y.pos++
		case c == '\n':
			y.pos++
			y.line = y.pos
		case c == '#' || y.pos-y.line <= indent || y.marker(y.pos):
			y.pos, y.line = pos, line
			return false
		default:
			return true
		}
	}
	return false
}

// block reads a literal or folded scalar.
func (y *reader) block(indent int) *Node {
	n := &Node{Kind: Scalar, Style: y.data[y.pos]}
	columns := 0
	end := y.eol(y.pos)
	for y.pos++; y.pos < end; y.pos++ {
		c := y.data[y.pos]
		if c == '-' || c == '+' {
			n.chomp = c
		} else if c >= '1' && c <= '9' {
			columns = int(c - '0')
		} else {
			break
		}
	}
	if rest := bytes.TrimSpace(y.data[y.pos:end]); len(rest) > 0 && rest[0] != '#' {
		y.fail("unexpected text after a block indicator")
		return n
	}
	n.From = min(end+1, len(y.data))
	n.Indent = max(indent, 0) + columns
	if columns == 0 {
		n.Indent = max(y.firstIndent(n.From), indent+1)
	}
	y.pos = n.From
	for y.pos < len(y.data) && y.inBlock(n.Indent) {
		y.pos = min(y.eol(y.pos)+1, len(y.data))
	}
	n.To, y.line = y.pos, y.pos
	return n
}

// inBlock reports whether the line at pos belongs to a block of that
// indentation.
func (y *reader) inBlock(indent int) bool {
	spaces := 0
	for spaces < indent && y.pos+spaces < len(y.data) && y.data[y.pos+spaces] == ' ' {
		spaces++
	}
	if spaces == indent {
		return indent > 0 || !y.marker(y.pos)
	}
	return y.blankLine(y.pos + spaces)
}

// blankLine reports whether nothing but the end of the line is left.
func (y *reader) blankLine(at int) bool {
	for ; at < len(y.data); at++ {
		switch y.data[at] {
		case ' ', '\r':
		case '\n':
			return true
		default:
			return false
		}
	}
	return true
}

// firstIndent returns the indentation of the first line that is not blank.
func (y *reader) firstIndent(at int) int {
	for at < len(y.data) {
		spaces := 0
		for at+spaces < len(y.data) && y.data[at+spaces] == ' ' {
			spaces++
		}
		if !y.blankLine(at + spaces) {
			return spaces
		}
		at = y.eol(at) + 1
	}
	return 0
}
