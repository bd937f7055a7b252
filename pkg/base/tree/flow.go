package tree

import (
	"bytes"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
)

// JSON reads a JSON file. Like the tools that read these files, it allows
// comments and trailing commas.
func JSON(data []byte) (*Document, error) {
	if fault.On {
		fault.At("json", string(data))
	}
	y := &reader{data: data, json: true}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		y.pos, y.line = 3, 3
	}
	doc := &Document{Data: data, IsJSON: true}
	if !y.next() {
		return doc, nil
	}
	if c := data[y.pos]; c != '{' && c != '[' {
		y.fail("expected an object or an array")
		return doc, y.err
	}
	doc.Roots = append(doc.Roots, y.flow())
	if y.next() {
		y.fail("unexpected text after the value")
	}
	return doc, y.err
}

// jsonComment skips a comment and reports whether there is one.
func (y *reader) jsonComment() bool {
	rest := y.data[y.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		y.pos = y.eol(y.pos)
	case bytes.HasPrefix(rest, []byte("/*")):
		end := bytes.Index(rest, []byte("*/"))
		if end < 0 {
			y.fail("unclosed comment")
			return true
		}
		if i := bytes.LastIndexByte(rest[:end], '\n'); i >= 0 {
			y.line = y.pos + i + 1
		}
		y.pos += end + 2
	default:
		return false
	}
	return true
}

// flow reads a collection in brackets.
func (y *reader) flow() *Node {
	if y.depth++; y.depth > MaxNesting {
		y.fail("nested too deeply")
		return &Node{}
	}
	defer func() { y.depth-- }()
	n := &Node{Kind: Sequence, From: y.pos}
	closing := byte(']')
	if y.data[y.pos] == '{' {
		n.Kind, closing = Mapping, '}'
	}
	y.pos++
	seen := y.keys()
	open := true // a value may begin
	for {
		if !y.next() {
			y.failAt("unclosed bracket", n.From)
			return n
		}
		switch y.data[y.pos] {
		case closing:
			y.pos++
			n.To = y.pos
			return n
		case ',':
			if y.strict && open {
				y.fail("expected a value before the comma")
				return n
			}
			y.pos++
			open = true
		case ']', '}':
			y.fail("mismatched bracket")
			return n
		default:
			if y.strict && (!open && y.expected(closing) || y.refusedKey()) {
				return n
			}
			open = false
			if y.flowEntry(n); n.Kind == Mapping && seen.twice(y, &n.Pairs[len(n.Pairs)-1]) {
				return n
			}
		}
	}
}

// flowEntry reads an item or a pair.
func (y *reader) flowEntry(n *Node) {
	p := Pair{At: y.pos}
	if y.indicator('?') {
		y.pos++
		y.next()
	}
	start := y.pos
	first := y.flowValue()
	isPair := y.next() && y.data[y.pos] == ':'
	if !isPair {
		if y.pos == start {
			y.fail("expected a value")
		}
		if n.Kind == Sequence {
			n.Items = append(n.Items, first)
			return
		}
	}
	d := Document{Data: y.data}
	p.Key, p.Value = d.Str(first), &Node{}
	if isPair {
		y.pos++
		if y.next() {
			p.Value = y.flowValue()
		}
	}
	if n.Kind == Mapping {
		n.Pairs = append(n.Pairs, p)
		return
	}
	n.Items = append(n.Items, &Node{Kind: Mapping, From: p.At, Pairs: []Pair{p}})
}

// flowValue reads a value within brackets.
func (y *reader) flowValue() *Node {
	anchor := ""
	for y.pos < len(y.data) && !y.json && (y.data[y.pos] == '&' || y.data[y.pos] == '!') {
		c := y.data[y.pos]
		if name := y.property(); c == '&' {
			anchor = name
		}
		y.next()
	}
	if y.pos >= len(y.data) {
		return &Node{}
	}
	if y.strict && y.refused() {
		return &Node{}
	}
	var n *Node
	at, alias := y.pos, y.data[y.pos] == '*'
	switch y.data[y.pos] {
	case '[', '{':
		n = y.flow()
	case '"', '\'':
		n = y.quoted()
	case '*':
		n = y.anchors[y.property()]
	default:
		n = y.flowPlain()
	}
	if n != nil && !alias {
		n.At = at
	}
	if anchor != "" {
		y.anchors[anchor] = n
	}
	return n
}

// flowPlain reads a scalar without quotes within brackets.
func (y *reader) flowPlain() *Node {
	n := &Node{Kind: Scalar, From: y.pos, To: y.pos}
	for ; y.pos < len(y.data); y.pos++ {
		c := y.data[y.pos]
		switch c {
		case ',', ']', '}', '[', '{':
			return y.orNull(n)
		case ':':
			if y.blank(y.pos+1) || y.json || bytes.IndexByte([]byte(",]}"), y.data[y.pos+1]) >= 0 {
				return y.orNull(n)
			}
		case '#':
			if y.blank(y.pos - 1) {
				return y.orNull(n)
			}
		case '\n':
			y.line = y.pos + 1
		}
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			n.To = y.pos + 1
		}
	}
	return y.orNull(n)
}
