package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isCrontab(f *file) bool {
	if len(f.head) > 1 && f.head[0] == '#' && f.head[1] == '!' {
		return false
	}
	switch f.ext {
	case ".crontab", ".cron", ".cronjob":
		return true
	case "", ".in":
		return strings.TrimSuffix(f.base, ".in") == "crontab" || isSystemCrontab(f.path)
	}
	return false
}

// isSystemCrontab reports whether the lines of a crontab name a user.
func isSystemCrontab(name string) bool {
	return path.Base(path.Dir(name)) == "cron.d" || strings.HasSuffix("/"+name, "/etc/crontab")
}

// readCrontab finds the commands of a crontab.
func readCrontab(name string, data []byte) ([]Piece, error) {
	var pieces []Piece
	dialect := shell.Sh
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := string(data[at:end])
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "SHELL" {
			if d, known := dialectOf(strings.Trim(strings.TrimSpace(value), `"'`)); known {
				dialect = d
			}
		}
		if from, ok := cronCommand(line, isSystemCrontab(name)); ok {
			w := &tree.Weaver{Data: data}
			cron(w, at+from, at+len(strings.TrimRight(line, "\r")))
			if p := pieceOf(w, rule.Unattended, strings.Join(strings.Fields(line[:from]), " ")); strings.TrimSpace(p.Text) != "" {
				p.Dialect = dialect
				pieces = append(pieces, p)
			}
		}
		at = end + 1
	}
	return pieces, nil
}

// cronCommand returns where the command of a line starts.
func cronCommand(line string, user bool) (at int, ok bool) {
	at = formats.SkipSpace(line, 0)
	if at == len(line) || !strings.ContainsRune("@*0123456789", rune(line[at])) {
		return 0, false
	}
	fields := 5
	if line[at] == '@' {
		fields = 1
	}
	if user {
		fields++
	}
	for range fields {
		_, at = formats.WordAt(line, at)
	}
	return at, at < len(line)
}

// cron copies a command up to a percent sign; the rest of the line is its
// input.
func cron(w *tree.Weaver, from, to int) {
	start := from
	for i := from; i < to; i++ {
		if w.Data[i] != '%' {
			continue
		}
		if i == from || w.Data[i-1] != '\\' {
			to = i
			break
		}
		w.Copy(start, i-1)
		start = i
	}
	w.Copy(start, to)
}
