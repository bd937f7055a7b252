package hook

import (
	"encoding/hex"
	"hash/fnv"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/place"
)

// once remembers what was denied, so that a model that insists is let
// through where nobody is there to be asked: one empty file for a session
// and a command, named by their hash.
type once struct{ dir string }

// onceAge is how long a denial is remembered.
const onceAge = 24 * time.Hour

// insists tells whether the same command was denied before in this session,
// and otherwise whether it will be known that it was now. What cannot be
// remembered was not denied before: it stays denied.
func (o once) insists(session, command string) (insists, noted bool) {
	if o.dir == "" || session == "" {
		return false, false
	}
	h := fnv.New128a()
	h.Write([]byte(session + "\x00" + command))
	path := filepath.Join(o.dir, hex.EncodeToString(h.Sum(nil)))
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) < onceAge {
		return info.Mode().IsRegular(), false
	}
	o.sweep()
	return false, place.Mark(path) == nil
}

// sweep forgets what is too old, some at a time.
func (o once) sweep() {
	dir, err := place.OpenDir(o.dir)
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(200)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > onceAge {
			os.Remove(filepath.Join(o.dir, e.Name()))
		}
	}
}
