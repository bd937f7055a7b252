package journal

import (
	"encoding/hex"
	"errors"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// A mark is an empty file, named by a hash, that says that something happened:
// the database need not be opened for it, and of several processes one makes it.

// recordFile names the mark of something in a directory.
func recordFile(dir string, of ...string) string {
	h := fnv.New128a()
	h.Write([]byte(strings.Join(of, "\x00")))
	return filepath.Join(dir, hex.EncodeToString(h.Sum(nil)))
}

// mark makes the mark at path, and reports whether it was there before, no older
// than age, and if not, whether it could be made.
func mark(path string, age time.Duration) (before, made bool) {
	if info, err := os.Lstat(path); err == nil {
		if time.Since(info.ModTime()) < age {
			return info.Mode().IsRegular(), false
		}
		os.Remove(path)
	}
	sweep(filepath.Dir(path), age)
	err := paths.Mark(path)
	return errors.Is(err, fs.ErrExist), err == nil // another process was faster, or none
}

// swept is how many marks are looked at when one is made. Where there are many,
// most are as young: they are taken at random, so that none stays for ever.
const swept = 16

// sweep removes the marks of a directory that are too old, some at a time.
func sweep(path string, age time.Duration) {
	dir, err := paths.OpenDir(path)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(200)
	if more := len(names) - swept; more > 0 {
		names = names[rand.IntN(more+1):][:swept]
	}
	for _, name := range names {
		name = filepath.Join(path, name)
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > age {
			os.Remove(name)
		}
	}
}
