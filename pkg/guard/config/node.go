package config

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// node is a value of a settings file with its position.
type node struct {
	kind         kind
	text         string
	items        []node
	entries      []entry
	line, column int
	yaml         *rulefile.Node
}

type kind uint8

const (
	nothing kind = iota
	text
	sequence
	mapping
)

// entry is a key of a mapping and its value.
type entry struct{ key, value node }

// maxItems bounds a list, and maxProblems the problems of one file.
const (
	maxItems    = 1000
	maxProblems = 20
)

// isEmpty reports whether a file holds only comments, as the one that init
// writes, so that it need not be parsed.
func isEmpty(data []byte) bool {
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// mapped returns the entries of a key that is to be a mapping, if it is there.
func (l *layer) mapped(n node, key, write string) []entry {
	if n.kind != nothing && n.kind != mapping {
		l.fail(n, key+" is a mapping", write)
	}
	return n.entries
}

// tree reads a file.
func (l *layer) tree(data []byte) (node, bool) {
	root, err := rulefile.Document(l.name, data)
	if err != nil {
		l.broken(err)
		return node{}, false
	}
	return l.node(root), true
}

// parse reads a file that holds one mapping.
func (l *layer) parse(data []byte) (node, bool) {
	n, ok := l.tree(data)
	if ok && n.kind != mapping {
		l.fail(n, "settings are a mapping", "write key: value")
		return node{}, false
	}
	return n, ok
}

// broken reports the errors of the rule file reader.
func (l *layer) broken(err error) {
	for _, e := range rulefile.Errors(err) {
		l.fail(node{line: e.Line, column: e.Column}, e.Text, "")
	}
}

// node translates a value, or reports what cannot be one.
func (l *layer) node(y *rulefile.Node) node {
	n := node{yaml: y}
	if y == nil {
		return n
	}
	n.line, n.column = y.Line, y.Column
	switch y.Kind {
	case tree.Scalar:
		n.kind, n.text = text, y.Text
	case tree.Sequence:
		n.kind = sequence
		for _, v := range y.Items {
			if len(n.items) == maxItems {
				l.fail(n, "more than "+strconv.Itoa(maxItems)+" items", "the rest is not read")
				break
			}
			n.items = append(n.items, l.node(v))
		}
	case tree.Mapping:
		n.kind = mapping
		l.entries(&n, y)
	}
	return n
}

func (l *layer) entries(n *node, y *rulefile.Node) {
	for _, e := range y.Entries {
		key, value := l.node(e.Key), l.node(e.Value)
		if len(n.entries) == maxItems {
			l.fail(key, "more than "+strconv.Itoa(maxItems)+" keys", "the rest is not read")
			return
		}
		if value.line == 0 || value.kind == mapping {
			value.line, value.column = key.line, key.column
		}
		n.entries = append(n.entries, entry{key, value})
	}
}

// unknownKey reports an unknown key, and which one was probably meant.
func (l *layer) unknownKey(prefix string, key node) {
	var known []string
	for i := range keys {
		name, ok := strings.CutPrefix(keys[i].Name, prefix)
		if group, _, grouped := strings.Cut(name, "."); grouped && prefix == "" {
			name = group
		}
		if ok && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	l.fail(key, "unknown key "+display.Quote(prefix+key.text), suggest(key.text, known))
}

// suggest returns the known word that was probably meant, or all of them.
func suggest(word string, known []string) string {
	if near := spelling.Nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	if len(known) > 20 {
		return ""
	}
	return "known are " + strings.Join(known, ", ")
}
