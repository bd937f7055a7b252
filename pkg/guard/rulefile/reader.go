package rulefile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
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
	read func(*Node)
}

// open parses a file that holds one mapping. It returns nil when there is
// nothing to go on with.
func (r *reader) open(data []byte) *Node {
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
func (r *reader) parse(data []byte) *Node {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors on Windows begin so
	doc, err := tree.Strict(data)
	switch {
	case err != nil:
		r.syntax(doc, err)
		return nil
	case len(doc.Roots) > 1:
		r.fail("contains %d YAML documents: write one per file", len(doc.Roots))
		return nil
	case len(doc.Roots) == 0 || doc.Roots[0] == nil || doc.Roots[0].Kind == tree.Null && doc.Roots[0].To == doc.Roots[0].From:
		r.fail("empty")
		return nil
	}
	return r.translate(doc)
}

// object reads a mapping with the given keys and no others, and returns the
// keys that were there.
func (r *reader) object(n *Node, what string, fields ...field) (seen []string) {
	if r.form != nil {
		r.form.object(r, what, fields)
		return nil
	}
	if !n.isMap() {
		r.errorIn(n, "%s is a mapping: write key: value", what)
		return nil
	}
	for _, e := range n.Entries {
		name, ok := r.text(e.Key)
		if !ok {
			continue
		}
		seen = append(seen, name)
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if i < 0 {
			known := make([]string, len(fields))
			for i, f := range fields {
				known[i] = f.name
			}
			r.errorIn(e.Key, "unknown key %s in %s%s", display.Quote(name), what, oneOf(name, known))
			continue
		}
		if e.Value.Kind == tree.Null && e.Value.Text != "~" {
			r.errorIn(e.Key, "%s has no value", name)
			continue
		}
		fields[i].read(e.Value)
	}
	return seen
}

// need reports the keys that are missing from a mapping.
func (r *reader) need(n *Node, what string, seen []string, names ...string) {
	if r.form != nil {
		r.form.last["required"] = names
		return
	}
	if !n.isMap() {
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
func (r *reader) each(n *Node, read func(*Node)) {
	if r.form != nil {
		r.form.each(r, read)
		return
	}
	if n.Kind != tree.Sequence {
		read(n)
		return
	}
	if len(n.Items) == 0 {
		r.errorIn(n, "empty list: leave the key out")
	}
	for _, v := range n.Items {
		read(v)
	}
}

// text reads a scalar as it is written: 0777 and true are text where text is
// wanted.
func (r *reader) text(n *Node) (string, bool) {
	if r.form != nil {
		r.form.out = Schema{"type": []string{"string", "number", "boolean"}}
		return "", false
	}
	switch n.Kind {
	case tree.Scalar:
		return n.Text, true
	case tree.Null:
		r.errorIn(n, "%s is not valid in YAML: put it in quotes", n.Text)
	default:
		r.errorIn(n, "expected text")
	}
	return "", false
}

// words reads a list of words out of a vocabulary.
func words[T ~string](r *reader, to *[]T, what string, known []T) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			if s := T(""); word(r, &s, what, known)(n) {
				*to = append(*to, s)
			}
		})
	}
}

// word reads one word out of a vocabulary.
func word[T ~string](r *reader, to *T, what string, known []T) func(*Node) bool {
	return func(n *Node) bool {
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
func (r *reader) list(to *[]string) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
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
func (r *reader) prose(to *string) func(*Node) {
	return func(n *Node) {
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
func (r *reader) line(to *string) func(*Node) {
	return func(n *Node) {
		r.prose(to)(n)
		if strings.Contains(*to, "\n") {
			r.errorIn(n, "expected one line")
		}
	}
}

func (r *reader) yes(to *bool) func(*Node) {
	return func(n *Node) {
		if r.form != nil {
			r.form.out = Schema{"type": "boolean"}
			return
		}
		b, err := strconv.ParseBool(n.Text)
		if !n.Plain || len(n.Text) < len("true") || err != nil {
			r.errorIn(n, "expected true or false")
			return
		}
		*to = b
	}
}

func (r *reader) count(to *int) func(*Node) {
	return func(n *Node) {
		const most = 99
		if r.form != nil {
			r.form.out = Schema{"type": "integer", "minimum": 1, "maximum": most}
			return
		}
		i, err := strconv.Atoi(n.Text)
		if !n.Plain || err != nil || i < 1 || i > most {
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

func (r *reader) errorIn(n *Node, format string, args ...any) {
	e := &Error{Path: r.path, Text: fmt.Sprintf(format, args...)}
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
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
