package config

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// node is a value of a settings file with its position. Only this file uses
// the YAML library. It does not translate anchors, aliases, tags and merges.
type node struct {
	kind         kind
	text         string
	items        []node
	entries      []entry
	line, column int
	yaml         ast.Node
}

type kind uint8

const (
	nothing kind = iota
	text
	sequence
	mapping
)

// entry is a key of a mapping and its value.
type entry struct {
	key, value node
	duplicate  bool
}

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

// tree reads a file.
func (l *layer) tree(data []byte) (node, bool) {
	root, err := rulefile.Document(l.name, data)
	if err != nil {
		l.broken(err)
		return node{}, false
	}
	return l.node(root)
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
func (l *layer) node(y ast.Node) (node, bool) {
	n := node{yaml: y}
	if y == nil {
		return n, true
	}
	if tk := y.GetToken(); tk != nil && tk.Position != nil {
		n.line, n.column = tk.Position.Line, tk.Position.Column
	}
	switch y := y.(type) {
	case *ast.NullNode:
		return n, true
	case *ast.StringNode:
		n.kind, n.text = text, y.Value
	case *ast.LiteralNode:
		n.kind, n.text = text, y.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = text, y.GetToken().Value
	case *ast.SequenceNode:
		n.kind = sequence
		for _, v := range y.Values {
			if len(n.items) == maxItems {
				l.fail(n, "more than "+strconv.Itoa(maxItems)+" items", "the rest is not read")
				break
			}
			if item, ok := l.node(v); ok {
				n.items = append(n.items, item)
			}
		}
	case ast.MapNode:
		n.kind = mapping
		l.entries(&n, y)
	default:
		l.fail(n, "anchors, aliases, tags and merges are not supported", "write the value itself")
		return n, false
	}
	return n, true
}

func (l *layer) entries(n *node, y ast.MapNode) {
	for it := y.MapRange(); it.Next(); {
		key, ok := l.node(it.Key())
		if !ok || key.kind != text {
			if ok {
				l.fail(key, "a key is a word", "")
			}
			continue
		}
		value, ok := l.node(it.Value())
		if !ok {
			continue
		}
		if len(n.entries) == maxItems {
			l.fail(key, "more than "+strconv.Itoa(maxItems)+" keys", "the rest is not read")
			return
		}
		if value.line == 0 || value.kind == mapping {
			value.line, value.column = key.line, key.column
		}
		twice := false
		for i := range n.entries {
			twice = twice || n.entries[i].key.text == key.text
		}
		n.entries = append(n.entries, entry{key, value, twice})
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
