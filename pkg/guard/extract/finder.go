package extract

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// finder collects the pieces of a tree. It finds a value once, even when
// aliases name it again.
type finder struct {
	doc     *tree.Document
	surface string
	pieces  []Piece
	seen    map[int]bool                 // texts, by position
	entered map[int]bool                 // lists and mappings, likewise
	empty   func(expression string) bool // whether it may be empty
	events  *triggers                    // of a workflow
}

// newFinder reads a tree. With an error it also returns a finder, with what
// was read before the error.
func newFinder(surface string, read func([]byte) (*tree.Document, error), data []byte) (*finder, error) {
	doc, err := read(data)
	return &finder{doc: doc, surface: surface, seen: make(map[int]bool), entered: make(map[int]bool), empty: func(string) bool { return false }}, err
}

// add makes a piece of a scalar. It returns nil for any other node, and for
// one found before. The caller may change the piece until the next call.
func (f *finder) add(n *tree.Node, name string, dialect shell.Dialect) *Piece {
	if n == nil || n.Kind != tree.Scalar || n.Local || f.seen[n.From] || f.doc.IsJSON && n.Style == 0 {
		return nil
	}
	f.seen[n.From] = true
	p := pieceOf(f.doc.Weave(n), f.surface, name)
	if strings.TrimSpace(p.Text) == "" {
		return nil
	}
	p.Dialect = dialect
	f.pieces = append(f.pieces, p)
	return &f.pieces[len(f.pieces)-1]
}

// enter reports whether a list or a mapping was not entered before.
func (f *finder) enter(n *tree.Node) bool {
	if f.entered[n.From] {
		return false
	}
	f.entered[n.From] = true
	return true
}

// each adds every scalar of a list, also of lists in it, or a single scalar.
// It calls with for each piece.
func (f *finder) each(n *tree.Node, name string, dialect shell.Dialect, with func(*Piece)) {
	f.eachWithin(n, name, dialect, with, tree.MaxNesting)
}

func (f *finder) eachWithin(n *tree.Node, name string, dialect shell.Dialect, with func(*Piece), depth int) {
	if n == nil || n.Local || depth == 0 {
		return
	}
	if n.Kind != tree.Sequence {
		if p := f.add(n, name, dialect); p != nil && with != nil {
			with(p)
		}
		return
	}
	if !f.enter(n) {
		return
	}
	for i, item := range n.Items {
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
func (f *finder) lines(root *tree.Node) {
	if root == nil || root.Kind != tree.Sequence {
		return
	}
	for _, item := range root.Items {
		if item == nil || item.Kind != tree.Scalar {
			return
		}
	}
	f.join(root, "script")
}

// join makes one piece of a list of texts that run in one shell, a line each.
// Text that an alias brings from further up is a piece of its own, so that the
// positions in a piece are in order.
func (f *finder) join(n *tree.Node, name string) {
	j := joiner{finder: f, w: &tree.Weaver{Data: f.doc.Data}}
	j.add(n, tree.MaxNesting)
	if p := pieceOf(j.w, f.surface, name); strings.TrimSpace(p.Text) != "" {
		f.pieces = append(f.pieces, p)
	}
	for _, item := range j.apart {
		f.add(item, name, shell.Bash)
	}
}

type joiner struct {
	*finder
	w     *tree.Weaver
	apart []*tree.Node
}

func (j *joiner) add(n *tree.Node, depth int) {
	if n == nil || n.Local || depth == 0 || n.Kind == tree.Sequence && !j.enter(n) {
		return
	}
	for _, item := range n.List() {
		switch {
		case item == nil || item.Local:
		case item.Kind == tree.Sequence:
			j.add(item, depth-1)
		case item.Kind != tree.Scalar || j.seen[item.From]:
		case item.From < j.w.End(0):
			j.apart = append(j.apart, item)
		default:
			j.line(item)
		}
	}
}

// line adds a text that becomes lines of the script.
func (j *joiner) line(item *tree.Node) {
	j.seen[item.From] = true
	line := j.doc.Weave(item)
	j.w.Append(line, 0, 0, line.Text.Len())
	if !strings.HasSuffix(line.Text.String(), "\n") {
		j.w.Put("\n", j.w.End(item.From))
	}
}
