package store

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// The head of a database, as SQLite documents it: https://sqlite.org/fileformat.html
const (
	magic         = "SQLite format 3\x00"
	headSize      = 100
	applicationAt = 68
)

// refuse returns an error if a file is not a database of ctxhook: store.path
// may name any file by mistake, and so may a link. A file that is no database
// at all is a damaged one of ours if the lock with which we created it is
// beside it.
func refuse(path string) error {
	f, err := paths.Open(path)
	if err != nil {
		return nil // SQLite says more
	}
	defer f.Close()
	head := make([]byte, headSize)
	if _, err := io.ReadFull(f, head); err == nil && string(head[:len(magic)]) == magic {
		if binary.BigEndian.Uint32(head[applicationAt:]) != ours {
			return ErrForeign
		}
		return nil
	}
	if _, err := os.Lstat(path + ".lock"); errors.Is(err, fs.ErrNotExist) && filepath.Base(path) != paths.DatabaseName {
		return ErrForeign
	}
	return nil
}
