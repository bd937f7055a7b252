package paths

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// ErrLocked is returned when another process held a lock for too long.
var ErrLocked = errors.New("locked by another process")

// Lock takes the lock file at path, waiting at most that long, and returns the
// function that releases it. The system releases it when the process dies.
func Lock(path string, wait time.Duration) (unlock func(), err error) {
	if path == "" {
		return nil, ErrNoHome
	}
	if err := MkdirAll(filepath.Dir(path)); err != nil {
		return nil, err
	}
	pause := time.Millisecond
	for deadline := time.Now().Add(wait); ; pause = min(2*pause, 20*time.Millisecond) {
		unlock, err := tryLock(path)
		if err == nil {
			return unlock, nil
		}
		if !errors.Is(err, ErrLocked) {
			return nil, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		time.Sleep(pause)
	}
}
