package facts

import (
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
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
	for level := []string{""}; len(level) > 0; {
		var below []string
		for _, dir := range level {
			for _, e := range some(root+string(filepath.Separator)+dir, most+1) {
				if most--; most < 0 {
					return false, false
				}
				if e.Name() == ".git" {
					continue
				}
				path := dir + e.Name()
				if info, err := e.Info(); err == nil && is(path, info) {
					return true, true
				}
				if e.IsDir() && !filledByTools(e.Name()) {
					below = append(below, path+string(filepath.Separator))
				}
			}
		}
		level = below
	}
	return false, true
}

// some lists at most that many entries of a directory, and none when it cannot
// be read.
func some(dir string, most int) []os.DirEntry {
	f, err := paths.OpenDir(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(most) // what was read before an error
	return entries
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
