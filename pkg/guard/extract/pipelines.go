package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// isPipelines reports whether a file belongs to one of the services whose
// files share only the names of the keys that hold commands: Travis,
// Bitbucket, Drone, Woodpecker, Buildkite and Cirrus.
func isPipelines(f *file) bool {
	if !isYAML(f) {
		return false
	}
	switch strings.TrimSuffix(f.base, f.ext) {
	case ".travis", "bitbucket-pipelines", ".drone", ".woodpecker", ".cirrus", "buildspec", "cloudbuild":
		return true
	}
	return under(f.path, ".buildkite") || under(f.path, ".woodpecker")
}

// readPipelines finds lists of commands wherever a step may be.
func readPipelines(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", tree.YAML, data)
	for _, root := range f.doc.Roots {
		f.lines(root)
		f.pipeline(root, "", tree.MaxNesting)
	}
	return f.pieces, err
}

func (f *finder) pipeline(n *tree.Node, name string, depth int) {
	if n == nil || depth == 0 || n.Kind < tree.Sequence || !f.enter(n) {
		return
	}
	for i, item := range n.Items {
		f.pipeline(item, index(name, i), depth-1)
	}
	for _, p := range n.Entries() {
		at := dot(name, p.Key)
		if holdsCommands(p.Key) {
			f.join(p.Value, at)
		} else {
			f.pipeline(p.Value, at, depth-1)
		}
	}
}

func holdsCommands(key string) bool {
	switch key {
	case "script", "commands", "command", "install", "before_install", "before_script", "after_script",
		"after_success", "after_failure", "before_deploy", "after_deploy", "after-script":
		return true
	}
	return strings.HasSuffix(key, "_script")
}
