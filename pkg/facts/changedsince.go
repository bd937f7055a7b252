package facts

import (
	"os"
	"path/filepath"
	"time"
)

// ChangedSince reports whether anything wrote into a directory after a moment.
// known is false when there are more than most entries. It skips .git, and
// what tools fetch or make.
func ChangedSince(root string, after time.Time, most int) (changed, known bool) {
	for level := []string{root}; len(level) > 0; {
		var below []string
		for _, dir := range level {
			for _, e := range some(dir, most+1) {
				if most--; most < 0 {
					return false, false
				}
				inside := e.IsDir() && !filledByTools(e.Name())
				if e.Name() == ".git" {
					continue
				}
				if info, err := e.Info(); err == nil && info.ModTime().After(after) {
					return true, true
				}
				if inside {
					below = append(below, filepath.Join(dir, e.Name()))
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
	f, err := os.Open(dir)
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
