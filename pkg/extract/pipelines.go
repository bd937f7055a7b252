package extract

import (
	"path"
	"strings"
)

// isPipelines reports whether a file belongs to one of the services whose
// files share only the names of the keys that hold commands: Travis,
// Bitbucket, Drone, Woodpecker, Buildkite and Cirrus.
func isPipelines(name string, _ []byte) bool {
	if !isYAML(name) {
		return false
	}
	switch strings.TrimSuffix(path.Base(name), path.Ext(name)) {
	case ".travis", "bitbucket-pipelines", ".drone", ".woodpecker", ".cirrus", "buildspec", "cloudbuild":
		return true
	}
	return under(name, ".buildkite") || under(name, ".woodpecker")
}

// readPipelines finds lists of commands wherever a step may be.
func readPipelines(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", readYAML, data)
	for _, root := range f.doc.roots {
		f.lines(root)
		f.pipeline(root, "", maxNesting)
	}
	return f.pieces, err
}

func (f *finder) pipeline(n *node, name string, depth int) {
	if n == nil || depth == 0 || n.kind < sequence || !f.enter(n) {
		return
	}
	for i, item := range n.items {
		f.pipeline(item, index(name, i), depth-1)
	}
	for _, p := range n.entries() {
		at := dot(name, p.key)
		if holdsCommands(p.key) {
			f.join(p.value, at)
		} else {
			f.pipeline(p.value, at, depth-1)
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
