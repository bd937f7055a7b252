package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

func isComposefile(name string, _ []byte) bool {
	base := path.Base(name)
	return isYAML(name) && (strings.HasPrefix(base, "docker-compose") || base == "compose.yml" || base == "compose.yaml" ||
		strings.HasPrefix(base, "compose.") || strings.HasPrefix(base, "podman-compose"))
}

// readComposefile finds what the services of a compose file run. A command
// that is a string is only split into words, but written like shell.
func readComposefile(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("image", readYAML, data)
	for _, root := range f.doc.roots {
		for _, s := range root.get("services").entries() {
			name := "services." + s.key
			f.composeCommand(s.value.get("entrypoint"), name+".entrypoint")
			f.composeCommand(s.value.get("command"), name+".command")
			f.composeTest(s.value.get("healthcheck", "test"), name+".healthcheck.test")
		}
	}
	for i := range f.pieces {
		f.pieces[i].halve('$')
	}
	return f.pieces, err
}

func (f *finder) composeCommand(n *node, name string) {
	if f.words(n, name) != nil || n == nil || n.kind != scalar {
		return
	}
	f.add(n, name, shell.Sh)
}

// composeTest reads a health check: a text, or a list that says what it is.
func (f *finder) composeTest(test *node, name string) {
	if test == nil || test.kind != sequence {
		f.add(test, name, shell.Sh)
		return
	}
	if len(test.items) < 2 {
		return
	}
	switch f.doc.str(test.items[0]) {
	case "CMD-SHELL":
		f.add(test.items[1], name, shell.Sh)
	case "CMD":
		f.words(&node{kind: sequence, from: test.from, items: test.items[1:]}, name)
	}
}
