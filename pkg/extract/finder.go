package extract

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// finder collects the pieces of a tree. It finds a value once, even when
// aliases name it again.
type finder struct {
	doc     *document
	surface string
	pieces  []Piece
	seen    map[int]bool // texts, by position
	entered map[int]bool // lists and mappings, likewise
}

// newFinder reads a tree. With an error it also returns a finder, with what
// was read before the error.
func newFinder(surface string, read func([]byte) (*document, error), data []byte) (*finder, error) {
	doc, err := read(data)
	return &finder{doc: doc, surface: surface, seen: make(map[int]bool), entered: make(map[int]bool)}, err
}

// add makes a piece of a scalar. It returns nil for any other node, and for
// one found before. The caller may change the piece until the next call.
func (f *finder) add(n *node, name string, dialect shell.Dialect) *Piece {
	if n == nil || n.kind != scalar || n.local || f.seen[n.from] || f.doc.json && n.style == 0 {
		return nil
	}
	f.seen[n.from] = true
	p := f.doc.weave(n).piece(f.surface, name)
	if strings.TrimSpace(p.Text) == "" {
		return nil
	}
	p.Dialect = dialect
	f.pieces = append(f.pieces, p)
	return &f.pieces[len(f.pieces)-1]
}

// enter reports whether a list or a mapping was not entered before.
func (f *finder) enter(n *node) bool {
	if f.entered[n.from] {
		return false
	}
	f.entered[n.from] = true
	return true
}

// each adds every scalar of a list, also of lists in it, or a single scalar.
// It calls with for each piece.
func (f *finder) each(n *node, name string, dialect shell.Dialect, with func(*Piece)) {
	f.eachWithin(n, name, dialect, with, maxNesting)
}

func (f *finder) eachWithin(n *node, name string, dialect shell.Dialect, with func(*Piece), depth int) {
	if n == nil || n.local || depth == 0 {
		return
	}
	if n.kind != sequence {
		if p := f.add(n, name, dialect); p != nil && with != nil {
			with(p)
		}
		return
	}
	if !f.enter(n) {
		return
	}
	for i, item := range n.items {
		f.eachWithin(item, index(name, i), dialect, with, depth-1)
	}
}

func index(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

func dot(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// lines adds a document that is a list of texts and nothing else: a part of a
// script, as it is appended to a file.
func (f *finder) lines(root *node) {
	if root == nil || root.kind != sequence {
		return
	}
	for _, item := range root.items {
		if item == nil || item.kind != scalar {
			return
		}
	}
	f.join(root, "script")
}

// join makes one piece of a list of texts that run in one shell, a line each.
// Text that an alias brings from further up is a piece of its own, so that the
// positions in a piece are in order.
func (f *finder) join(n *node, name string) {
	j := joiner{finder: f, w: &weaver{data: f.doc.data}}
	j.add(n, maxNesting)
	if p := j.w.piece(f.surface, name); strings.TrimSpace(p.Text) != "" {
		f.pieces = append(f.pieces, p)
	}
	for _, item := range j.apart {
		f.add(item, name, shell.Bash)
	}
}

type joiner struct {
	*finder
	w     *weaver
	apart []*node
}

func (j *joiner) add(n *node, depth int) {
	if n == nil || n.local || depth == 0 || n.kind == sequence && !j.enter(n) {
		return
	}
	for _, item := range n.list() {
		switch {
		case item == nil || item.local:
		case item.kind == sequence:
			j.add(item, depth-1)
		case item.kind != scalar || j.seen[item.from]:
		case item.from < j.w.end(0):
			j.apart = append(j.apart, item)
		default:
			j.line(item)
		}
	}
}

// line adds a text that becomes lines of the script.
func (j *joiner) line(item *node) {
	j.seen[item.from] = true
	line := j.doc.weave(item)
	j.w.append(line, 0, 0, line.text.Len())
	if !strings.HasSuffix(line.text.String(), "\n") {
		j.w.put("\n", j.w.end(item.from))
	}
}
