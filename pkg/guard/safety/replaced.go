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
	held, stays := lines(u.Held(), shortLine), lines(u.Text(), shortLine)
	if len(held) < fewLines {
		held, stays = lines(u.Held(), 0), lines(u.Text(), 0)
	}
	if len(held) == 0 {
		return true, nil // nothing, or more than is read
	}
	n := 0
	for line := range held {
		if stays[line] {
			n++
		}
	}
	return n*oneLineIn >= len(held), nil
}

const (
	shortLine = 4 // bytes of a line that says little: a bracket, or end
	fewLines  = 3 // lines of a file in which the short ones count, too
)

// lines returns the lines of a text that are longer than some bytes.
func lines(text string, longer int) map[string]bool {
	list := make(map[string]bool)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); len(line) > longer {
			list[line] = true
		}
	}
	return list
}
