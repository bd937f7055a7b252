package paths

import (
	"io/fs"
	"os"
)

// Few reports whether files are few, which they are not on Windows.
func Few() bool { return false }

// readFound reads the file that was found at a place, and nothing that was put
// there instead.
func readFound(place, name string, found fs.FileInfo, limit int64) ([]byte, error) {
	f, info, err := open(place, name, nonblock, found)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, info.Size(), name, limit)
}

// openFile is os.OpenFile.
func openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}
