package transcript

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Of finds the record of a session below root, and returns when it was last
// written. path is "" where there is none.
func Of(root, session string) (path string, written time.Time, err error) {
	name := session + ".jsonl"
	if session == "" || filepath.Base(name) != name || !filepath.IsLocal(name) {
		return "", time.Time{}, nil
	}
	dir, err := paths.OpenRoot(root)
	if err != nil {
		return "", time.Time{}, err
	}
	defer dir.Close()
	list, err := paths.OpenDirIn(dir, ".")
	if err != nil {
		return "", time.Time{}, err
	}
	defer list.Close()
	projects, err := list.Readdirnames(-1)
	if err != nil {
		return "", time.Time{}, err
	}
	for _, p := range projects {
		info, err := dir.Lstat(filepath.Join(p, name))
		if err == nil && info.Mode().IsRegular() && info.ModTime().After(written) {
			path, written = filepath.Join(root, p, name), info.ModTime()
		}
	}
	return path, written, nil
}

// Tail reads the end of a file that the client keeps below root, and reports
// whether it left out the beginning. The path comes from outside, so Tail
// reads only a regular file, and follows no link out of root.
func Tail(root, path string, most int64) (data []byte, cut bool, err error) {
	dir, err := paths.OpenRoot(root)
	if err != nil {
		return nil, false, err
	}
	defer dir.Close()
	name, err := below(root, path)
	if err != nil {
		return nil, false, err
	}
	before, err := dir.Lstat(name)
	if err != nil {
		return nil, false, err
	}
	if !before.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s: %w", path, ErrForeign)
	}
	f, err := paths.OpenIn(dir, name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if !os.SameFile(before, info) {
		return nil, false, fmt.Errorf("%s: %w", path, ErrForeign)
	}
	from := max(0, info.Size()-most)
	data, err = io.ReadAll(io.NewSectionReader(f, from, most))
	return data, from > 0, err
}

// below returns the name of a path within a directory, however both are
// spelled.
func below(root, path string) (string, error) {
	roots := []string{root}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		roots = append(roots, real)
	}
	for _, root := range roots {
		if name, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(name) {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s: %w", path, ErrForeign)
}
