package formats

import "github.com/ctxhook/ctxhook/pkg/base/tree"

// Package is a package.json, or a file that has its keys: a deno.json, a composer.json.
type Package struct {
	*tree.Document
	root *tree.Node
}

// Script is a command of a package that has a name: a script, or a task of Deno.
type Script struct {
	Name  string
	At    string       // where its command stands: scripts.build, tasks.build.command
	Run   *tree.Node   // a text, or a list of them in a composer.json
	Needs []*tree.Node // the names of the tasks that run before
}

// scriptLists are the keys under which scripts stand.
var scriptLists = [...]string{"scripts", "tasks"}

// ReadPackage reads such a file. What was read before an error counts.
func ReadPackage(data []byte) (*Package, error) {
	doc, err := tree.JSON(data)
	return PackageIn(doc), err
}

// PackageIn returns what such a file holds that was read as a tree.
func PackageIn(doc *tree.Document) *Package {
	p := &Package{Document: doc}
	if len(doc.Roots) > 0 {
		p.root = doc.Roots[0]
	}
	return p
}

// Scripts lists the scripts in their order. Of two with equal names the last one runs.
func (p *Package) Scripts() (list []Script) {
	for _, key := range scriptLists {
		for _, e := range p.root.Get(key).Entries() {
			list = append(list, scriptOf(key, e.Key, e.Value))
		}
	}
	return list
}

// Named returns what runs under a name.
func (p *Package) Named(name string) (list []Script) {
	for _, key := range scriptLists {
		if n := p.root.Get(key, name); n != nil {
			list = append(list, scriptOf(key, name, n))
		}
	}
	return list
}

func scriptOf(key, name string, n *tree.Node) Script {
	s := Script{Name: name, At: key + "." + name, Run: n}
	if n != nil && n.Kind == tree.Mapping {
		s.At, s.Run, s.Needs = s.At+".command", n.Get("command"), n.Get("dependencies").List()
	}
	return s
}

// Text returns what stands under a key, "" where it is no text.
func (p *Package) Text(key string) string { return p.Str(p.root.Get(key)) }

// Get returns what stands under some keys, each within the last.
func (p *Package) Get(keys ...string) *tree.Node { return p.root.Get(keys...) }

// Files returns the paths and patterns of what npm packs; none: all that is not ignored.
func (p *Package) Files() (list []string) {
	for _, n := range p.root.Get("files").List() {
		list = append(list, p.Str(n))
	}
	return list
}

// IsPrivate reports whether npm refuses to publish the package.
func (p *Package) IsPrivate() bool {
	n := p.root.Get("private")
	return n != nil && n.Kind == tree.Scalar && string(p.Data[n.From:n.To]) == "true"
}

// Programs returns the names of the programs that the package installs.
func (p *Package) Programs() (names []string) {
	bin := p.root.Get("bin")
	for _, e := range bin.Entries() {
		names = append(names, e.Key)
	}
	if name := p.Text("name"); p.Str(bin) != "" && name != "" {
		names = append(names, name)
	}
	return names
}
