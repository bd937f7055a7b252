package extract

import "bytes"

// readJSON reads a JSON file. Like the tools that read these files, it allows
// comments and trailing commas.
func readJSON(data []byte) (*document, error) {
	y := &yamlReader{data: data, json: true}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		y.pos, y.line = 3, 3
	}
	doc := &document{data: data, json: true}
	if !y.next() {
		return doc, nil
	}
	if c := data[y.pos]; c != '{' && c != '[' {
		y.fail("expected an object or an array")
		return doc, y.err
	}
	doc.roots = append(doc.roots, y.flow())
	if y.next() {
		y.fail("unexpected text after the value")
	}
	return doc, y.err
}

// jsonComment skips a comment and reports whether there is one.
func (y *yamlReader) jsonComment() bool {
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
func (y *yamlReader) flow() *node {
	if y.depth++; y.depth > maxNesting {
		y.fail("nested too deeply")
		return &node{}
	}
	defer func() { y.depth-- }()
	n := &node{kind: sequence, from: y.pos}
	closing := byte(']')
	if y.data[y.pos] == '{' {
		n.kind, closing = mapping, '}'
	}
	y.pos++
	for {
		if !y.next() {
			y.fail("unclosed bracket")
			return n
		}
		switch y.data[y.pos] {
		case closing:
			y.pos++
			n.to = y.pos
			return n
		case ',':
			y.pos++
		case ']', '}':
			y.fail("mismatched bracket")
			return n
		default:
			y.flowEntry(n)
		}
	}
}

// flowEntry reads an item or a pair.
func (y *yamlReader) flowEntry(n *node) {
	p := pair{at: y.pos}
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
		if n.kind == sequence {
			n.items = append(n.items, first)
			return
		}
	}
	d := document{data: y.data}
	p.key, p.value = d.str(first), &node{}
	if isPair {
		y.pos++
		if y.next() {
			p.value = y.flowValue()
		}
	}
	if n.kind == mapping {
		n.pairs = append(n.pairs, p)
		return
	}
	n.items = append(n.items, &node{kind: mapping, from: p.at, pairs: []pair{p}})
}

// flowValue reads a value within brackets.
func (y *yamlReader) flowValue() *node {
	anchor := ""
	for y.pos < len(y.data) && !y.json && (y.data[y.pos] == '&' || y.data[y.pos] == '!') {
		c := y.data[y.pos]
		if name := y.property(); c == '&' {
			anchor = name
		}
		y.next()
	}
	if y.pos >= len(y.data) {
		return &node{}
	}
	var n *node
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
	if anchor != "" {
		y.anchors[anchor] = n
	}
	return n
}

// flowPlain reads a scalar without quotes within brackets.
func (y *yamlReader) flowPlain() *node {
	n := &node{kind: scalar, from: y.pos, to: y.pos}
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
			n.to = y.pos + 1
		}
	}
	return y.orNull(n)
}
