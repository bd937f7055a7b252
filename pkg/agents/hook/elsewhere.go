package hook

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// elsewhere answers for commands that a server runs, which may have other files than this
// machine: that something outside of the project is not here does not say that nothing is
// lost.
type elsewhere struct {
	rule.Facts
	project string
}

// Path implements rule.Facts.
func (e elsewhere) Path(path string) rule.PathState {
	if s := e.Facts.Path(path); s.Exists || e.inProject(path) {
		return s
	}
	return rule.PathState{}
}

// Glob implements rule.Facts.
func (e elsewhere) Glob(pattern string, deep bool) rule.PathState {
	if s := e.Facts.Glob(pattern, deep); s.Exists || e.inProject(pattern) {
		return s
	}
	return rule.PathState{}
}

// inProject reports whether a path is in the project, of which a server has the files.
func (e elsewhere) inProject(path string) bool {
	return !filepath.IsAbs(path) || e.project != "" && strings.HasPrefix(path+"/", e.project+"/")
}
