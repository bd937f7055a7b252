package paths

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Links follows symbolic links and remembers where they lead: a script names many
// places below the same directories. The zero value knows none.
type Links struct{ known map[string]followed }

// maxFollowed is how long a path may be for which each directory above it is
// remembered.
const maxFollowed = 1 << 10

// followed is what became of a path whose symbolic links were followed.
type followed struct {
	path string
	err  error
}

// Follow returns a path without symbolic links, as filepath.EvalSymlinks does.
func (l *Links) Follow(path string) (string, error) {
	if at, ok := l.known[path]; ok {
		return at.path, at.err
	}
	if len(path) <= maxFollowed && runtime.GOOS != "windows" && filepath.IsAbs(path) && filepath.Clean(path) == path {
		return l.follow(path)
	}
	real, err := filepath.EvalSymlinks(path) // Windows: which finds the names as the disk has them
	return l.remember(path, real, err)
}

// Real returns where a clean, absolute path leads. If it does not exist, the links in the
// part that does are followed.
func (l *Links) Real(path string) string {
	real, err := l.Follow(path)
	if err == nil {
		return real
	}
	above := filepath.Dir(path)
	if above == path {
		return path
	}
	if real = l.Real(above); real == above {
		return path
	}
	return filepath.Join(real, filepath.Base(path))
}

// follow is Follow for a path that is absolute and clean, of Unix.
func (l *Links) follow(path string) (string, error) {
	if at, ok := l.known[path]; ok {
		return at.path, at.err
	}
	slash := strings.LastIndexByte(path, '/')
	if path == "/" {
		return path, nil
	}
	above := path[:max(slash, 1)]
	real, err := l.follow(above)
	if err != nil {
		return l.remember(path, "", err)
	}
	at := path
	if real != above {
		at = filepath.Join(real, path[slash+1:])
	}
	info, err := os.Lstat(at)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		at, err = filepath.EvalSymlinks(at)
	}
	return l.remember(path, at, err)
}

// remember remembers what became of a path, and returns it.
func (l *Links) remember(path, to string, err error) (string, error) {
	if l.known == nil {
		l.known = make(map[string]followed)
	}
	l.known[path] = followed{to, err}
	return to, err
}

// Err returns what is known to keep a path from being followed, and nil where it
// was not followed yet. It looks at nothing.
func (l *Links) Err(path string) error { return l.known[path].err }
