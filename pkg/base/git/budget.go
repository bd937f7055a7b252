package git

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// budget is what one question may still spend.
type budget struct {
	entries int
	bytes   int64
	steps   int // of matching patterns
}

// maxMatching bounds the work of matching patterns, which some make expensive.
const maxMatching = 20_000_000

// spendEntries counts entries of a directory or of the index.
func (b *budget) spendEntries(n int) error {
	if b.entries -= n; b.entries < 0 {
		return ErrBound
	}
	return nil
}

func (b *budget) spendBytes(n int64) error {
	if b.bytes -= n; b.bytes < 0 {
		return ErrBound
	}
	return nil
}

// perFile is what opening a file costs, in bytes that could be read instead.
const perFile = 4 << 10

// read reads a regular file in dir, or below it, and follows no link out of it.
// A file that is missing is fs.ErrNotExist.
func (r *Repo) read(dir, name string, limit int64) ([]byte, error) {
	if !exists(dir, name) {
		return nil, fs.ErrNotExist // the common case costs one call
	}
	return r.readFound(dir, name, limit)
}

// readFound is read for a file that was there.
func (r *Repo) readFound(dir, name string, limit int64) ([]byte, error) {
	root, err := r.tree(dir)
	if err != nil {
		return nil, err
	}
	data, err := paths.ReadIn(root, name, min(limit, r.left.bytes))
	return data, r.readError(name, len(data), err)
}

// tree opens a directory out of which no link leads, once.
func (r *Repo) tree(dir string) (*os.Root, error) {
	if root, ok := r.memo.trees[dir]; ok {
		return root, nil
	}
	root, err := paths.OpenRoot(dir)
	if err != nil {
		return nil, damaged(dir)
	}
	if r.memo.trees == nil {
		r.memo.trees = make(map[string]*os.Root)
	}
	r.memo.trees[dir] = root
	return root, nil
}

// readUser reads a file of the user's own settings, which may be a link.
func (r *Repo) readUser(path string, limit int64) ([]byte, error) {
	if path == os.DevNull {
		return nil, nil // how one says that there are no settings
	}
	data, err := paths.ReadFile(path, min(limit, r.left.bytes))
	return data, r.readError(path, len(data), err)
}

func (r *Repo) readError(name string, n int, err error) error {
	switch {
	case err == nil:
		return r.left.spendBytes(int64(n) + perFile)
	case missing(err):
		return fs.ErrNotExist
	case errors.Is(err, paths.ErrTooLarge):
		return ErrBound
	}
	return damaged(name)
}

// missing reports whether there is nothing at a path.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, look.ErrNotDir)
}

// isDir reports whether a path is a directory itself, and no link to one.
func isDir(path string) bool {
	st, err := look.Lstat(path)
	return err == nil && st.Mode&modeType == modeDir
}

func exists(dir, name string) bool {
	_, err := look.Lstat(below(dir, name))
	return err == nil
}

// below returns the place of a name with slashes in a directory. Neither needs to
// be made clean.
func below(dir, name string) string {
	if os.IsPathSeparator(dir[len(dir)-1]) { // the root of the file system
		return dir + filepath.FromSlash(name)
	}
	return dir + string(filepath.Separator) + filepath.FromSlash(name)
}

// ended reports whether a directory was read to its end.
func ended(err error) bool { return errors.Is(err, io.EOF) }

// unreadable is the error for a file that may not be read. git has words of its own for it.
func unreadable(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return unsupported("a directory that may not be read")
	}
	return err
}
