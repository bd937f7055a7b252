package rulefile

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// Node is a value of a YAML file with its position.
type Node struct {
	Kind         tree.Kind
	Text         string // of a scalar, or of a null as it is written
	Plain        bool   // a scalar without quotes, which may be a number or a boolean
	Items        []*Node
	Entries      []Entry
	Line, Column int
}

// Entry is a key of a mapping and its value.
type Entry struct{ Key, Value *Node }

// isMap reports whether a value is a mapping.
func (n *Node) isMap() bool { return n != nil && n.Kind == tree.Mapping }

// translation turns the tree of a file into nodes.
type translation struct {
	r     *reader
	doc   *tree.Document
	lines []int // where they begin
}

func (r *reader) translate(doc *tree.Document) *Node {
	t := translation{r: r, doc: doc, lines: []int{0}}
	for i, c := range doc.Data {
		if c == '\n' || c == '\r' && (i+1 == len(doc.Data) || doc.Data[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	if t.tooDeep(doc.Roots[0], 0) {
		return nil
	}
	return t.node(doc.Roots[0], doc.Roots[0].At)
}

// node translates a value; where it is nothing at all, at says where it would be.
func (t *translation) node(n *tree.Node, at int) *Node {
	if n == nil {
		n = &tree.Node{}
	}
	if n.Kind != tree.Null || n.To > n.From {
		at = n.At
	}
	out := t.at(at)
	switch out.Kind = n.Kind; n.Kind {
	case tree.Null:
		out.Text = string(t.doc.Data[n.From:n.To])
	case tree.Scalar:
		out.Text, out.Plain = t.doc.Str(n), n.Style == 0
	case tree.Sequence:
		out.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			out.Items[i] = t.node(item, at)
		}
	case tree.Mapping:
		out.Entries = make([]Entry, len(n.Pairs))
		for i := range n.Pairs {
			key := t.at(n.Pairs[i].At)
			key.Kind, key.Text = tree.Scalar, n.Pairs[i].Key
			out.Entries[i] = Entry{key, t.node(n.Pairs[i].Value, n.Pairs[i].At)}
		}
	}
	return out
}

// at returns a node with its position.
func (t *translation) at(offset int) *Node {
	line, found := slices.BinarySearch(t.lines, offset)
	if !found {
		line--
	}
	return &Node{Line: line + 1, Column: 1 + utf8.RuneCount(t.doc.Data[t.lines[line]:offset])}
}

// tooDeep reports a collection that is nested deeper than a file may have.
func (t *translation) tooDeep(n *tree.Node, depth int) bool {
	if n == nil || len(n.Items)+len(n.Pairs) == 0 {
		return false
	}
	if depth == maxDepth {
		t.r.errorIn(t.at(n.At), "nested deeper than %d", maxDepth)
		return true
	}
	for _, item := range n.Items {
		if t.tooDeep(item, depth+1) {
			return true
		}
	}
	for i := range n.Pairs {
		if t.tooDeep(n.Pairs[i].Value, depth+1) {
			return true
		}
	}
	return false
}

// syntax reports what makes a text no YAML, at its place.
func (r *reader) syntax(doc *tree.Document, err error) {
	var format *tree.FormatError
	if !errors.As(err, &format) {
		r.fail("not valid YAML")
		return
	}
	t := translation{r: r, doc: doc, lines: []int{0}}
	for i, c := range doc.Data[:format.At] {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	r.errorIn(t.at(format.At), "%s", format.Say)
}
