package extract

import (
	"strings"

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
	for _, root := range f.doc.Roots {
		for _, p := range root.Get("scripts").Entries() {
			switch p.Key {
			case "preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare": // run on the machine that installs it
				f.surface = rule.Unattended
			}
			piece := f.add(p.Value, "scripts."+p.Key, shell.Sh)
			if file := ownFile(f.doc.Str(p.Value)); piece != nil && f.surface == rule.Unattended && file != "" && !strings.HasSuffix(p.Key, "prepare") {
				piece.Notes = append(piece.Notes, Note{Rule: lifecycleFile, Span: shell.Span{From: 0, To: len(piece.Text)}, Say: file + " runs wherever the package is installed"})
			}
			f.surface = "package"
		}
		for _, p := range root.Get("tasks").Entries() {
			f.add(p.Value, "tasks."+p.Key, shell.Sh)
			f.add(p.Value.Get("command"), "tasks."+p.Key+".command", shell.Sh)
		}
		for _, p := range root.Get("husky", "hooks").Entries() {
			f.add(p.Value, "husky.hooks."+p.Key, shell.Sh)
		}
	}
	return f.pieces, err
}
