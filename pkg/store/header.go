package store

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// The head of a database, as SQLite documents it: https://sqlite.org/fileformat.html
const (
	magic         = "SQLite format 3\x00"
	headSize      = 100
	applicationAt = 68
)

// refuse says whether a file is somebody else's, which nothing may be done
// to: store.path may name any file by mistake, and so may a link. A file that
// is no database is a damaged one of ours when we made it: the lock with
// which that was done lies beside it still.
func refuse(path string) error {
	f, err := os.Open(path)
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
