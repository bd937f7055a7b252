package main

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A tree is what lies below a directory, by its path from there. The directory
// .git at its top is left out: its content is git's.
type tree map[string]entry

// An entry is all of a path that an undo has to bring back. Times are not.
type entry struct {
	mode fs.FileMode
	hash [sha256.Size]byte // of a file
	link string            // where a link points
}

// readTree reads every byte below root. What vanishes meanwhile is not there.
func readTree(root string) (tree, error) {
	t := make(tree)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		switch {
		case os.IsNotExist(err):
			return nil
		case err != nil:
			return err
		case rel == ".":
			return nil
		case rel == ".git":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		e, err := readEntry(path)
		if os.IsNotExist(err) {
			return nil
		}
		t[rel] = e
		return err
	})
	return t, err
}

func readEntry(path string) (e entry, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return e, err
	}
	e.mode = info.Mode()
	switch {
	case e.mode&fs.ModeSymlink != 0:
		e.link, err = os.Readlink(path)
	case e.mode.IsRegular():
		e.hash, err = hashFile(path)
	}
	return e, err
}

func hashFile(path string) (sum [sha256.Size]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err = io.Copy(h, f); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

// changes returns the paths whose entry differs in the later tree, in order. A
// directory counts where it came or went, as an empty one does too.
func (t tree) changes(later tree) []string {
	paths := make(map[string]bool)
	for p, e := range t {
		if o, ok := later[p]; !ok || o != e {
			paths[p] = true
		}
	}
	for p := range later {
		if _, ok := t[p]; !ok {
			paths[p] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// same reports whether a path is the same in both trees: also there in neither.
func (t tree) same(other tree, path string) bool {
	a, here := t[path]
	b, there := other[path]
	return here == there && a == b
}

// isDir reports whether the path is a directory in the tree.
func (t tree) isDir(path string) bool { return t[path].mode.IsDir() }

// below reports whether path is dir or lies below it.
func below(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}
