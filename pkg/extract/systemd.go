package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// isSystemd reports whether a file is a unit, or an entry that a desktop starts
// with each session, which has the same form.
func isSystemd(name string, _ []byte) bool {
	switch path.Ext(strings.TrimSuffix(name, ".in")) {
	case ".desktop":
		return under(name, "autostart")
	case ".service", ".socket", ".mount", ".swap":
		return true
	case ".conf":
		dir := path.Base(path.Dir(name))
		return strings.HasSuffix(dir, ".service.d") || strings.HasSuffix(dir, ".socket.d")
	}
	return false
}

// readSystemd finds what units run. The lines are not shell, but words quoted
// as in a shell.
func readSystemd(_ string, data []byte) ([]Piece, error) {
	var pieces []Piece
	for at := 0; at < len(data); {
		w := &weaver{data: data}
		at = unitLine(w, at)
		p := w.piece(rule.Unattended, "")
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
func unitLine(w *weaver, at int) int {
	for first := true; at < len(w.data); first = false {
		end := len(w.data)
		if i := bytes.IndexByte(w.data[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := bytes.TrimSpace(w.data[at:end])
		comment := len(line) > 0 && (line[0] == '#' || line[0] == ';')
		switch {
		case comment && first:
			return end + 1
		case comment:
		case len(line) > 0 && line[len(line)-1] == '\\':
			last := at + bytes.LastIndexByte(w.data[at:end], '\\')
			w.copy(at, last)
			w.put(" ", last)
		default:
			w.copy(at, end)
			return end + 1
		}
		at = end + 1
	}
	return at
}
