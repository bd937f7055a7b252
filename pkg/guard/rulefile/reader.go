package rulefile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// reader walks the tree of one YAML file and collects everything that is
// wrong with it, so that an author sees all of it at once.
type reader struct {
	path string
	errs []error
	form *form // describes what is read, and reads nothing; nil: reads
}

// field is one key of a mapping and what reads its value.
type field struct {
	name string
	read func(ast.Node)
}

// open parses a file that holds one mapping. It returns nil when there is
// nothing to go on with.
func (r *reader) open(data []byte) (root ast.Node) {
	if len(data) > maxFile {
		r.fail("%d bytes, more than a rule file may have (%d)", len(data), maxFile)
		return nil
	}
	if lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")); lines > maxLines {
		r.fail("%d lines, more than a rule file may have (%d)", lines, maxLines)
		return nil
	}
	return r.parse(data)
}

// parse is open without a limit of size.
func (r *reader) parse(data []byte) (root ast.Node) {
	// The YAML library is given whatever a repository holds; a slip of its
	// own must not take the guard down with it.
	defer func() {
		if p := recover(); p != nil {
			r.fail("not valid YAML")
			root = nil
		}
	}()
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors on Windows begin so
	tokens := lexer.Tokenize(string(data))
	if tk := tooDeep(tokens); tk != nil {
		r.errorAt(tk, "nested deeper than %d", maxDepth)
		return nil
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		r.syntax(err)
		return nil
	}
	switch {
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		r.fail("empty")
		return nil
	case len(file.Docs) > 1:
		r.fail("contains %d YAML documents: write one per file", len(file.Docs))
		return nil
	}
	return file.Docs[0].Body
}

// tooDeep finds the token that opens a collection too many. The parser calls
// itself for each, and a Go stack that overflows cannot be recovered.
func tooDeep(tokens token.Tokens) *token.Token {
	depth, run := 0, 0
	for _, tk := range tokens {
		switch tk.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType,
			token.AnchorType, token.TagType:
			run++ // "- - - -" and "? ? ?" nest without a bracket
		default:
			run = 0
		}
		if depth > maxDepth || run > maxDepth || tk.Position.IndentNum > 8*maxDepth {
			return tk
		}
	}
	return nil
}

// syntax reports an error of the YAML library by its place and first words;
// its own form shows the source in several lines.
func (r *reader) syntax(err error) {
	var placed interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &placed) && placed.GetToken() != nil {
		r.errorAt(placed.GetToken(), "%s", printable(placed.GetMessage()))
		return
	}
	r.fail("not valid YAML")
}

// object reads a mapping with the given keys and no others, and returns the
// keys that were there.
func (r *reader) object(n ast.Node, what string, fields ...field) (seen []string) {
	if r.form != nil {
		r.form.object(r, what, fields)
		return nil
	}
	m, ok := n.(ast.MapNode)
	if !ok {
		r.errorIn(n, "%s is a mapping: write key: value", what)
		return nil
	}
	for it := m.MapRange(); it.Next(); {
		name, ok := r.text(it.Key())
		if !ok {
			continue
		}
		if slices.Contains(seen, name) {
			r.errorIn(it.Key(), "%s twice", display.Quote(name))
			continue
		}
		seen = append(seen, name)
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if i < 0 {
			known := make([]string, len(fields))
			for i, f := range fields {
				known[i] = f.name
			}
			r.errorIn(it.Key(), "unknown key %s in %s%s", display.Quote(name), what, oneOf(name, known))
			continue
		}
		if null, ok := it.Value().(*ast.NullNode); ok && null.Token.Value != "~" {
			r.errorIn(it.Key(), "%s has no value", name)
			continue
		}
		fields[i].read(it.Value())
	}
	return seen
}

// need reports the keys that are missing from a mapping.
func (r *reader) need(n ast.Node, what string, seen []string, names ...string) {
	if r.form != nil {
		r.form.last["required"] = names
		return
	}
	if _, ok := n.(ast.MapNode); !ok {
		return // which was said already
	}
	for _, name := range names {
		if !slices.Contains(seen, name) {
			r.errorIn(n, "%s needs %s", what, name)
		}
	}
}

// each calls read for every item of a list, and for a single value as if it
// were a list of one.
func (r *reader) each(n ast.Node, read func(ast.Node)) {
	if r.form != nil {
		r.form.each(r, read)
		return
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		read(n)
		return
	}
	if len(seq.Values) == 0 {
		r.errorIn(n, "empty list: leave the key out")
	}
	for _, v := range seq.Values {
		read(v)
	}
}

