package extract

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

func isPackageJSON(name string, _ []byte) bool {
	switch path.Base(name) {
	case "package.json", "deno.json", "deno.jsonc":
		return true
	}
	return false
}

// readPackageJSON finds the scripts of a package, and the tasks of Deno.
func readPackageJSON(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("package", readJSON, data)
	for _, root := range f.doc.roots {
		for _, p := range root.get("scripts").entries() {
			switch p.key {
			case "preinstall", "install", "postinstall": // run on the machine of whoever installs it
				f.surface = rule.Unattended
			}
			f.add(p.value, "scripts."+p.key, shell.Sh)
			f.surface = "package"
		}
		for _, p := range root.get("tasks").entries() {
			f.add(p.value, "tasks."+p.key, shell.Sh)
			f.add(p.value.get("command"), "tasks."+p.key+".command", shell.Sh)
		}
		for _, p := range root.get("husky", "hooks").entries() {
			f.add(p.value, "husky.hooks."+p.key, shell.Sh)
		}
	}
	return f.pieces, err
}
