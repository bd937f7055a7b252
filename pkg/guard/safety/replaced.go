package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// A tool that writes a file whole keeps what it held where at least one line in this many is
// still there.
const oneLineIn = 5

// writeKeeps asks whether some of what a file held stays when a tool writes it whole: a model
// that edits a file may do so.
func (w *weighing) writeKeeps(string, bool) (bool, func(string) rule.Told) {
	u := w.engine.use
	switch {
	case u == nil:
		return false, nil // a redirection keeps nothing
	case u.Held == nil || u.Text == nil:
		return true, nil
	}
	held := lines(u.Held())
	if len(held) == 0 {
		return true, nil // nothing, or more than is read
	}
	stays := lines(u.Text())
	n := 0
	for line := range held {
		if stays[line] {
			n++
		}
	}
	return n*oneLineIn >= len(held), nil
}

// lines returns the lines of a text that say something, or all but the empty ones if none does.
func lines(text string) map[string]bool {
	const short = 4 // a bracket, or end
	long, all := make(map[string]bool), make(map[string]bool)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if all[line] = true; len(line) > short {
			long[line] = true
		}
	}
	if len(long) > 0 {
		return long
	}
	return all
}
