//go:build !linux && !darwin

package facts

import (
	"io/fs"
	"time"
)

// changeTime returns when a file was written last: when it was moved is not
// known here.
func changeTime(info fs.FileInfo) time.Time { return info.ModTime() }
