package journal

import (
	"path"
	"path/filepath"
)

// roots are the roots of projects, by directories in them; "" where there is none.
type roots map[string]string

// of returns the root of the project that a directory lies in: the nearest that has a .git or a
// .ctxhook.
func (r roots) of(dir string) string {
	if root, known := r[dir]; known || dir == "" {
		return root
	}
	root := ""
	switch up := path.Dir(dir); {
	case exists(filepath.FromSlash(dir + "/.git")), exists(filepath.FromSlash(dir + "/.ctxhook")):
		root = dir
	case up != dir:
		root = r.of(up)
	}
	r[dir] = root
	return root
}
