//go:build linux || darwin

package look

import (
	"time"

	"golang.org/x/sys/unix"
)

// list opens a directory, and lists it if it is not as an earlier look has kept it.
func (t *Tree) list(rel string, most int) (*listing, int, error) {
	open, err := openDir(t.full(rel))
	if err != nil {
		return nil, -1, err
	}
	now := time.Now()
	st, device, err := lstatOpen(open)
	if err != nil {
		return nil, open, err
	}
	if rel == "" {
		t.stable, t.device = stable(open), device
	}
	l := &listing{mode: st.Mode}
	var ok bool
	if t.kept != nil && t.stable && device == t.device { // what is mounted below may be of any kind
		l.stamp = stampOf(st)
		if l.entries, ok = t.kept.entries(rel, l.stamp); ok && len(l.entries) <= most {
			return l, open, nil
		}
		l.stamp = l.stamp.settled(now)
		t.listed++
	}
	l.entries, err = t.read(open, rel, most)
	return l, open, err
}

// openDir opens a directory, and no link to one.
func openDir(path string) (int, error) {
	for {
		open, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return open, err
		}
	}
}

// OpenDir opens a directory for LstatIn, and no link to one. Where there is none, it
// returns -1.
func OpenDir(path string) int {
	open, err := openDir(path)
	if err != nil {
		return -1
	}
	return open
}

// Close closes a directory that List or OpenDir has left open.
func Close(open int) {
	if open >= 0 {
		unix.Close(open)
	}
}
