//go:build !linux

package rescue

import "io/fs"

// system returns when a file was changed in any way, and which one it is, where
// that is known.
func system(fs.FileInfo) (ctime int64, inode uint64) { return 0, 0 }

// device returns the file system that a file lies on, where that is known.
func device(fs.FileInfo) uint64 { return 0 }
