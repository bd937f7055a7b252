package git

import (
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// aheadFrom is how many tracked files are worth a second thread: below, it costs more
// than it saves.
const aheadFrom = 10_000

// ahead looks at tracked files from the other end than the walk, until they meet: in
// a large repository most of the time is spent waiting for the system's answers.
// What it finds of a file counts once the walk has come to its directory.
type ahead struct {
	stats []look.Stat
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
	if hi-lo < aheadFrom || x.ahead != nil || !look.Complete || runtime.GOMAXPROCS(0) < 2 {
		return func() {}
	}
	a := &ahead{stats: make([]look.Stat, len(x.entries)), state: make([]atomic.Uint32, len(x.entries))}
	x.ahead = a
	go func() {
		dir, open := "", -1 // most files lie beside the one before
		for i := hi - 1; i >= lo && !a.done.Load(); i-- {
			if !a.state[i].CompareAndSwap(free, taken) {
				continue
			}
			name := x.entries[i].name
			slash := strings.LastIndexByte(name, '/') + 1
			if open < 0 || name[:slash] != dir {
				look.Close(open)
				dir = name[:slash]
				open = look.OpenDir(below(r.root, dir))
			}
			if st, err := look.LstatIn(open, name[slash:]); err == nil && open >= 0 {
				a.stats[i] = st
				a.state[i].Store(known)
			}
		}
		look.Close(open)
	}()
	return func() { a.done.Store(true) }
}

// knows reports whether a file was looked at.
func (a *ahead) knows(i int) bool { return a != nil && a.state[i].Load() == known }

// look returns what is known of a file, and else leaves it to the caller.
func (a *ahead) look(i int) (look.Stat, bool) {
	if a == nil {
		return look.Stat{}, false
	}
	if a.knows(i) {
		return a.stats[i], true
	}
	a.state[i].CompareAndSwap(free, taken)
	return look.Stat{}, false
}
