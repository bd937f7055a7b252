package rulefile

import "github.com/ctxhook/ctxhook/pkg/base/display"

// About is what a pack's author says of it, in PackFile.
type About struct {
	Name, Description, Version, License string
}

// maxAbout bounds a text of About, in characters.
const maxAbout = 120

// ParseAbout reads a PackFile. path is how messages name it.
func ParseAbout(path string, data []byte) (About, error) {
	var a About
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return a, r.err()
	}
	seen := r.object(root, "a pack",
		field{"name", r.line(&a.Name)},
		field{"description", r.line(&a.Description)},
		field{"version", r.line(&a.Version)},
		field{"license", r.line(&a.License)},
	)
	r.need(root, "a pack", seen, "name")
	if a.Name != "" && !IsPackName(a.Name) {
		r.errorIn(find(root, a.Name), "%s cannot name a pack: use lower-case letters, digits and -", display.Quote(a.Name))
	}
	for _, text := range []string{a.Description, a.Version, a.License} {
		r.short(root, text, maxAbout)
	}
	return a, r.err()
}

// IsPackName reports whether a shared pack may have this name. Whether rules that
// are built in have it, the caller knows.
func IsPackName(name string) bool { return validName(name) && IsShared(name) }
