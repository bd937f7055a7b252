package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// PathClass is the names by which a path belongs to a class. The head of
// rules/paths.yaml explains its parts.
type PathClass struct {
	Name     string
	Names    []string
	In       []PathNames
	Below    []PathNames
	Under    []string
	Contains []string
	Samples  []string
}

// PathNames is names that count in some directories.
type PathNames struct {
	Dirs  []string
	Names []string
}

// pathClasses are the classes that package effect asks for, with the parts
// that it asks for of each. Another part would have no effect.
var pathClasses = map[string][]string{
	"system":         {"names", "samples"},
	"essential":      {"names", "in"},
	"essential-tree": {"in"},
	"system-cache":   {"under"},
	"local-shared":   {"names"},
	"local-data":     {"names"},
	"mount":          {"names"},
	"device":         {"names"},
	"device-dir":     {"names"},
	"home-folder":    {"names", "in"},
	"settings":       {"names", "in"},
	"vcs":            {"names"},
	"generated":      {"names", "in"},
	"product":        {"names"},
	"data":           {"names"},
	"scratch":        {"names"},
	"single-file":    {"names"},
	"guard":          {"names", "in", "samples"},
	"startup":        {"names", "in", "contains"},
	"secret":         {"names", "in", "below", "contains"},
	"secret-dir":     {"names"},
	"secret-whole":   {"names", "in"},
	"public":         {"names", "below"},
	"shared-temp":    {"names"},
	"temp-variable":  {"names"},
	"test-file":      {"names"},
	"ci-dir":         {"names"},
	"ci-variable":    {"names"},
}

// ParsePaths reads the names of paths, ordered by class.
func ParsePaths(path string, data []byte) ([]PathClass, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	var classes []string
	for name := range pathClasses {
		classes = append(classes, name)
	}
	slices.Sort(classes)
	out := make([]PathClass, len(classes))
	var fields []field
	for i, name := range classes {
		out[i].Name = name
		fields = append(fields, field{name, func(n *Node) { r.pathClass(n, &out[i]) }})
	}
	seen := r.object(root, "the file", fields...)
	r.need(root, "the file", seen, classes...)
	if err := r.err(); err != nil {
		return nil, err
	}
	return out, nil
}

func (r *reader) pathClass(n *Node, c *PathClass) {
	var fields []field
	for _, part := range pathClasses[c.Name] {
		fields = append(fields, field{part, map[string]func(*Node){
			"names":    r.pathNames(&c.Names),
			"in":       r.pathDirs(&c.In),
			"below":    r.pathDirs(&c.Below),
			"under":    r.pathParts(&c.Under),
			"contains": r.pathParts(&c.Contains),
			"samples":  r.pathNames(&c.Samples),
		}[part]})
	}
	seen := r.object(n, c.Name, fields...)
	r.need(n, c.Name, seen, pathClasses[c.Name]...)
}

// lists reads a list of texts, whose items may be lists again: the lines of a
// long one.
func (r *reader) lists(to *[]string) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) { r.list(to)(n) })
		slices.Sort(*to)
	}
}

// pathNames reads patterns of one name in a path.
func (r *reader) pathNames(to *[]string) func(*Node) {
	return func(n *Node) {
		r.lists(to)(n)
		for _, s := range *to {
			switch {
			case strings.Contains(s, "/"):
				r.errorIn(n, "%s is not one name: it has a slash", display.Quote(s))
			case strings.Count(s, "*") > 1, strings.ContainsAny(strings.TrimPrefix(s, "?*"), "?["), strings.Trim(s, "?*") == "":
				r.errorIn(n, "%s: write a name with one * at most, or with ?* in front", display.Quote(s))
			}
		}
	}
}

// pathParts reads parts of paths, which begin with a slash.
func (r *reader) pathParts(to *[]string) func(*Node) {
	return func(n *Node) {
		r.lists(to)(n)
		for _, s := range *to {
			if len(s) < 2 || s[0] != '/' || strings.ContainsAny(s, "*?[") {
				r.errorIn(n, "%s: write a path that begins with a slash, without globs", display.Quote(s))
			}
		}
	}
}

// pathDirs reads a mapping of directories, with commas between them, to names.
func (r *reader) pathDirs(to *[]PathNames) func(*Node) {
	return func(n *Node) {
		if !n.isMap() {
			r.errorIn(n, "expected a mapping: write directory: [names]")
			return
		}
		var all []string
		for _, e := range n.Entries {
			key, ok := r.text(e.Key)
			if !ok {
				continue
			}
			var p PathNames
			for dir := range strings.SplitSeq(key, ", ") {
				if dir == "" || strings.Contains(dir, "/") || slices.Contains(all, dir) {
					r.errorIn(e.Key, "%s is empty, no single name, or listed already", display.Quote(dir))
				}
				p.Dirs = append(p.Dirs, dir)
				all = append(all, dir)
			}
			slices.Sort(p.Dirs)
			r.pathNames(&p.Names)(e.Value)
			*to = append(*to, p)
		}
		order.By(*to, func(a, b PathNames) int { return slices.Compare(a.Dirs, b.Dirs) })
	}
}
