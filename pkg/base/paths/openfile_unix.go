//go:build unix

package paths

import (
	"io"
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

// openFile is os.OpenFile without polling. To poll takes two more file descriptors, and ends
// the process where there are none left; files and directories do not need it.
func openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	fd, err := openRaw(name, flag, perm)
	if err != nil {
		return nil, err
	}
	if flag&nonblock != 0 {
		if err := syscall.SetNonblock(fd, false); err != nil { // else os.NewFile has it polled
			syscall.Close(fd)
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
	return os.NewFile(uintptr(fd), name), nil
}

func openRaw(name string, flag int, perm fs.FileMode) (fd int, err error) {
	for {
		fd, err = syscall.Open(name, flag|syscall.O_CLOEXEC, uint32(perm.Perm()))
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return 0, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return fd, nil
	}
}

// readFound reads the file that was found at a place, and nothing that was put
// there instead. A file that is read and closed at once needs no os.File, which
// takes more calls and memory.
func readFound(place, name string, found fs.FileInfo, limit int64) ([]byte, error) {
	fd, err := openRaw(place, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var is syscall.Stat_t
	for err = syscall.EINTR; err == syscall.EINTR; {
		err = syscall.Fstat(fd, &is)
	}
	if was, ok := found.Sys().(*syscall.Stat_t); err == nil && (!ok || was.Dev != is.Dev || was.Ino != is.Ino) {
		err = ErrChanged
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return readAll(descriptor(fd), is.Size, name, limit)
}

// descriptor is an open file to read.
type descriptor int

func (fd descriptor) Read(b []byte) (n int, err error) {
	for {
		n, err = syscall.Read(int(fd), b)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}
