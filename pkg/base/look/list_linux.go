package look

import (
	"bytes"
	"encoding/binary"
	"io/fs"

	"golang.org/x/sys/unix"
)

// stable reports whether the file system of a directory stamps it whenever a name in
// it changes. Those that hand on what another system says need not: some have one
// time for all directories.
func stable(open int) bool {
	var s unix.Statfs_t
	if unix.Fstatfs(open, &s) != nil {
		return false
	}
	switch int64(s.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.OVERLAYFS_SUPER_MAGIC,
		unix.F2FS_SUPER_MAGIC, 0x2fc12fc1 /* ZFS */, 0xca451a4e /* bcachefs */ :
		return true
	}
	return false
}

// The parts of a linux_dirent64: see getdents(2).
const (
	lengthAt = 16
	typeAt   = 18
	nameAt   = 19
)

// read reads the names in an open directory.
func (t *Tree) read(open int, _ string, most int) (entries []Entry, err error) {
	if t.buffer == nil {
		t.buffer = make([]byte, 32<<10)
	}
	for len(entries) <= most {
		n, err := unix.ReadDirent(open, t.buffer)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return entries, err
		}
		for rest := t.buffer[:n]; len(rest) > nameAt; {
			length := int(binary.NativeEndian.Uint16(rest[lengthAt:]))
			if length <= nameAt || length > len(rest) {
				break
			}
			name, _, _ := bytes.Cut(rest[nameAt:length], []byte{0})
			kind := rest[typeAt]
			rest = rest[length:]
			if string(name) == "." || string(name) == ".." {
				continue
			}
			e := Entry{name: string(name)}
			switch kind {
			case unix.DT_REG:
			case unix.DT_DIR:
				e.kind = fs.ModeDir
			case unix.DT_LNK:
				e.kind = fs.ModeSymlink
			case unix.DT_UNKNOWN:
				st, err := LstatIn(open, e.name)
				if err != nil {
					continue // gone since
				}
				e.kind = st.kind()
			default:
				e.kind = fs.ModeIrregular
			}
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// kind returns the type bits as Go has them.
func (s *Stat) kind() fs.FileMode {
	switch s.Mode & unix.S_IFMT {
	case typeFile:
		return 0
	case typeDir:
		return fs.ModeDir
	case typeLink:
		return fs.ModeSymlink
	}
	return fs.ModeIrregular
}
