//go:build linux || darwin

package look

import "golang.org/x/sys/unix"

// Complete: the system tells all of a file that a Stat holds.
const Complete = true

// ErrNotDir is the error of a path that leads through a file.
var ErrNotDir error = unix.ENOTDIR

// Lstat looks at a path, and not where a link leads.
func Lstat(path string) (Stat, error) { return LstatIn(unix.AT_FDCWD, path) }

// LstatIn is Lstat for a name in an open directory, which need not be found
// again.
func LstatIn(dir int, name string) (Stat, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return Stat{}, err
		}
		break
	}
	return statOf(&st), nil
}

func statOf(st *unix.Stat_t) Stat {
	s := Stat{
		Size:  st.Size,
		Mtime: Moment{uint32(st.Mtim.Sec), uint32(st.Mtim.Nsec)},
		Ctime: Moment{uint32(st.Ctim.Sec), uint32(st.Ctim.Nsec)},
		Ino:   uint32(st.Ino),
		Uid:   st.Uid,
		Gid:   st.Gid,
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG, unix.S_IFLNK, unix.S_IFDIR:
		s.Mode = uint32(st.Mode) // the types have the numbers that they have in an index of git
	}
	return s
}

// lstatOpen looks at a directory that is open. device is that of its file system.
func lstatOpen(open int) (s Stat, device uint64, err error) {
	var st unix.Stat_t
	for {
		err := unix.Fstat(open, &st)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return Stat{}, 0, err
		}
		return statOf(&st), uint64(st.Dev), nil
	}
}
