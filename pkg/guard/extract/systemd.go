package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// isSystemd reports whether a file is a unit, or an entry that a desktop starts
// with each session, which has the same form.
func isSystemd(f *file) bool {
	switch path.Ext(strings.TrimSuffix(f.path, ".in")) {
	case ".desktop":
		return under(f.path, "autostart")
	case ".service", ".socket", ".mount", ".swap":
		return true
	case ".conf":
		dir := f.dir()
		return strings.HasSuffix(dir, ".service.d") || strings.HasSuffix(dir, ".socket.d")
	}
	return false
}

// readSystemd finds what units run. The lines are not shell, but words quoted
// as in a shell.
func readSystemd(_ string, data []byte) ([]Piece, error) {
	var pieces []Piece
	for at := 0; at < len(data); {
		w := &tree.Weaver{Data: data}
		at = unitLine(w, at)
		p := pieceOf(w, rule.Unattended, "")
		key, value, ok := strings.Cut(p.Text, "=")
		key = strings.TrimSpace(key)
		if !ok || !strings.HasPrefix(key, "Exec") || key == "ExecSearchPath" || key == "ExecPaths" {
			continue
		}
		start := len(p.Text) - len(value)
		for start < len(p.Text) && strings.IndexByte("@-:+!| \t", p.Text[start]) >= 0 {
			start++
		}
		if p = p.part(start, len(p.Text)); strings.TrimSpace(p.Text) == "" {
			continue
		}
		p.Name, p.Dialect = key, shell.Sh
		p.halve('$')
		p.halve('%')
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// unitLine copies a line with those that continue it, over comments between
// them, and returns where the next one starts.
func unitLine(w *tree.Weaver, at int) int {
	for first := true; at < len(w.Data); first = false {
		end := len(w.Data)
		if i := bytes.IndexByte(w.Data[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := bytes.TrimSpace(w.Data[at:end])
		comment := len(line) > 0 && (line[0] == '#' || line[0] == ';')
		switch {
		case comment && first:
			return end + 1
		case comment:
		case len(line) > 0 && line[len(line)-1] == '\\':
			last := at + bytes.LastIndexByte(w.Data[at:end], '\\')
			w.Copy(at, last)
			w.Put(" ", last)
		default:
			w.Copy(at, end)
			return end + 1
		}
		at = end + 1
	}
	return at
}
