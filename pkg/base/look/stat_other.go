//go:build !linux && !darwin

package look

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Complete: the system does not tell all of a file that a Stat holds.
const Complete = false

// ErrNotDir is the error of a path that leads through a file.
var ErrNotDir = errors.New("not a directory")

// Lstat tells the type of what is at a path, and not where a link leads.
func Lstat(path string) (Stat, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return Stat{}, err
	}
	var s Stat
	switch {
	case info.Mode().IsRegular():
		s.Mode = typeFile
	case info.IsDir():
		s.Mode = typeDir
	case info.Mode()&fs.ModeSymlink != 0:
		s.Mode = typeLink
	}
	return s, nil
}

// LstatIn is not there.
func LstatIn(int, string) (Stat, error) { return Stat{}, errors.ErrUnsupported }

// list lists a directory.
func (t *Tree) list(rel string, most int) (*listing, int, error) {
	f, err := paths.OpenDir(t.full(rel))
	if err != nil {
		return nil, -1, err
	}
	defer f.Close()
	names, err := f.ReadDir(most + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, -1, err
	}
	l := &listing{entries: make([]Entry, len(names)), mode: typeDir}
	for i, e := range names {
		l.entries[i] = Entry{e.Name(), e.Type()}
	}
	return l, -1, nil
}

// OpenDir opens nothing.
func OpenDir(string) int { return -1 }

// Close closes a directory that List has left open.
func Close(int) {}
