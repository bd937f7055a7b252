package extract

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// dotfileReader returns what finds the commands in a line of a user's settings,
// or nil for files that are no such settings. The section is git's.
func dotfileReader(f *file) func(section, line string) (from, to int, ok bool) {
	switch {
	case f.base == "config" && f.dir() == ".ssh", f.base == "ssh_config":
		return sshCommand
	case gitSettings(f.path):
		return gitCommand
	case f.base == ".tmux.conf", f.base == "tmux.conf":
		return tmuxCommand
	}
	return nil
}

func isDotfile(f *file) bool { return dotfileReader(f) != nil }

// readDotfile finds the commands that ssh, git and tmux run because their
// settings say so.
func readDotfile(name string, data []byte) ([]Piece, error) {
	find := dotfileReader(fileAt(name, nil))
	if find == nil {
		return nil, nil
	}
	var pieces []Piece
	section := ""
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := string(data[at:end])
		if s := strings.TrimSpace(line); strings.HasPrefix(s, "[") {
			section = strings.ToLower(strings.Trim(s, "[]"))
		}
		if from, to, ok := find(section, line); ok {
			w := &tree.Weaver{Data: data}
			w.Copy(at+from, at+to)
			surface := rule.Unattended
			if strings.HasPrefix(section, "alias") {
				surface = "script" // it runs when it is typed
			}
			if p := pieceOf(w, surface, strings.TrimSpace(line[:from])); strings.TrimSpace(p.Text) != "" {
				p.Dialect = shell.Sh
				pieces = append(pieces, p)
			}
		}
		at = end + 1
	}
	return pieces, nil
}

// sshCommand finds what ssh runs before or after it connects.
func sshCommand(_, line string) (from, to int, ok bool) {
	at := formats.SkipSpace(line, 0)
	key, from := formats.WordAt(line, at)
	switch strings.ToLower(key) {
	case "proxycommand", "localcommand", "knownhostscommand":
		return from, len(line), strings.TrimSpace(line[from:]) != "none"
	}
	return 0, 0, false
}

// gitCommand finds what git runs for an alias, a hook of its own, a filter, an
// editor and the like.
func gitCommand(section, line string) (from, to int, ok bool) {
	key, value, found := strings.Cut(line, "=")
	if !found {
		return 0, 0, false
	}
	from = formats.SkipSpace(line, len(line)-len(value))
	to = len(line)
	if from+1 < to && line[from] == '"' && line[to-1] == '"' {
		from, to = from+1, to-1
	}
	if from < to && line[from] == '!' {
		return from + 1, to, section == "alias" || strings.HasPrefix(section, "credential")
	}
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "fsmonitor", "sshcommand", "pager", "editor", "askpass", "external", "textconv", "clean", "smudge", "process", "difffilter", "gitproxy":
		value = line[from:to]
		return from, to, value != "true" && value != "false"
	}
	return 0, 0, false
}

// tmuxCommand finds the text that run-shell is given, or that a status line
// holds in #(..).
func tmuxCommand(_, line string) (from, to int, ok bool) {
	if i := strings.Index(line, "#("); i >= 0 {
		end := strings.LastIndexByte(line, ')')
		return i + 2, max(end, i+2), end > i
	}
	for _, word := range [...]string{"run-shell ", "if-shell "} {
		i := strings.Index(line, word)
		if i < 0 {
			continue
		}
		from = formats.SkipSpace(line, i+len(word))
		for strings.HasPrefix(line[from:], "-b ") {
			from = formats.SkipSpace(line, from+3)
		}
		to = len(line)
		if from < to && (line[from] == '"' || line[from] == '\'') {
			end := strings.IndexByte(line[from+1:], line[from])
			if end < 0 {
				return 0, 0, false
			}
			return from + 1, from + 1 + end, true
		}
		return from, to, true
	}
	return 0, 0, false
}
