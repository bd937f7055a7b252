package paths

import (
	"errors"
	"syscall"
)

// nonblock is not needed on Windows: named pipes are not in its file system.
const nonblock = 0

// directory is not known to Windows: listing what is none fails.
const directory = 0

// errSharing is the error of CreateFile when another process has the file
// open.
const errSharing = syscall.Errno(32)

// tryLock opens the file so that no other process can while it stays open.
func tryLock(path string) (unlock func(), err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const alone = 0
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, alone, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return func() { _ = syscall.CloseHandle(h) }, nil
}
