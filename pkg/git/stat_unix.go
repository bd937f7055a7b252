//go:build linux || darwin

package git

import (
	"os"
	"strconv"
	"syscall"
)

// statted: the system tells of a file what the index remembers of it.
const statted = true

var errNotDir error = syscall.ENOTDIR

// lstat looks at a path, and not where a link leads.
func lstat(path string) (stat, error) {
	var st syscall.Stat_t
	for {
		err := syscall.Lstat(path, &st)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return stat{}, err
		}
		break
	}
	s := stat{size: st.Size, ino: uint32(st.Ino), uid: st.Uid, gid: st.Gid}
	s.times(&st)
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		s.mode = modeFile | uint32(st.Mode)&0o777
	case syscall.S_IFLNK:
		s.mode = modeLink
	case syscall.S_IFDIR:
		s.mode = modeDir
	}
	return s, nil
}

// ownedByUser reports whether git trusts the owner of a path without being told
// to.
func ownedByUser(path string, getenv func(string) string) bool {
	var st syscall.Stat_t
	if syscall.Lstat(path, &st) != nil {
		return false
	}
	user := os.Geteuid()
	return int(st.Uid) == user || user == 0 && strconv.Itoa(int(st.Uid)) == getenv("SUDO_UID")
}
