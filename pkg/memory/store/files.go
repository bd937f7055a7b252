package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Files says how much a database and its spool take on the disk.
type Files struct {
	Database int64 // bytes, of what SQLite keeps beside it, too
	Log      int64 // of that the log of writes
	Waiting  int   // events in the spool
	Spool    int64 // bytes
	Bad      int   // events that could not be read
	Damaged  []string
}

// StatFiles looks at the files of a database and its spool; there may be none.
func StatFiles(path, spool string) (f Files, err error) {
	for _, end := range companions {
		info, err := os.Stat(path + end)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return f, err
		}
		f.Database += info.Size()
		if end == "-wal" {
			f.Log = info.Size()
		}
	}
	files, err := waiting(spool)
	if err != nil {
		return f, err
	}
	f.Waiting, f.Spool = len(files), size(spool, files)
	bad, err := waiting(filepath.Join(spool, "bad"))
	if err != nil {
		return f, err
	}
	f.Bad = len(bad)
	f.Damaged, err = damagedFiles(path)
	return f, err
}
