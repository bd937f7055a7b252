package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isComposefile(f *file) bool {
	return isYAML(f) && (strings.HasPrefix(f.base, "docker-compose") || f.base == "compose.yml" || f.base == "compose.yaml" ||
		strings.HasPrefix(f.base, "compose.") || strings.HasPrefix(f.base, "podman-compose"))
}

// readComposefile finds what the services of a compose file run. A command
// that is a string is only split into words, but written like shell.
func readComposefile(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("image", tree.YAML, data)
	for _, root := range f.doc.Roots {
		for _, s := range root.Get("services").Entries() {
			name := "services." + s.Key
			f.composeCommand(s.Value.Get("entrypoint"), name+".entrypoint")
			f.composeCommand(s.Value.Get("command"), name+".command")
			f.composeTest(s.Value.Get("healthcheck", "test"), name+".healthcheck.test")
		}
	}
	for i := range f.pieces {
		f.pieces[i].halve('$')
	}
	return f.pieces, err
}

func (f *finder) composeCommand(n *tree.Node, name string) {
	if f.words(n, name) != nil || n == nil || n.Kind != tree.Scalar {
		return
	}
	f.add(n, name, shell.Sh)
}

// composeTest reads a health check: a text, or a list that says what it is.
func (f *finder) composeTest(test *tree.Node, name string) {
	if test == nil || test.Kind != tree.Sequence {
		f.add(test, name, shell.Sh)
		return
	}
	if len(test.Items) < 2 {
		return
	}
	switch f.doc.Str(test.Items[0]) {
	case "CMD-SHELL":
		f.add(test.Items[1], name, shell.Sh)
	case "CMD":
		f.words(&tree.Node{Kind: tree.Sequence, From: test.From, Items: test.Items[1:]}, name)
	}
}
