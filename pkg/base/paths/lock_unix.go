//go:build !windows

package paths

import (
	"errors"
	"os"
	"syscall"
)

// nonblock keeps an open from waiting for the other end of a pipe.
const nonblock = syscall.O_NONBLOCK

// directory makes the open of anything else fail.
const directory = syscall.O_DIRECTORY

func tryLock(path string) (unlock func(), err error) {
	f, err := openFile(path, os.O_RDWR|os.O_CREATE|nonblock, fileMode)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return func() { _ = f.Close() }, nil // closing is what unlocks
	}
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		err = ErrLocked
	}
	return nil, errors.Join(err, f.Close())
}
