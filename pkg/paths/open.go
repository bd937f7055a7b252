package paths

import (
	"io/fs"
	"os"
)

// Everything is opened here: a test of the hook's packages refuses os.Open
// elsewhere. What is opened is known to be a regular file, or a directory, and
// no open waits: a repository may hold a pipe without a writer under any name.

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	f, _, err := openIn(Disk{}, path)
	return f, err
}

// OpenIn opens a regular file of a tree for reading.
func OpenIn(t Tree, name string) (*os.File, error) {
	f, _, err := openIn(t, name)
	return f, err
}

// OpenDir opens a directory to list it.
func OpenDir(dir string) (*os.File, error) { return OpenDirIn(Disk{}, dir) }

// OpenDirIn opens a directory of a tree to list it.
func OpenDirIn(t Tree, name string) (*os.File, error) {
	return t.OpenFile(name, os.O_RDONLY|nonblock|directory, 0)
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

// Tree is where files are opened: below an os.Root, out of which no link leads,
// or on the whole Disk.
type Tree interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

// Disk is the Tree whose names are paths.
type Disk struct{}

// Stat is os.Stat.
func (Disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// OpenFile is os.OpenFile.
func (Disk) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// openIn looks first, which keeps devices from being opened at all, and again
// at what it opened, which may have been replaced between.
func openIn(t Tree, name string) (*os.File, fs.FileInfo, error) {
	info, err := t.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	f, err := t.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
