package paths

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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
	at, ok := l.known[path]
	if !ok {
		at.path, at.err = l.follow(path)
		if l.known == nil {
			l.known = make(map[string]followed)
		}
		l.known[path] = at
	}
	return at.path, at.err
}

func (l *Links) follow(path string) (string, error) {
	above := filepath.Dir(path)
	if above == path || len(path) > maxFollowed || !filepath.IsAbs(path) || filepath.Clean(path) != path || runtime.GOOS == "windows" {
		return filepath.EvalSymlinks(path) // Windows: which finds the names as the disk has them
	}
	above, err := l.Follow(above)
	if err != nil {
		return "", err
	}
	path = filepath.Join(above, filepath.Base(path))
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path, err
	}
	return filepath.EvalSymlinks(path)
}

// Err returns what is known to keep a path from being followed, and nil where it
// was not followed yet. It looks at nothing.
func (l *Links) Err(path string) error { return l.known[path].err }
