package safety

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// homeless are the facts of a machine where the home directory is not known. What
// stands in its place in a script says nothing of what is there.
type homeless struct{ rule.Facts }

// Path implements rule.Facts.
func (h homeless) Path(path string) rule.PathState {
	if within(shell.SomeHome, path) {
		return rule.PathState{}
	}
	return h.Facts.Path(path)
}

// Glob implements rule.Facts.
func (h homeless) Glob(pattern string, deep bool) rule.PathState {
	if within(shell.SomeHome, pattern) {
		return rule.PathState{}
	}
	return h.Facts.Glob(pattern, deep)
}
