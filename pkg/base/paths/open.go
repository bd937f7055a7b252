package paths

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Everything is opened here: a test of the hook's packages refuses os.Open
// elsewhere. What is opened is known to be a regular file, or a directory, and
// no open waits: a repository may hold a pipe without a writer under any name.

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) { return OpenIn(Disk{}, path) }

// OpenIn opens a regular file of a tree for reading.
func OpenIn(t Tree, name string) (*os.File, error) {
	info, err := findRegular(t, name)
	if err != nil {
		return nil, err
	}
	f, _, err := open(placeIn(t, name), name, nonblock, info)
	return f, err
}

// CreateIn makes a file below a directory that has none of that name, for the
// user alone, and opens it for writing.
func CreateIn(dir *os.Root, name string) (*os.File, error) {
	return dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
}

// OpenDir opens a directory to list it.
func OpenDir(dir string) (*os.File, error) { return openFile(dir, os.O_RDONLY|directory, 0) }

// OpenDirIn opens a directory of a tree to list it.
func OpenDirIn(t Tree, name string) (*os.File, error) {
	info, err := t.Stat(name)
	if err != nil {
		return nil, err
	}
	f, _, err := open(placeIn(t, name), name, directory, info)
	return f, err
}

// OpenRoot opens a directory below which files are opened.
func OpenRoot(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errNotDirectory}
	}
	return os.OpenRoot(dir)
}

// OpenRootIn is OpenRoot for a directory in one that is open.
func OpenRootIn(dir *os.Root, name string) (*os.Root, error) { return dir.OpenRoot(name) }

// Tree is where files are looked up: below an os.Root, out of which no link
// leads, or on the whole Disk.
type Tree interface {
	Name() string // of its root
	Stat(name string) (fs.FileInfo, error)
}

// Disk is the Tree whose names are paths.
type Disk struct{}

// Name is empty.
func (Disk) Name() string { return "" }

// Stat is os.Stat.
func (Disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// findRegular looks before anything is opened, which keeps devices from being
// opened at all.
func findRegular(t Tree, name string) (fs.FileInfo, error) {
	info, err := t.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	return info, err
}

// placeIn returns the path of a name in a tree.
func placeIn(t Tree, name string) string {
	if root := t.Name(); root != "" {
		return root + string(filepath.Separator) + name
	}
	return name
}

// open opens what was found at a place, and nothing that was put there instead.
func open(place, name string, flag int, found fs.FileInfo) (*os.File, fs.FileInfo, error) {
	f, err := openFile(place, os.O_RDONLY|flag, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !os.SameFile(info, found) {
		err = &fs.PathError{Op: "read", Path: name, Err: ErrChanged}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
