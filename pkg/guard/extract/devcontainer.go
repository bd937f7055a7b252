package extract

import (
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isDevcontainer(f *file) bool {
	return f.base == "devcontainer.json" || f.base == ".devcontainer.json" || f.base == "devcontainer-feature.json"
}

// readDevcontainer finds the lifecycle commands of a dev container. The first
// of them runs on the host.
func readDevcontainer(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("image", tree.JSON, data)
	for _, root := range f.doc.Roots {
		for _, key := range []string{
			"initializeCommand", "onCreateCommand", "updateContentCommand",
			"postCreateCommand", "postStartCommand", "postAttachCommand",
		} {
			f.surface = "image"
			if key == "initializeCommand" {
				f.surface = rule.Unattended
			}
			f.lifeCommand(root.Get(key), key)
			for _, p := range root.Get(key).Entries() {
				f.lifeCommand(p.Value, key+"."+p.Key)
			}
		}
	}
	return f.pieces, err
}

func (f *finder) lifeCommand(n *tree.Node, name string) {
	p := f.words(n, name)
	if p == nil {
		p = f.add(n, name, shell.Sh)
	}
	if p != nil {
		p.mask(references(p.Text, "${", "}", func(c byte) bool { return c == ':' || isNameByte(c) }), asVariable)
	}
}

// asVariable leaves ${NAME} and makes a word of ${localEnv:NAME}.
func asVariable(text string) string {
	if isVariable(text[2 : len(text)-1]) {
		return text
	}
	return asName(text)
}
