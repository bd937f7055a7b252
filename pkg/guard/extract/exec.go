package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// words makes one piece of a list of arguments, as in exec forms. Each is
// quoted, so that the shell reads the words that would be run. When they start
// a shell with a text, the piece is that text.
func (f *finder) words(n *tree.Node, name string) *Piece {
	if n == nil || n.Kind != tree.Sequence || len(n.Items) == 0 || f.entered[n.From] {
		return nil
	}
	args := make([]string, len(n.Items))
	for i, item := range n.Items {
		if item == nil || item.Kind != tree.Scalar || item.Local {
			return nil
		}
		args[i] = f.doc.Str(item)
	}
	if i, dialect, ok := shellText(args); ok {
		return f.add(n.Items[i], name, dialect)
	}
	f.entered[n.From] = true
	w := &tree.Weaver{Data: f.doc.Data}
	for i, item := range n.Items {
		if i > 0 {
			w.Put(" ", max(item.From-1, w.End(0)))
		}
		if item.From < w.End(0) { // an alias of a value further up
			w.Put(shell.Quote(args[i]), w.End(0))
			w.Put("", w.End(0))
			continue
		}
		word(w, f.doc.Weave(item), item.From)
	}
	p := pieceOf(w, f.surface, name)
	if strings.TrimSpace(p.Text) == "" {
		return nil
	}
	f.pieces = append(f.pieces, p)
	return &f.pieces[len(f.pieces)-1]
}

// shellText returns the index of the text that a shell is started with: 2 for
// sh -c TEXT.
func shellText(args []string) (at int, dialect shell.Dialect, ok bool) {
	if len(args) > 0 && args[0] != "" {
		dialect, ok = dialectOf(args[0])
	}
	if !ok {
		return 0, 0, false
	}
	for i := 1; i+1 < len(args); i++ {
		switch a := args[i]; {
		case a == "-o" || a == "+o" || a == "-O" || a == "+O":
			i++
		case len(a) < 2 || a[0] != '-' && a[0] != '+':
			return 0, 0, false
		case a[0] == '-' && a[1] != '-' && strings.ContainsRune(a, 'c'):
			return textBehind(args, i), dialect, true
		case a[1] != '-' && strings.HasSuffix(a, "o"): // -euo pipefail
			i++
		}
	}
	return 0, 0, false
}

// textBehind returns the index of the text for an option with a c in it: after
// it, and after the value of an o in it.
func textBehind(args []string, i int) int {
	if strings.HasSuffix(args[i], "o") && i+2 < len(args) {
		return i + 2
	}
	return i + 1
}

// word appends another text as one word of the shell.
func word(w *tree.Weaver, from *tree.Weaver, at int) {
	text := from.Text.String()
	if shell.Quote(text) == text {
		w.Append(from, 0, 0, len(text))
		return
	}
	w.Put("'", at)
	seg, start := 0, 0
	for {
		i := strings.IndexByte(text[start:], '\'')
		if i < 0 {
			break
		}
		seg = w.Append(from, seg, start, start+i)
		w.Put(`'\''`, w.End(at))
		start += i + 1
	}
	w.Append(from, seg, start, len(text))
	w.Put("'", w.End(at))
}
