package formats

import "github.com/ctxhook/ctxhook/pkg/base/tree"

// Manifests are the names of the files that Programs reads.
var Manifests = [...]string{"pyproject.toml", "package.json", "Cargo.toml"}

// Programs returns the names of the programs that a package installs, by the text of the
// manifest with a name. What was read before an error counts.
func Programs(manifest string, data []byte) (names []string) {
	if manifest == "package.json" {
		p, _ := ReadPackage(data)
		return p.Programs()
	}
	doc, _ := tree.TOML(data)
	if len(doc.Roots) == 0 {
		return nil
	}
	root := doc.Roots[0]
	add := func(name string) {
		if name != "" {
			names = append(names, name)
		}
	}
	switch manifest {
	case "pyproject.toml":
		for _, table := range [...]*tree.Node{root.Get("project", "scripts"), root.Get("project", "gui-scripts"), root.Get("tool", "poetry", "scripts")} {
			for _, e := range table.Entries() {
				add(e.Key)
			}
		}
	case "Cargo.toml":
		add(doc.Str(root.Get("package", "name")))
		for _, program := range root.Get("bin").List() {
			add(doc.Str(program.Get("name")))
		}
	}
	return names
}
