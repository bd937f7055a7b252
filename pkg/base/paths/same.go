package paths

import (
	"os"
	"path/filepath"
)

// SameFile reports whether two paths lead to one file or directory.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Beside resolves a path that a file in a directory names.
func Beside(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
