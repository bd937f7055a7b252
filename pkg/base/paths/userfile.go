package paths

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// UserFile is a file of the user's, or of another program, as it was read
// before it is edited.
type UserFile struct {
	Path   string // as the user knows it
	Target string // the file itself, links followed
	Data   []byte // nil: there is none
	Mode   fs.FileMode
}

// Errors of files that are edited.
var (
	ErrReadOnly = errors.New("read-only")
	ErrChanged  = errors.New("changed while it was being edited")
)

// ReadUserFile reads a file of at most limit bytes. One that is missing has no
// Data; a link to a file that is missing is an error.
func ReadUserFile(path string, limit int64) (UserFile, error) {
	f := UserFile{Path: path, Target: path, Mode: 0o644}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return f, nil
	} else if err != nil {
		return f, err
	}
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, fmt.Errorf("%s is a link to a file that does not exist", path)
	} else if err != nil {
		return f, err
	}
	f.Target = target
	if f.Data, err = ReadFile(target, limit); err != nil {
		return f, err
	}
	info, err := os.Stat(target)
	if err != nil {
		return f, err
	}
	f.Mode = info.Mode().Perm()
	return f, nil
}

// Unchanged returns an error unless the file can be replaced, and is still what
// was read.
func (f *UserFile) Unchanged() error {
	now, err := ReadUserFile(f.Path, int64(len(f.Data)))
	switch {
	case errors.Is(err, ErrTooLarge), err == nil && (now.Target != f.Target || (now.Data == nil) != (f.Data == nil) || string(now.Data) != string(f.Data)):
		return fmt.Errorf("%s: %w", f.Path, ErrChanged)
	case err != nil:
		return err
	case f.Data != nil && f.Mode&0o200 == 0:
		return fmt.Errorf("%s is %w", f.Path, ErrReadOnly)
	}
	return nil
}

// Replace writes a new file next to the old one, with its mode and owner, and
// renames it over that.
func (f *UserFile) Replace(data []byte) (err error) {
	dir := filepath.Dir(f.Target)
	temp, err := CreateTemp(dir, ".ctxhook-")
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("folder %s: %w", dir, pathErr.Err) // do not show the temporary name
	} else if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(data)
	if err == nil {
		err = temp.Chmod(f.Mode)
	}
	if err == nil {
		keepOwner(temp, f.Target)
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return fmt.Errorf("%s: %w", f.Target, err)
	}
	return os.Rename(temp.Name(), f.Target)
}
