//go:build linux || darwin

package git

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// statted: the system tells of a file what the index remembers of it.
const statted = true

var errNotDir error = unix.ENOTDIR

// lstat looks at a path, and not where a link leads.
func lstat(path string) (stat, error) { return lstatIn(unix.AT_FDCWD, path) }

// lstatIn is lstat for a name in an open directory, which need not be found
// again.
func lstatIn(dir int, name string) (stat, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return stat{}, err
		}
		break
	}
	s := stat{
		size:  st.Size,
		mtime: moment{uint32(st.Mtim.Sec), uint32(st.Mtim.Nsec)},
		ctime: moment{uint32(st.Ctim.Sec), uint32(st.Ctim.Nsec)},
		ino:   uint32(st.Ino),
		uid:   st.Uid,
		gid:   st.Gid,
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG, unix.S_IFLNK, unix.S_IFDIR:
		s.mode = uint32(st.Mode) // the types have the numbers that they have in an index
	}
	return s, nil
}

// ownedByUser reports whether git trusts the owner of a path without being told
// to.
func ownedByUser(path string, getenv func(string) string) bool {
	st, err := lstat(path)
	if err != nil {
		return false
	}
	user := os.Geteuid()
	return int(st.uid) == user || user == 0 && strconv.Itoa(int(st.uid)) == getenv("SUDO_UID")
}
