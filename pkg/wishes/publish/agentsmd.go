package publish

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Claude Code does not read AGENTS.md as soon as a CLAUDE.md or CLAUDE.local.md
// that says something lies on the way from the directory that it is started in
// up (observed with 2.1.329). One that is empty, or only comments, does not count.

// spared returns a file, or in its place an AGENTS.md that it would silence by
// being the first to speak. It is "" where that lies elsewhere.
func spared(path, root string) string {
	name, dir := filepath.Base(path), filepath.Dir(path)
	if name != claudeMD && name != claudeLocalMD || speaks(path) {
		return path
	}
	if agents := filepath.Join(dir, agentsMD); isFile(agents) {
		return agents
	}
	if silences(dir, root) {
		return ""
	}
	return path
}

// silences reports whether a CLAUDE.md in a directory would silence an AGENTS.md
// that is read now: above it, in the project, or not far below.
func silences(dir, root string) bool {
	for at := filepath.Dir(dir); at != filepath.Dir(at); at = filepath.Dir(at) {
		if isFile(filepath.Join(at, agentsMD)) {
			return true
		}
	}
	if root != "" && isFile(filepath.Join(root, agentsMD)) {
		return true
	}
	for _, below := range [...]string{"*", "*/*"} {
		if found, _ := filepath.Glob(filepath.Join(dir, below, agentsMD)); len(found) > 0 {
			return true
		}
	}
	return false
}

// speaks reports whether a file says something to the model.
func speaks(path string) bool {
	data, err := paths.ReadFile(path, maxFile)
	if err != nil {
		return false
	}
	comment := false
	for _, l := range parse(data).lines {
		text := strings.TrimSpace(l.text)
		starts := strings.HasPrefix(text, "<!--")
		if text != "" && !comment && !(starts && (l.opens >= 0 || strings.HasSuffix(text, "-->"))) {
			return true
		}
		comment = l.opens >= 0
	}
	return false
}