// text reads a scalar as it is written: 0777 and true are text where text is
// wanted.
func (r *reader) text(n ast.Node) (string, bool) {
	if r.form != nil {
		r.form.out = Schema{"type": []string{"string", "number", "boolean"}}
		return "", false
	}
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	case *ast.NullNode:
		r.errorIn(n, "%s is not valid in YAML: put it in quotes", n.Token.Value)
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		r.errorIn(n, "anchors, aliases, tags and merges are not supported")
	default:
		r.errorIn(n, "expected text")
	}
	return "", false
}

// words reads a list of words out of a vocabulary.
func words[T ~string](r *reader, to *[]T, what string, known []T) func(ast.Node) {
	return func(n ast.Node) {
		r.each(n, func(n ast.Node) {
			if s := T(""); word(r, &s, what, known)(n) {
				*to = append(*to, s)
			}
		})
	}
}

// word reads one word out of a vocabulary.
func word[T ~string](r *reader, to *T, what string, known []T) func(ast.Node) bool {
	return func(n ast.Node) bool {
		s, ok := r.text(n)
		if r.form != nil {
			r.form.out = Schema{"enum": known}
		}
		if !ok {
			return false
		}
		if !slices.Contains(known, T(s)) {
			r.errorIn(n, "unknown %s %s%s", what, display.Quote(s), oneOf(s, known))
			return false
		}
		*to = T(s)
		return true
	}
}

// list reads texts that are not empty.
func (r *reader) list(to *[]string) func(ast.Node) {
	return func(n ast.Node) {
		r.each(n, func(n ast.Node) {
			s, ok := r.text(n)
			switch {
			case !ok:
			case s == "":
				r.errorIn(n, "an empty text matches nothing")
			case slices.Contains(*to, s):
				r.errorIn(n, "%s twice", display.Quote(s))
			default:
				*to = append(*to, s)
			}
		})
	}
}

// prose reads a text that people and models are shown.
func (r *reader) prose(to *string) func(ast.Node) {
	return func(n ast.Node) {
		s, ok := r.text(n)
		s = strings.TrimSpace(s)
		switch {
		case !ok:
		case s == "":
			r.errorIn(n, "empty")
		case strings.ContainsFunc(s, func(c rune) bool { return c != '\n' && !unicode.IsPrint(c) }):
			r.errorIn(n, "control characters are not allowed in shown text")
		default:
			*to = s
		}
	}
}

// line reads prose of one line, as it stands in a message.
func (r *reader) line(to *string) func(ast.Node) {
	return func(n ast.Node) {
		r.prose(to)(n)
		if strings.Contains(*to, "\n") {
			r.errorIn(n, "expected one line")
		}
	}
}

func (r *reader) yes(to *bool) func(ast.Node) {
	return func(n ast.Node) {
		if r.form != nil {
			r.form.out = Schema{"type": "boolean"}
			return
		}
		b, ok := n.(*ast.BoolNode)
		if !ok {
			r.errorIn(n, "expected true or false")
			return
		}
		*to = b.Value
	}
}

func (r *reader) count(to *int) func(ast.Node) {
	return func(n ast.Node) {
		const most = 99
		if r.form != nil {
			r.form.out = Schema{"type": "integer", "minimum": 1, "maximum": most}
			return
		}
		i, err := strconv.Atoi(n.GetToken().Value)
		if _, ok := n.(*ast.IntegerNode); !ok || err != nil || i < 1 || i > most {
			r.errorIn(n, "expected a number from 1 to %d", most)
			return
		}
		*to = i
	}
}

// fail reports what is wrong with the file as a whole.
func (r *reader) fail(format string, args ...any) {
	r.errs = append(r.errs, &Error{Path: r.path, Text: fmt.Sprintf(format, args...)})
}

func (r *reader) errorIn(n ast.Node, format string, args ...any) {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		n = m.Values[0].Key // a block mapping's own token is its first colon
	}
	r.errorAt(n.GetToken(), format, args...)
}

func (r *reader) errorAt(tk *token.Token, format string, args ...any) {
	e := &Error{Path: r.path, Text: fmt.Sprintf(format, args...)}
	if tk != nil && tk.Position != nil {
		e.Line, e.Column = tk.Position.Line, tk.Position.Column
	}
	r.errs = append(r.errs, e)
}

// err returns what was collected, the first errors of very many.
func (r *reader) err() error {
	if len(r.errs) > maxTexts {
		r.errs = append(r.errs[:maxTexts], &Error{Path: r.path, Text: "and more"})
	}
	return errors.Join(r.errs...)
}
