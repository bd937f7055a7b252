package git

import (
	"runtime"
	"sync/atomic"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// aheadFrom is how many tracked files are worth a second thread.
const aheadFrom = 2000

// ahead looks at tracked files beside the walk: in a large repository most of
// the time is spent waiting for the system's answers. What it finds of a file
// counts once the walk has come to its directory.
type ahead struct {
	stats []stat
	state []atomic.Uint32
	done  atomic.Bool
}

// The states of a file.
const (
	free = iota
	taken
	known
)

// lookAhead starts to look at the files of some entries, until stop is called.
func (r *Repo) lookAhead(x *index, lo, hi int) (stop func()) {
	if hi-lo < aheadFrom || x.ahead != nil || runtime.GOMAXPROCS(0) < 2 {
		return func() {}
	}
	root, err := paths.OpenDir(r.root)
	if err != nil {
		return func() {}
	}
	a := &ahead{stats: make([]stat, len(x.entries)), state: make([]atomic.Uint32, len(x.entries))}
	x.ahead = a
	fd := int(root.Fd())
	go func() {
		defer root.Close()
		for i := lo; i < hi && !a.done.Load(); i++ {
			if !a.state[i].CompareAndSwap(free, taken) {
				continue
			}
			if st, err := lstatIn(fd, x.entries[i].name); err == nil {
				a.stats[i] = st
				a.state[i].Store(known)
			}
		}
	}()
	return func() { a.done.Store(true) }
}

// look returns what is known of a file, and else leaves it to the caller.
func (a *ahead) look(i int) (stat, bool) {
	if a == nil {
		return stat{}, false
	}
	if a.state[i].Load() == known {
		return a.stats[i], true
	}
	a.state[i].CompareAndSwap(free, taken)
	return stat{}, false
}
