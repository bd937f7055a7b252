// Package tree reads YAML, JSON and TOML files as trees whose texts keep their
// positions in the file. It knows enough of each for the files that users and
// tools write, and does not check that a file means something.
package tree

import (
	"bytes"
	"fmt"
)

// MaxNesting bounds collections within collections.
const MaxNesting = 200

// FormatError is the error for a file that is not what its name says.
type FormatError struct {
	At  int // offset in the file
	Say string
}

func (m *FormatError) Error() string {
	return fmt.Sprintf("offset %d: %s", m.At, m.Say)
}

// reader reads the structure of a YAML file: enough of the language for
// the files that users and tools write, with exact positions. It is lenient
// (the file's own tool will complain), and stops at the first thing it cannot
// read, keeping what it has.
type reader struct {
	data    []byte
	pos     int
	line    int  // where the current line starts
	json    bool // comments are those of JSONC
	strict  bool // what YAML does not allow, or people rarely mean, is an error
	depth   int
	anchors map[string]*Node
	keyless int // no key without quotes ends before this offset
	err     error
}

// YAML reads all documents of a file. With an error it returns what was
// read before it.
func YAML(data []byte) (*Document, error) { return newReader(data).documents() }

// Strict reads a file that is for us alone: what YAML does not allow is an error, and so
// are anchors, aliases, tags, merges and keys behind a question mark.
func Strict(data []byte) (*Document, error) {
	y := newReader(data)
	y.strict = true
	return y.documents()
}

func newReader(data []byte) *reader { return &reader{data: data, anchors: make(map[string]*Node)} }

func (y *reader) documents() (*Document, error) {
	data := y.data
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		y.pos, y.line = 3, 3
	}
	doc := &Document{Data: data}
	for {
		y.directives()
		if y.pos >= len(data) {
			return doc, y.err
		}
		doc.Roots = append(doc.Roots, y.value(-1, true, false))
		if y.next() {
			y.fail("unexpected text after a value")
		}
	}
}

// directives skips the lines between documents.
func (y *reader) directives() {
	for !y.next() && y.pos < len(y.data) {
		y.pos += len("---")
	}
	for y.pos < len(y.data) && y.data[y.pos] == '%' && y.pos == y.line {
		y.pos = y.eol(y.pos)
		if !y.next() && y.pos < len(y.data) {
			y.pos += len("---")
		}
		y.next()
	}
}

// fail keeps the first error and stops.
func (y *reader) fail(say string) {
	if y.err == nil {
		y.err = &FormatError{At: min(y.pos, len(y.data)), Say: say}
	}
	y.pos = len(y.data)
}

// next goes to the next token, over space, comments and ends of lines. It
// returns false at the end of the document.
func (y *reader) next() bool {
	for y.pos < len(y.data) {
		switch c := y.data[y.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			if y.pos++; c == '\t' && y.strict && y.indents(y.pos-1) {
				y.fail("indented with a tab: write spaces")
			}
		case c == '\n':
			y.pos++
			y.line = y.pos
		case c == '#' && !y.json:
			y.pos = y.eol(y.pos)
		case c == '/' && y.json:
			if !y.jsonComment() {
				return true
			}
		default:
			return y.json || !y.marker(y.pos)
		}
	}
	return false
}

// marker reports whether a document ends or starts here.
func (y *reader) marker(at int) bool {
	if at != 0 && y.data[at-1] != '\n' || len(y.data)-at < 3 {
		return false
	}
	s := string(y.data[at : at+3])
	return (s == "---" || s == "...") && y.blank(at+3)
}

// blank reports whether a token may end here.
func (y *reader) blank(at int) bool {
	if at >= len(y.data) {
		return true
	}
	c := y.data[at]
	return c == ' ' || c == '\t' || c == '\n' || c == '\r'
}

