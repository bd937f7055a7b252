package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// buildOutput reports whether a path is a directory that builds usually write
// to. By its name alone it may as well hold sources.
func buildOutput(w shell.Word, d shell.Dir, at Place) bool {
	segs := locate(w, d, at).segs
	if n := len(segs); n > 1 && everything(segs[n-1]) {
		segs = segs[:n-1]
	}
	if len(segs) == 0 {
		return false
	}
	switch strings.ToLower(segs[len(segs)-1]) {
	case "build", "builddir", "out", "output", "bin", "obj", "release", "debug", "_site", "site", "generated", "gen", "pkg", "public", "lib":
		return true
	}
	return false
}

// rebuilds reports whether the script builds something behind the call: what
// was deleted before is made again.
func (r *reader) rebuilds() bool {
	behind := false
	for i := range r.script.Calls {
		c := &r.script.Calls[i]
		if behind && !c.Late && builds(c) {
			return true
		}
		behind = behind || c == r.call
	}
	return false
}

func builds(c *shell.Call) bool {
	switch {
	case (c.Program == "build" || c.Program == "PyInstaller") && len(c.Wrappers) > 0: // python -m build
		return true
	case c.Model == nil || c.Args.Has(c.Model.Harmless...):
		return false
	case c.Model.Type == "Build":
		return !c.Args.Is([]string{"clean"})
	}
	for k := range c.Model.Verbs {
		if v := &c.Model.Verbs[k]; v.Type == "Build" && c.Args.Holds(v) {
			return true
		}
	}
	return false
}
