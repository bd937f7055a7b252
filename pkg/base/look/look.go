// Package look sees a tree of directories as it is now: names, kinds, sizes, times,
// inodes and modes, never content. What it has listed before it does not list again
// as long as the directory's stamp says that nothing was made, removed or renamed in
// it, and it stops when it is told to. It writes nothing but what it keeps for the
// next look, and does not know what its files mean to anybody.
package look

import (
	"errors"
	"io/fs"
)

// ErrLate is the error of what was not looked at before the time was over.
var ErrLate = errors.New("there was no time to look at the project")

// between is after how many calls of the system the time is looked up. A tree that
// takes fewer is always seen, however slow the machine is.
const between = 64

// Entry is a name in a directory.
type Entry struct {
	name string
	kind fs.FileMode // type bits alone
}

// Name returns the name without its directory.
func (e Entry) Name() string { return e.name }

// Type returns the type bits of the mode.
func (e Entry) Type() fs.FileMode { return e.kind }

// IsDir reports whether the entry is a directory, and no link to one.
func (e Entry) IsDir() bool { return e.kind.IsDir() }

// Tree is a tree that is looked at once: what was seen of it stays. It is not for
// concurrent use.
type Tree struct {
	root   string
	stop   func() bool
	calls  int
	late   bool
	dirs   map[string]*listing
	file   string // in which an earlier look has kept what it listed
	kept   *kept  // nil: not read
	device uint64 // of the file system of the root
	stable bool   // it stamps a directory whenever its names change
	buffer []byte
	listed int // directories that were not as they were kept
}

// listing is what is known of one directory.
type listing struct {
	entries []Entry
	stamp   stamp // zero: not to be kept
	mode    uint32
}

// New returns the tree below a directory, whose path has no symbolic links. Nothing
// is looked at yet.
func New(root string) *Tree { return &Tree{root: root, dirs: make(map[string]*listing)} }

// StopWhen says when there is no more time: over is asked now and then, not
// concurrently. A tree that was late goes on where it stopped.
func (t *Tree) StopWhen(over func() bool) { t.stop, t.late = over, false }

// Spend counts a call of the system, and returns ErrLate once the time is over.
func (t *Tree) Spend() error {
	if t.calls++; t.calls%between == 0 && !t.late && t.stop != nil {
		t.late = t.stop()
	}
	if t.late {
		return ErrLate
	}
	return nil
}

// Mode returns type and permissions that a directory had when it was listed, as Unix
// has them; 0 where it was not, or the system has none.
func (t *Tree) Mode(rel string) uint32 {
	if l := t.dirs[rel]; l != nil {
		return l.mode
	}
	return 0
}

// List lists a directory by its path below the root, with slashes: at most so many
// names and one more. The first time it stays open for LstatIn, where the system has
// that, until the caller closes it by Close; open is -1 else.
func (t *Tree) List(rel string, most int) (entries []Entry, open int, err error) {
	if l, ok := t.dirs[rel]; ok {
		return l.entries, -1, nil
	}
	if err := t.Spend(); err != nil {
		return nil, -1, err
	}
	l, open, err := t.list(rel, most)
	if err != nil {
		return nil, open, err
	}
	t.dirs[rel] = l
	return l.entries, open, nil
}
