//go:build unix

package paths

import (
	"io/fs"
	"os"
	"syscall"
)

// enough file descriptors for all that a hook holds open at a time, and for Go's
// timers.
const enough = 24

// Few reports whether this process may have so few files open that timers, which
// take two descriptors, would end it.
func Few() bool {
	var most syscall.Rlimit
	return syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most) == nil && most.Cur < enough
}

// openFile is os.OpenFile for files and directories, which Go does not poll: that
// takes two file descriptors more, and ends the process where there are none.
func openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	for {
		fd, err := syscall.Open(name, flag|syscall.O_CLOEXEC, uint32(perm.Perm()))
		if err == syscall.EINTR {
			continue
		}
		if err == nil && flag&nonblock != 0 {
			err = syscall.SetNonblock(fd, false) // else os.NewFile has it polled
		}
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return os.NewFile(uintptr(fd), name), nil
	}
}
