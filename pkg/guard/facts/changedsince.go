package facts

import (
	"os"
	"path/filepath"
	"slices"
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

// IgnoredBetween reports whether a file that git ignores was written between two moments.
// known is false when there are more than most entries, or git alone can tell.
func IgnoredBetween(root string, after, before time.Time, most int) (written, known bool) {
	r := repoAt(root)
	if r == nil {
		return false, false
	}
	known = true
	written, all := AnyEntry(root, most, func(path string, info os.FileInfo) bool {
		if at := info.ModTime(); info.IsDir() || !at.After(after) || !at.Before(before) {
			return false
		}
		ignored, err := r.Ignored(path)
		known = known && err == nil
		return ignored
	})
	return written, known && all
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

// ByTools reports whether a file, by its path with slashes, lies in a directory that tools
// fill.
func ByTools(path string) bool {
	dirs := strings.Split(path, "/")
	return slices.ContainsFunc(dirs[:len(dirs)-1], filledByTools)
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
