package facts

import (
	"os"
	"path/filepath"
	"time"
)

// ChangedSince tells whether anything in a directory was written after a
// moment, whoever did it. known is false when so many entries were looked at
// and there are more. What is fetched or made by tools is not looked into, and
// neither is what git keeps for itself.
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

// some lists so many entries of a directory; none when it cannot be read.
func some(dir string, most int) []os.DirEntry {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(most) // what was read before an error
	return entries
}

// filledByTools tells the directories that tools fill, and those in which they take
// notes.
func filledByTools(name string) bool {
	switch name {
	case ".cache", ".claude", ".idea", ".mypy_cache", ".next", ".nox", ".pytest_cache", ".ruff_cache", ".specstory", ".svn", ".tox", ".venv", ".vscode", "__pycache__", "build", "dist", "node_modules", "out", "target", "vendor", "venv":
		return true
	}
	return false
}
