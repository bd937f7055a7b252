package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isPackageJSON(f *file) bool {
	switch f.base {
	case "package.json", "deno.json", "deno.jsonc":
		return true
	}
	return false
}

// readPackageJSON finds the scripts of a package, and the tasks of Deno.
func readPackageJSON(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("package", tree.JSON, data)
	p := formats.PackageIn(f.doc)
	for _, s := range p.Scripts() {
		switch s.At {
		case "scripts.preinstall", "scripts.install", "scripts.postinstall", "scripts.preprepare", "scripts.prepare", "scripts.postprepare": // run on the machine that installs it
			f.surface = rule.Unattended
		}
		piece := f.add(s.Run, s.At, shell.Sh)
		if file := ownFile(f.doc.Str(s.Run)); piece != nil && f.surface == rule.Unattended && file != "" && !strings.HasSuffix(s.Name, "prepare") {
			piece.Notes = append(piece.Notes, Note{Rule: lifecycleFile, Span: shell.Span{From: 0, To: len(piece.Text)}, Say: file + " runs wherever the package is installed"})
		}
		f.surface = "package"
	}
	for _, hook := range p.Get("husky", "hooks").Entries() {
		f.add(hook.Value, "husky.hooks."+hook.Key, shell.Sh)
	}
	return f.pieces, err
}
