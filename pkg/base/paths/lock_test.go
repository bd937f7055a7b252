package paths

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLockExcludes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "lock")
	var wg sync.WaitGroup
	var inside, overlaps atomic.Int32
	for range 8 {
		wg.Go(func() {
			for range 5 {
				unlock, err := Lock(path, 30*time.Second)
				if err != nil {
					t.Error(err)
					return
				}
				if inside.Add(1) > 1 {
					overlaps.Add(1)
				}
				inside.Add(-1)
				unlock()
			}
		})
	}
	wg.Wait()
	if n := overlaps.Load(); n > 0 {
		t.Errorf("the lock was held twice %d times", n)
	}
}

func TestLockWaitIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path, 5*time.Millisecond); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v, want %v", err, ErrLocked)
	}
	unlock()
	unlock, err = Lock(path, 0)
	if err != nil {
		t.Fatal("not given back:", err)
	}
	unlock()
}
