package hook

import (
	"encoding/hex"
	"hash/fnv"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// onceAge is how long it is remembered what was denied or said once.
const onceAge = 24 * time.Hour

// saidBefore tells whether something was denied or said in this session
// before, such as a command to a model that now insists, and otherwise whether
// it will be known that it was now. What cannot be remembered was not said
// before: what is denied stays denied. It is remembered as an empty file,
// named by its hash.
func (r *run) saidBefore(j *Journal, what string) (before, noted bool) {
	dir := j.Places.OnceDir()
	if dir == "" || r.call.Session == "" {
		return false, false
	}
	h := fnv.New128a()
	h.Write([]byte(r.call.Session + "\x00" + what))
	path := filepath.Join(dir, hex.EncodeToString(h.Sum(nil)))
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) < onceAge {
		return info.Mode().IsRegular(), false
	}
	sweepOnce(dir)
	return false, paths.Mark(path) == nil
}

// sweepOnce forgets what is too old, some at a time.
func sweepOnce(path string) {
	dir, err := paths.OpenDir(path)
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(200)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > onceAge {
			os.Remove(filepath.Join(path, e.Name()))
		}
	}
}
