package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// words makes one piece of a list of arguments, as in exec forms. Each is
// quoted, so that the shell reads the words that would be run. When they start
// a shell with a text, the piece is that text.
func (f *finder) words(n *node, name string) *Piece {
	if n == nil || n.kind != sequence || len(n.items) == 0 || f.entered[n.from] {
		return nil
	}
	args := make([]string, len(n.items))
	for i, item := range n.items {
		if item == nil || item.kind != scalar || item.local {
			return nil
		}
		args[i] = f.doc.str(item)
	}
	if i, dialect, ok := shellText(args); ok {
		return f.add(n.items[i], name, dialect)
	}
	f.entered[n.from] = true
	w := &weaver{data: f.doc.data}
	for i, item := range n.items {
		if i > 0 {
			w.put(" ", max(item.from-1, w.end(0)))
		}
		if item.from < w.end(0) { // an alias of a value further up
			w.put(shell.Quote(args[i]), w.end(0))
			w.put("", w.end(0))
			continue
		}
		w.word(f.doc.weave(item), item.from)
	}
	p := w.piece(f.surface, name)
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
func (w *weaver) word(from *weaver, at int) {
	text := from.text.String()
	if shell.Quote(text) == text {
		w.append(from, 0, 0, len(text))
		return
	}
	w.put("'", at)
	seg, start := 0, 0
	for {
		i := strings.IndexByte(text[start:], '\'')
		if i < 0 {
			break
		}
		seg = w.append(from, seg, start, start+i)
		w.put(`'\''`, w.end(at))
		start += i + 1
	}
	w.append(from, seg, start, len(text))
	w.put("'", w.end(at))
}

// append adds a range of another text with its segments, looking from segment
// seg on. It returns the segment that the end of the range lies in.
func (w *weaver) append(from *weaver, seg, lo, hi int) int {
	text := from.text.String()
	shift := w.text.Len() - lo
	for ; seg < len(from.segs); seg++ {
		s := from.segs[seg]
		next := len(text)
		if seg+1 < len(from.segs) {
			next = from.segs[seg+1].Text
		}
		if start := max(s.Text, lo); start < hi && next > lo {
			length := max(min(s.Text+s.Len, hi)-start, 0)
			w.segs = append(w.segs, Segment{Text: start + shift, File: s.File + start - s.Text, Len: length})
		}
		if next > hi {
			break
		}
	}
	w.text.WriteString(text[lo:hi])
	return min(seg, max(len(from.segs)-1, 0))
}
