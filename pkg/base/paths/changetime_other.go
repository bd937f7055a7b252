//go:build !linux && !darwin

package paths

import (
	"io/fs"
	"time"
)

// ChangeTime returns when a file was written last: when it was moved is not
// known here.
func ChangeTime(info fs.FileInfo) time.Time { return info.ModTime() }
