package look

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// stable reports whether the file system of a directory stamps it whenever a name in
// it changes. Those that hand on what another system says need not.
func stable(open int) bool {
	var s unix.Statfs_t
	if unix.Fstatfs(open, &s) != nil {
		return false
	}
	name := unix.ByteSliceToString(s.Fstypename[:])
	return name == "apfs" || name == "hfs"
}

// read reads the names in a directory.
func (t *Tree) read(_ int, rel string, most int) ([]Entry, error) {
	f, err := paths.OpenDir(t.full(rel))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(most + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	entries := make([]Entry, len(list))
	for i, e := range list {
		entries[i] = entryOf(e)
	}
	return entries, nil
}

func entryOf(e os.DirEntry) Entry { return Entry{e.Name(), kindOf(numberOf(e.Type()))} }
