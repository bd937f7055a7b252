package tree

import (
	"bytes"
	"strings"
)

// TOML reads a TOML file. A line that it cannot read is left out, since the
// file's own tool may know more of the language; the first of them is the error.
func TOML(data []byte) (*Document, error) {
	root := &Node{Kind: Mapping}
	t := &tomlReader{reader: reader{data: data}, root: root, children: make(map[child]*Node)}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		t.pos = 3
	}
	table := root
	for t.skip(true); t.pos < len(data); t.skip(true) {
		start := t.pos
		ok := false
		if data[t.pos] == '[' {
			table, ok = t.header()
		} else {
			ok = t.entry(table)
		}
		if ok {
			t.skip(false)
			ok = t.pos >= len(data) || data[t.pos] == '\n'
		}
		if !ok {
			if t.err == nil {
				t.err = &FormatError{At: t.pos, Say: "expected a key with a value, or a table"}
			}
			t.pos = t.eol(max(t.pos, start))
		}
	}
	return &Document{Data: data, Roots: []*Node{root}}, t.err
}

// tomlReader reads the lines of a TOML file.
type tomlReader struct {
	reader
	root     *Node
	children map[child]*Node // the tables and values that there are
}

// child is a key of a table.
type child struct {
	table *Node
	key   string
}

// skip goes over space and comments, and over ends of lines if they are space
// here.
func (t *tomlReader) skip(lines bool) {
	for t.pos < len(t.data) {
		switch c := t.data[t.pos]; {
		case c == ' ' || c == '\t' || c == '\r' || lines && c == '\n':
			t.pos++
		case c == '#':
			t.pos = t.eol(t.pos)
		default:
			return
		}
	}
}

// take goes over a byte if it is here.
func (t *tomlReader) take(c byte) bool {
	if t.pos >= len(t.data) || t.data[t.pos] != c {
		return false
	}
	t.pos++
	return true
}

// header reads [table] or [[list of tables]], and returns the table that the
// lines below it belong to. Without a name that can be read it is a table that
// nothing holds.
func (t *tomlReader) header() (*Node, bool) {
	at := t.pos
	t.pos++
	many := t.take('[')
	path, ok := t.path()
	if !ok || !t.take(']') || many && !t.take(']') {
		return &Node{Kind: Mapping}, false
	}
	if !many {
		return t.table(t.root, path, at), true
	}
	parent := t.table(t.root, path[:len(path)-1], at)
	last := child{parent, path[len(path)-1]}
	list := t.children[last]
	if list == nil || list.Kind != Sequence {
		list = &Node{Kind: Sequence, From: at}
		t.set(last, list, at)
	}
	table := &Node{Kind: Mapping, From: at}
	list.Items = append(list.Items, table)
	return table, true
}

// table returns the table at a path, and makes those that are missing. Of a list
// of tables it is the last.
func (t *tomlReader) table(n *Node, path []string, at int) *Node {
	for _, key := range path {
		c := child{n, key}
		n = t.children[c]
		if n != nil && n.Kind == Sequence && len(n.Items) > 0 {
			n = n.Items[len(n.Items)-1]
		}
		if n == nil || n.Kind != Mapping {
			n = &Node{Kind: Mapping, From: at}
			t.set(c, n, at)
		}
	}
	return n
}

func (t *tomlReader) set(c child, n *Node, at int) {
	t.children[c] = n
	c.table.Pairs = append(c.table.Pairs, Pair{Key: c.key, At: at, Value: n})
}

// entry reads a key with its value.
func (t *tomlReader) entry(table *Node) bool {
	at := t.pos
	path, ok := t.path()
	if !ok || !t.take('=') {
		return false
	}
	t.skip(false)
	value, ok := t.value()
	if value != nil {
		t.set(child{t.table(table, path[:len(path)-1], at), path[len(path)-1]}, value, at)
	}
	return ok
}

// path reads a key, whose parts are divided by dots.
func (t *tomlReader) path() (path []string, ok bool) {
	for {
		t.skip(false)
		if n := t.text(); n != nil {
			d := Document{Data: t.data}
			path = append(path, d.Str(n))
		} else {
			from := t.pos
			for t.pos < len(t.data) && isBare(t.data[t.pos]) {
				t.pos++
			}
			if t.pos == from {
				return nil, false
			}
			path = append(path, string(t.data[from:t.pos]))
		}
		t.skip(false)
		if len(path) > MaxNesting {
			return nil, false
		}
		if !t.take('.') {
			return path, true
		}
	}
}

// isBare reports whether a byte may stand in a key without quotes.
func isBare(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// value reads what follows an equals sign. With an error it returns what was read
// before it.
func (t *tomlReader) value() (*Node, bool) {
	if t.pos >= len(t.data) {
		return nil, false
	}
	if n := t.text(); n != nil {
		return n, true
	}
	switch t.data[t.pos] {
	case '"', '\'':
		return nil, false
	case '[':
		return t.collection(Sequence, ']')
	case '{':
		return t.collection(Mapping, '}')
	}
	n := &Node{Kind: Scalar, From: t.pos}
	for t.pos < len(t.data) && strings.IndexByte(",]}#\n", t.data[t.pos]) < 0 {
		t.pos++
	}
	n.To = n.From + len(bytes.TrimRight(t.data[n.From:t.pos], " \t\r"))
	return n, n.To > n.From
}

// collection reads an array or an inline table.
func (t *tomlReader) collection(kind Kind, closing byte) (*Node, bool) {
	n := &Node{Kind: kind, From: t.pos}
	if t.depth++; t.depth > MaxNesting {
		return n, false
	}
	defer func() { t.depth-- }()
	t.pos++
	for {
		t.skip(true)
		if t.take(closing) {
			n.To = t.pos
			return n, true
		}
		if kind == Mapping {
			if !t.entry(n) {
				return n, false
			}
		} else {
			item, ok := t.value()
			if item != nil {
				n.Items = append(n.Items, item)
			}
			if !ok {
				return n, false
			}
		}
		t.skip(true)
		if !t.take(',') && (t.pos >= len(t.data) || t.data[t.pos] != closing) {
			return n, false
		}
	}
}

// text reads a text in one or three quotes. It returns nil where none begins or
// it has no end.
func (t *tomlReader) text() *Node {
	rest := t.data[t.pos:]
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return nil
	}
	quote := rest[:1]
	style := byte(Raw)
	if quote[0] == '"' {
		style = '"'
	}
	many := bytes.HasPrefix(rest[1:], rest[:1]) && len(rest) > 2 && rest[2] == quote[0]
	if many {
		quote = rest[:3]
		if style == '"' {
			style = Lines
		}
	}
	from := len(quote)
	if many {
		if from < len(rest) && rest[from] == '\r' {
			from++
		}
		if from < len(rest) && rest[from] == '\n' {
			from++
		}
	}
	for to := from; to < len(rest); to++ {
		switch {
		case rest[to] == '\\' && quote[0] == '"':
			to++
		case rest[to] == '\n' && !many:
			return nil
		case bytes.HasPrefix(rest[to:], quote):
			for many && to+3 < len(rest) && rest[to+3] == quote[0] { // up to two more belong to the text
				to++
			}
			n := &Node{Kind: Scalar, Style: style, From: t.pos + from, To: t.pos + to}
			t.pos += to + len(quote)
			return n
		}
	}
	return nil
}
