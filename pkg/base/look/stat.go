package look

import (
	"os"
	"path/filepath"
)

// Moment is a time since 1970, as the index of git has it.
type Moment struct{ Sec, Nsec uint32 }

// Nanoseconds returns the time in nanoseconds.
func (m Moment) Nanoseconds() int64 { return int64(m.Sec)*1e9 + int64(m.Nsec) }

// The types in a mode, as Unix and git have them.
const (
	typeFile = 0o100000
	typeLink = 0o120000
	typeDir  = 0o040000
)

// Stat is what a file system tells of a file.
type Stat struct {
	Mode         uint32 // type and permissions; 0 for what is no file, link or directory
	Size         int64
	Mtime, Ctime Moment // written last; changed in any way last
	Ino          uint32 // the low half
	Uid, Gid     uint32
}

// full returns the place of a path of the tree on this machine.
func (t *Tree) full(rel string) string {
	if rel == "" {
		return t.root
	}
	if os.IsPathSeparator(t.root[len(t.root)-1]) { // the root of the file system
		return t.root + filepath.FromSlash(rel)
	}
	return t.root + string(filepath.Separator) + filepath.FromSlash(rel)
}
