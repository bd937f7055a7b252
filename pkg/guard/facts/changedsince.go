package facts

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// ChangedSince reports whether anything wrote into a directory after a moment.
// known is false when there are more than most entries. It skips .git, and
// what tools fetch or make.
func ChangedSince(root string, after time.Time, most int) (changed, known bool) {
	return AnyEntry(root, most, func(_ string, info os.FileInfo) bool { return info.ModTime().After(after) })
}

// AnyEntry reports whether an entry below a directory, whose path from there is
// given, satisfies is. known is false when there are more than most entries. It
// skips .git, and what tools fetch or make.
func AnyEntry(root string, most int, is func(path string, info os.FileInfo) bool) (found, known bool) {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	tree := look.New(root)
	for level := []string{""}; len(level) > 0; {
		var below []string
		for _, dir := range level {
			list, open, _ := tree.List(strings.TrimSuffix(dir, "/"), most) // what cannot be read has none
			look.Close(open)
			for _, e := range list {
				if most--; most < 0 {
					return false, false
				}
				if e.Name() == ".git" {
					continue
				}
				path := dir + e.Name()
				name := filepath.FromSlash(path)
				if info, err := os.Lstat(root + string(filepath.Separator) + name); err == nil && is(name, info) {
					return true, true
				}
				if e.IsDir() && !filledByTools(e.Name()) {
					below = append(below, path+"/")
				}
			}
		}
		level = below
	}
	return false, true
}

// filledByTools reports whether tools fill a directory of that name, or keep
// notes in it.
func filledByTools(name string) bool {
	switch name {
	case ".cache", ".claude", ".idea", ".mypy_cache", ".next", ".nox", ".pytest_cache", ".ruff_cache", ".specstory", ".svn", ".tox", ".venv", ".vscode", "__pycache__", "build", "dist", "node_modules", "out", "target", "vendor", "venv":
		return true
	}
	return false
}
