package rulefile

import (
	"regexp"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Checks and known errors are rows of a file, and speak of lines and exit
// statuses in the same way.

// rows reads a file that is a list of some things, each with an id of its own.
func rows[T any](r *reader, data []byte, what string, read func(*Node) T, id func(*T) string) ([]T, error) {
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	if root.Kind != tree.Sequence {
		r.errorIn(root, "expected a list of %s", what)
		return nil, r.err()
	}
	var list []T
	known := make(map[string]bool)
	r.each(root, func(n *Node) {
		row := read(n)
		if known[id(&row)] {
			r.errorIn(n, "%s twice", id(&row))
		}
		known[id(&row)] = true
		list = append(list, row)
	})
	if err := r.err(); err != nil {
		return nil, err
	}
	return list, nil
}

// linePatterns reads patterns over lines: a regular expression, or one with
// the number of lines that are matched with it.
func (r *reader) linePatterns(to *[]rule.Pattern) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			var p rule.Pattern
			if n.isMap() {
				seen := r.object(n, "a pattern",
					field{"regex", func(n *Node) { p.Regex, _ = r.text(n) }},
					field{"more", r.count(&p.More)},
				)
				r.need(n, "a pattern", seen, "regex", "more")
			} else {
				p.Regex, _ = r.text(n)
			}
			if p.Regex == "" || len(p.Regex) > maxPattern {
				r.errorIn(n, "expected a pattern of 1 to %d bytes", maxPattern)
			} else if _, err := regexp.Compile(p.Regex); err != nil {
				r.errorIn(n, "%s is not a Go regular expression: %s", display.Quote(p.Regex), printable(err.Error()))
			}
			*to = append(*to, p)
		})
	}
}

func (r *reader) statuses(to *[]int) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			code := -1
			if r.status(&code, 0)(n); code >= 0 {
				*to = append(*to, code)
			}
		})
	}
}

// status reads an exit status.
func (r *reader) status(to *int, least int) func(*Node) {
	return func(n *Node) {
		const most = 255
		code, err := strconv.Atoi(n.Text)
		if !n.Plain || err != nil || code < least || code > most {
			r.errorIn(n, "expected an exit code from %d to %d", least, most)
			return
		}
		*to = code
	}
}
