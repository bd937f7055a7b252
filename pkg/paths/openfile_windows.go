package paths

import (
	"io/fs"
	"os"
)

// Few reports whether files are few, which they are not on Windows.
func Few() bool { return false }

// openFile is os.OpenFile.
func openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}
