package paths

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Modes of our own directories and files: only the user may read them.
const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// Errors of ReadFile, besides those of the system.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("file too large")

	errNotDirectory = errors.New("not a directory")
)

// ReadFile reads a regular file of at most limit bytes. A device, a pipe or a
// directory in its place is an error that comes at once: a project may hold
// anything, and a hook must not wait for it.
func ReadFile(path string, limit int64) ([]byte, error) { return ReadIn(Disk{}, path, limit) }

// ReadFileIn reads a file as ReadFile does, by its name below root, and
// follows no link out of root: a repository must not make us read other files.
func ReadFileIn(root, name string, limit int64) ([]byte, error) {
	if _, err := os.Lstat(filepath.Join(root, name)); err != nil {
		return nil, err // the common case costs one call
	}
	dir, err := OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return ReadIn(dir, name, limit)
}

// ReadIn reads a file of a tree as ReadFile does.
func ReadIn(t Tree, name string, limit int64) ([]byte, error) {
	info, err := findRegular(t, name)
	if err != nil {
		return nil, err
	}
	return readFound(placeIn(t, name), name, info, limit)
}

// readAll reads an open file that says how long it is.
func readAll(f io.Reader, size int64, path string, limit int64) ([]byte, error) {
	if size > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	data := make([]byte, 0, min(size, limit)+1)
	for int64(len(data)) <= limit {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		if int64(len(data)) == size {
			break // and not one byte more, for which there was room
		}
		data = slices.Grow(data, 1)
	}
	if int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	return data, nil
}

// Reason returns the cause of a file system error without the path, for
// messages that begin with the path.
func Reason(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err.Error()
	}
	return err.Error()
}

// WriteFile replaces one of our own files, whole or not at all, and makes the
// directories above it. A symbolic link is followed, so that a file kept among
// a user's dotfiles stays there.
func WriteFile(path string, data []byte) error { return replace(path, data, true) }

// WriteCache is WriteFile for files that can be made again: it does not wait
// for the disk, so the file may be lost when the power fails, and it replaces
// a link instead of following it.
func WriteCache(path string, data []byte) error { return replace(path, data, false) }

func replace(path string, data []byte, sync bool) (err error) {
	if path == "" {
		return ErrNoHome
	}
	if sync {
		if target, err := filepath.EvalSymlinks(path); err == nil {
			path = target
			if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
				return &fs.PathError{Op: "replace", Path: path, Err: ErrNotRegular} // replacing a device would destroy it
			}
		}
	}
	dir := filepath.Dir(path)
	if err := MkdirAll(dir); err != nil {
		return err
	}
	f, err := CreateTemp(dir, "."+filepath.Base(path)+".")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if sync {
		if err := f.Sync(); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("replace %s: %w", path, err)
	}
	return nil
}

// CreateTemp makes a file that only the user can read, under a new name.
func CreateTemp(dir, prefix string) (*os.File, error) {
	const tries = 100
	for n := 0; ; n++ {
		name := filepath.Join(dir, prefix+strconv.FormatUint(rand.Uint64(), 36))
		f, err := openFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
		if !errors.Is(err, fs.ErrExist) || n == tries {
			return f, err
		}
	}
}

// MkdirAll makes a directory of ours that only the user can enter.
func MkdirAll(dir string) error {
	if dir == "" {
		return ErrNoHome
	}
	return os.MkdirAll(dir, dirMode)
}

// OpenAppend opens one of our files for appending and makes it when missing.
func OpenAppend(path string) (*os.File, error) {
	if path == "" {
		return nil, ErrNoHome
	}
	const flags = os.O_WRONLY | os.O_APPEND | os.O_CREATE | nonblock
	f, err := openFile(path, flags, fileMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := MkdirAll(filepath.Dir(path)); err != nil {
			return nil, err
		}
		f, err = openFile(path, flags, fileMode)
	}
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(&fs.PathError{Op: "append", Path: path, Err: ErrNotRegular}, err, f.Close())
	}
	return f, nil
}

// Mark makes an empty file of ours. Of all processes that try, one succeeds;
// the others get fs.ErrExist.
func Mark(path string) error {
	if path == "" {
		return ErrNoHome
	}
	if err := MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	return WriteNew(path, nil)
}

// WriteNew writes a file of ours that must not be there yet.
func WriteNew(path string, data []byte) error {
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