// eol returns where the line ends, at its '\n' or at the end of the file.
func (y *reader) eol(at int) int {
	if i := bytes.IndexByte(y.data[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(y.data)
}

// value reads the node after an indicator. Its lines are indented more than
// indent. A block collection may start on the same line only after a dash
// (compact), and a sequence may be right under its key (underKey).
func (y *reader) value(indent int, compact, underKey bool) *Node {
	if y.depth++; y.depth > MaxNesting {
		y.fail("nested too deeply")
	}
	defer func() { y.depth-- }()
	anchor, local := "", false
	for {
		line := y.line
		if !y.next() {
			return y.keep(anchor, &Node{})
		}
		col := y.pos - y.line
		if y.line != line {
			compact = true
			if col < indent || col == indent && !(underKey && y.indicator('-')) {
				return y.keep(anchor, &Node{})
			}
		}
		c := y.data[y.pos]
		if (c == '&' || c == '!') && !(compact && y.colon(y.pos) >= 0) {
			if y.strict {
				y.fail(notSupported)
				return &Node{}
			}
			if name := y.property(); c == '&' {
				anchor = name
			} else {
				local = isLocalTag(name)
			}
			continue
		}
		at := y.pos
		n := y.bare(indent, col, compact)
		if n != nil && c != '*' {
			n.At = at
		}
		if local && n != nil {
			n.Local = true
		}
		return y.keep(anchor, n)
	}
}

// keep remembers the node of an anchor.
func (y *reader) keep(anchor string, n *Node) *Node {
	if anchor != "" {
		y.anchors[anchor] = n
	}
	return n
}

// isLocalTag reports whether a tag is local, as !reference, and not !!str or
// !<tag:yaml.org,2002:str>.
func isLocalTag(name string) bool {
	return name != "" && name[0] != '!' && name[0] != '<'
}

// property reads an anchor or a tag and returns its name.
func (y *reader) property() string {
	from := y.pos + 1
	for y.pos++; !y.blank(y.pos); y.pos++ {
		if c := y.data[y.pos]; c == ',' || c == ']' || c == '}' || c == '[' || c == '{' {
			break
		}
	}
	return string(y.data[from:y.pos])
}

// bare reads a node without properties.
func (y *reader) bare(indent, col int, compact bool) *Node {
	if compact {
		switch {
		case y.indicator('-'):
			return y.sequence(col)
		case y.indicator('?') || y.colon(y.pos) >= 0:
			return y.mapping(col)
		}
	}
	if y.strict && y.refused() {
		return &Node{}
	}
	switch y.data[y.pos] {
	case '|', '>':
		return y.block(indent)
	case '[', '{':
		return y.flow()
	case '"', '\'':
		return y.quoted()
	case '*':
		return y.anchors[y.property()]
	}
	return y.plain(indent)
}

// indicator reports whether c is here, followed by space.
func (y *reader) indicator(c byte) bool {
	return y.pos < len(y.data) && y.data[y.pos] == c && y.blank(y.pos+1)
}

// sequence reads a block sequence with its dashes in column col.
func (y *reader) sequence(col int) *Node {
	n := &Node{Kind: Sequence, From: y.pos}
	for {
		y.pos++
		n.Items = append(n.Items, y.value(col, true, false))
		if !y.more(col) || !y.indicator('-') {
			return n
		}
	}
}

// mapping reads a block mapping with its keys in column col.
func (y *reader) mapping(col int) *Node {
	n := &Node{Kind: Mapping, From: y.pos}
	seen := y.keys()
	for {
		p := Pair{At: y.pos}
		if y.strict && y.refusedKey() {
			return n
		}
		if y.indicator('?') {
			y.explicit(col, &p)
		} else {
			end := y.colon(y.pos)
			if end < 0 {
				y.fail("expected a key")
				return n
			}
			p.Key = y.key(end)
			y.pos = end + 1
			if seen.twice(y, &p) {
				return n
			}
			p.Value = y.value(col, false, true)
		}
		n.Pairs = append(n.Pairs, p)
		if !y.more(col) || y.indicator('-') {
			return n
		}
	}
}

// more moves to the next entry of a collection in column col.
func (y *reader) more(col int) bool {
	if !y.next() {
		return false
	}
	at := y.pos - y.line
	if at > col {
		y.fail("indented in a way that fits nothing above")
	}
	return at == col && y.pos < len(y.data)
}

// explicit reads an entry whose key follows a question mark.
func (y *reader) explicit(col int, p *Pair) {
	y.pos++
	key := y.value(col, true, false)
	d := Document{Data: y.data}
	p.Key = d.Str(key)
	p.Value = &Node{}
	if y.next() && y.pos-y.line == col && y.indicator(':') {
		y.pos++
		p.Value = y.value(col, true, true)
	}
}

// colon returns the offset of the colon after a key that starts at an offset,
// or -1 when no key starts there.
func (y *reader) colon(at int) int {
	for range 2 { // an anchor and a tag
		if at >= len(y.data) || y.data[at] != '&' && y.data[at] != '!' {
			break
		}
		for !y.blank(at) {
			at++
		}
		for at < len(y.data) && y.data[at] == ' ' {
			at++
		}
	}
	if at >= len(y.data) {
		return -1
	}
	switch c := y.data[at]; c {
	case '[', '{', '|', '>', '#', '%', '@', '`':
		return -1
	case '"', '\'':
		end := quoteEnd(y.data, at)
		if end < 0 {
			return -1
		}
		if bytes.IndexByte(y.data[at:end], '\n') >= 0 {
			return -1
		}
		for end++; end < len(y.data) && (y.data[end] == ' ' || y.data[end] == '\t'); end++ {
		}
		if end < len(y.data) && y.data[end] == ':' && y.blank(end+1) {
			return end
		}
		return -1
	}
	return y.plainColon(at)
}

// plainColon is colon for a key without quotes. It remembers up to which
// offset there is none.
func (y *reader) plainColon(at int) int {
	if at < y.keyless {
		return -1
	}
	i := at
	for ; i < len(y.data) && y.data[i] != '\n'; i++ {
		if c := y.data[i]; c == ':' && y.blank(i+1) {
			return i
		} else if c == '#' && i > at && y.blank(i-1) {
			break
		}
	}
	y.keyless = i
	return -1
}

// key returns the text of the key before a colon.
func (y *reader) key(end int) string {
	for y.data[y.pos] == '&' || y.data[y.pos] == '!' {
		y.property()
		for y.pos < end && y.data[y.pos] == ' ' {
			y.pos++
		}
	}
	from := y.pos
	if c := y.data[from]; c == '"' || c == '\'' {
		n := y.quoted()
		d := Document{Data: y.data}
		return d.Str(n)
	}
	return string(bytes.TrimRight(y.data[from:end], " \t"))
}
