package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxSettings and maxNesting bound the settings that are read.
const (
	maxSettings = 4 << 20
	maxNesting  = 100
)

// document is a JSON text with the positions of its parts, so that an edit
// leaves the rest as it is.
type document struct {
	text []byte
	root node
	as   *layout
}

// node is a value in a document.
type node struct {
	kind     kind
	start    int // of its key, or of the value when it has no key
	from, to int // the value
	key      string
	kids     []node
}

type kind byte

const (
	nothing kind = iota // the document is blank
	object
	array
	text
	number
	boolean
	null
)

func (k kind) String() string {
	return [...]string{"nothing", "an object", "a list", "a string", "a number", "true or false", "null"}[k]
}

// parse reads a document in which hooks are listed as in Claude Code's settings.
func parse(data []byte) (*document, error) { return (&claudeLayout).parse(data) }

// parse reads a document. It keeps a byte order mark.
func (l *layout) parse(data []byte) (*document, error) {
	d := &document{text: data, as: l}
	body := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	skip := len(data) - len(body)
	if len(bytes.TrimSpace(body)) == 0 {
		return d, nil
	}
	var raw json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		return nil, d.syntaxError(err, skip)
	}
	r := reader{text: data, at: skip}
	var ok bool
	if d.root, ok = r.value(0); !ok {
		return nil, fmt.Errorf("nested deeper than %d", maxNesting)
	}
	return d, nil
}

// syntaxError returns an error that says where a text stops being JSON. It
// mentions comments, the most common cause.
func (d *document) syntaxError(err error, skip int) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	at := min(max(int(syntax.Offset)+skip-1, 0), len(d.text))
	if at < len(d.text) && d.text[at] == '/' {
		return fmt.Errorf("line %d: JSON has no comments", d.line(at))
	}
	return fmt.Errorf("line %d: %w", d.line(at), err)
}

// line is the line, from 1, of a position.
func (d *document) line(at int) int { return 1 + bytes.Count(d.text[:at], []byte{'\n'}) }

// child returns the member of an object, the last of those with the name,
// because that one counts.
func (n *node) child(key string) *node {
	_, kid := n.member(key)
	return kid
}

// member is child with its index.
func (n *node) member(key string) (int, *node) {
	for i := len(n.kids) - 1; i >= 0 && n.kind == object; i-- {
		if n.kids[i].key == key {
			return i, &n.kids[i]
		}
	}
	return -1, nil
}

// str returns the value of a string.
func (d *document) str(n *node) (string, bool) {
	if n == nil || n.kind != text {
		return "", false
	}
	return unquote(d.text[n.from:n.to]), true
}

func unquote(quoted []byte) (s string) {
	if json.Unmarshal(quoted, &s) != nil {
		return string(quoted)
	}
	return s
}

// reader walks a text that is known to be JSON.
type reader struct {
	text []byte
	at   int
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *reader) value(depth int) (node, bool) {
	r.space()
	n := node{start: r.at, from: r.at}
	switch c := r.text[r.at]; c {
	case '{', '[':
		n.kind = array
		if c == '{' {
			n.kind = object
		}
		if depth == maxNesting || !r.children(&n, depth) {
			return n, false
		}
	case '"':
		n.kind = text
		r.quoted()
	default:
		switch c {
		case 't', 'f':
			n.kind = boolean
		case 'n':
			n.kind = null
		default:
			n.kind = number
		}
		for r.at < len(r.text) && strings.IndexByte(" \t\r\n,]}", r.text[r.at]) < 0 {
			r.at++
		}
	}
	n.to = r.at
	return n, true
}

func (r *reader) children(n *node, depth int) bool {
	for r.at++; ; {
		r.space()
		switch r.text[r.at] {
		case '}', ']':
			r.at++
			return true
		case ',':
			r.at++
			continue
		}
		start, key := r.at, ""
		if n.kind == object {
			r.quoted()
			key = unquote(r.text[start:r.at])
			r.space()
			r.at++ // the colon
		}
		kid, ok := r.value(depth + 1)
		if !ok {
			return false
		}
		if kid.key = key; n.kind == object {
			kid.start = start
		}
		n.kids = append(n.kids, kid)
	}
}

func (r *reader) quoted() {
	for r.at++; r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
}
