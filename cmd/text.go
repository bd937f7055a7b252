package cmd

import (
	"os"
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// brief is the first line of a text, cut to what a line of a list holds.
func brief(s string) string {
	const most = 110
	s = firstLine(s)
	if r := []rune(s); len(r) > most {
		s = string(r[:most-2]) + ".."
	}
	return s
}

// tilde shortens a path in the home directory as shells show it.
func (e *Env) tilde(path string) string {
	places, _ := paths.Resolve(e.Getenv, runtime.GOOS)
	home := places.Home
	if rest, ok := strings.CutPrefix(path, home); ok && home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}

// firstLine is the first line of a text, marked where there are more.
func firstLine(s string) string {
	line, _, more := strings.Cut(s, "\n")
	if more {
		line += " .."
	}
	return line
}
