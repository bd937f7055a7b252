package rescue

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/stack"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// errChanging is the error of a file that is written while it is kept.
var errChanging = errors.New("it changes while it is kept")

// grace lets what is under way when the time is over come to its end.
const grace = 20 * time.Millisecond

// Take keeps what the tree holds and no commit does. Where its Facts have just
// looked at the tree, that look counts: which files differ is then as old as the
// first question about them, at most as old as all questions may take. Contents
// are those of the moment in which they are kept. It looks in a goroutine of
// its own, because a dead network mount blocks a system call for ever. Where there
// was no time to look at anything, it keeps nothing and returns an error; what there
// was no time to look at, and what of the files did not fit, is named in the snapshot.
//
// named are paths below the root that a command names to lose. They are kept first,
// large and ignored files included, for which there is as much time as AtCommand has.
func (s *Store) Take(m Moment, b Bounds, named ...string) (*State, error) {
	return s.within(b.forNamed(named), func(ctx context.Context, start time.Time) (*State, error) {
		return s.take(ctx, m, b, named, start)
	})
}

// forNamed returns bounds that leave time for what a command names.
func (b Bounds) forNamed(named []string) Bounds {
	if len(named) > 0 {
		b.Wall = max(b.Wall, AtCommand.Wall)
	}
	return b
}

// Edit keeps files that an agent has just written, and looks at nothing else.
func (s *Store) Edit(m Moment, files []string) (*State, error) {
	return s.within(AtEdit, func(_ context.Context, start time.Time) (*State, error) { return s.edit(m, files, start) })
}

func (s *Store) within(b Bounds, do func(context.Context, time.Time) (*State, error)) (*State, error) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), b.Look)
	defer cancel()
	type result struct {
		state *State
		err   error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- result{nil, panicked(v)}
			}
		}()
		stack.Grow()
		unlock, err := s.lock(max(b.Look, b.Wall) / 2)
		if err != nil {
			done <- result{nil, err}
			return
		}
		defer unlock()
		state, err := do(ctx, start)
		done <- result{state, err}
	}()
	select {
	case r := <-done:
		return r.state, r.err
	case <-time.After(b.Look + b.Wall + grace):
		return nil, ErrLate
	}
}

func (s *Store) take(ctx context.Context, m Moment, b Bounds, named []string, start time.Time) (*State, error) {
	newest, err := s.latest()
	if err != nil {
		return nil, err
	}
	last := newest.last()
	if last != nil && m.Call != "" && m.Call == last.Call && m.Before == last.Before {
		return last, nil // another process was called for the same
	}
	now, list, err := s.begin(ctx, m, start)
	if err != nil {
		return nil, err
	}
	if err := s.room(); err != nil {
		return nil, err
	}
	now.ID = memory.NewID('s')
	k := s.keeper(b, time.Now())
	if err := s.keepNamed(k, now, last, list, named); err != nil {
		return nil, err
	}
	now.Left = s.left(now, last)
	if err := s.append(now, last, newest); err != nil {
		return nil, err
	}
	return now, k.end()
}

// begin looks at the tree, and returns a snapshot without contents and what may have to
// be kept.
func (s *Store) begin(ctx context.Context, m Moment, start time.Time) (*State, []found, error) {
	l, err := s.scan(ctx, true)
	if err != nil && ctx.Err() != nil {
		return nil, nil, ErrLate
	}
	if err != nil {
		return nil, nil, err
	}
	m.Time = start
	m.Whole, m.Head, m.Staged, m.Stashes, m.DirMode = l.Whole, l.Head, l.Staged, l.Stashes, l.DirMode
	m.Unkept, m.More, m.Tracked = l.Unkept, l.More, l.Tracked
	now := &State{Moment: m, entries: make(map[string]Entry, len(l.found))}
	for _, list := range [][]Entry{l.dirs, l.modes} {
		for _, e := range list {
			now.entries[e.Path] = e
		}
	}
	return now, l.found, nil
}

// Preview returns the snapshot that Take would take, and keeps nothing: it has no id.
func (s *Store) Preview(b Bounds, named ...string) (*State, error) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), b.Look)
	defer cancel()
	now, list, err := s.begin(ctx, Moment{Before: BeforeCommand}, start)
	if err != nil {
		return nil, err
	}
	newest, err := s.latest()
	if err != nil {
		return nil, err
	}
	k := s.keeper(b, time.Now())
	k.preview = true
	return now, s.keepNamed(k, now, newest.last(), list, named)
}

func (s *Store) edit(m Moment, files []string, start time.Time) (*State, error) {
	newest, err := s.latest()
	if err != nil {
		return nil, err
	}
	last := newest.last()
	now := &State{Moment: m, entries: make(map[string]Entry)}
	if last != nil {
		id := now.Moment
		now.Moment = last.Moment
		now.Before, now.Session, now.Call, now.Command, now.Undoes, now.By, now.Targets = id.Before, id.Session, id.Call, id.Command, "", "", nil
		for p, e := range last.entries {
			now.entries[p] = e
		}
	} else if info, err := os.Lstat(s.Root); err == nil {
		now.DirMode = unixMode(info.Mode())
	}
	now.ID, now.Time = memory.NewID('s'), start
	var list []found
	for _, path := range files {
		if rel, ok := s.Below(path); ok && validPath(rel) && !s.ours(rel) && !s.generated(rel) {
			list = append(list, found{path: rel, tracked: true})
		}
	}
	if len(list) == 0 {
		return last, nil
	}
	if err := s.room(); err != nil {
		return nil, err
	}
	k := s.keeper(AtEdit, start)
	if err := s.keep(k, now, last, list); err != nil {
		return nil, err
	}
	if err := s.append(now, last, newest); err != nil {
		return nil, err
	}
	return now, k.end()
}

// generated reports whether a path, or a directory above it, is made by tools.
func (s *Store) generated(path string) bool {
	if s.Generated == nil {
		return false
	}
	for i, c := range path {
		if c == '/' && s.Generated(path[:i]) {
			return true
		}
	}
	return false
}

// keepNamed keeps what a command names to lose before the rest, each within bounds of
// its own.
func (s *Store) keepNamed(k *keeper, now, last *State, list []found, named []string) error {
	if len(named)+len(now.Targets) == 0 {
		return s.keep(k, now, last, list)
	}
	start, rest := time.Now(), k.budget
	first, others := list[:0:0], list[:0:0]
	for _, f := range list {
		if slices.ContainsFunc(named, func(dir string) bool { return in(dir, f.path) }) ||
			slices.ContainsFunc(now.Targets, func(t Target) bool { return t.Deep && t.covers(f.path) }) {
			f.named = true
			f.alone = slices.Contains(named, f.path) || slices.ContainsFunc(now.Targets, func(t Target) bool { return t.Path == f.path })
			first = append(first, f)
		} else {
			others = append(others, f)
		}
	}
	k.left, k.files = max(k.left, AtCommand.Bytes), max(k.files, AtCommand.Files)
	if end := start.Add(AtCommand.Wall); k.deadline.Before(end) {
		k.deadline = end
	}
	end := k.deadline
	if err := s.keep(k, now, last, first); err != nil {
		return err
	}
	k.budget = rest
	if k.deadline = k.deadline.Add(time.Since(start)); k.deadline.After(end) {
		k.deadline = end
	}
	return s.keep(k, now, last, others)
}

// keep adds the entries of paths to a state, and keeps their contents, the largest last.
// What cannot be kept is named; what can for the store's own fault not be kept is an
// error.
func (s *Store) keep(k *keeper, now, last *State, list []found) error {
	root, err := paths.OpenRoot(s.Root)
	if err != nil {
		return err
	}
	defer root.Close()
	order.By(list, func(a, b found) int { return strings.Compare(a.path, b.path) })
	for _, f := range s.changed(k, now, last, list) {
		e, err := s.entry(k, root, f)
		switch {
		case err == nil && e.Kind == 0: // no work is lost with it
		case err == nil:
			e.Ignored = f.ignored
			now.entries[f.path] = e
		case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
			return err
		case f.clean: // it is in a commit, of which git makes it again
		default:
			now.unkept(f, reason(err))
		}
	}
	return nil
}

// largeLast is the size in bytes from which a file is kept after all others.
const largeLast = 16 << 20

// changed adds the entries of files that are as they were kept before, and returns the
// other paths in the order in which their contents are kept: what the command names by
// itself, then what git does not ignore, each by size. A directory of thousands of small
// files shall not use up the time of the notes beside it.
func (s *Store) changed(k *keeper, now, last *State, list []found) []found {
	var todo []found
	entries, ignored := len(now.entries), 0
	for _, f := range list {
		if !validPath(f.path) || s.ours(f.path) {
			continue
		}
		if entries >= manyEntries {
			now.unkept(f, "too many files")
			continue
		}
		if f.ignored {
			if s.generated(f.path) || s.Generated != nil && s.Generated(f.path) {
				continue
			}
			if ignored++; ignored > manyIgnored && !f.named {
				now.tooMany(f)
				continue
			}
		}
		entries++
		if f.clean && entries >= manyEntries/2 {
			continue
		}
		info, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(f.path)))
		if err == nil {
			if e, ok := last.unchanged(k, f.path, info); ok {
				e.Ignored = f.ignored
				now.entries[f.path] = e
				continue
			}
			if f.size = info.Size(); f.clean && !f.named && f.size > largestClean {
				continue
			}
		}
		todo = append(todo, f)
	}
	rank := func(f *found) int {
		switch {
		case f.size > largeLast:
			return 3
		case f.alone:
			return 0
		case !f.ignored:
			return 1
		}
		return 2
	}
	order.By(todo, func(a, b found) int { return cmp.Or(rank(&a)-rank(&b), cmp.Compare(a.size, b.size)) })
	return todo
}

// reason says in words why something was not kept.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "cannot be read"
	case errors.Is(err, errTooMuch), errors.Is(err, errNoTime), errors.Is(err, errChanging), errors.Is(err, errTooLarge):
		return err.Error()
	}
	return "cannot be kept"
}

// errTooLarge is the error of an ignored file that is not small.
var errTooLarge = errors.New("ignored and too large")

// entry returns what is at a path now, and keeps the content of a file. Pipes,
// sockets and devices have none.
func (s *Store) entry(k *keeper, root *os.Root, f found) (Entry, error) {
	e := Entry{Path: f.path}
	name := filepath.FromSlash(f.path)
	for range 3 {
		info, err := root.Lstat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
			e.Kind = Absent
			return e, nil
		case err != nil:
			return e, err
		}
		switch mode := info.Mode(); {
		case mode.IsRegular():
		case mode&fs.ModeSymlink != 0:
			e.Kind = Link
			e.Link, err = root.Readlink(name)
			return e, err
		case mode.IsDir():
			e.Kind = Absent // the commit has a file there
			return e, nil
		default:
			return Entry{}, nil
		}
		e.Kind, e.Mode = File, unixMode(info.Mode())
		e.stamp = stampOf(info)
		if f.ignored && !f.named && info.Size() > smallIgnored {
			return e, errTooLarge
		}
		again, err := s.content(k, root, name, info, &e)
		if err != nil || !again {
			return e, err
		}
	}
	return e, errChanging
}

// unchanged returns the entry of a path, if the file there is the one that was kept, as
// it was then. Its stamp proves that wherever the path leads.
func (s *State) unchanged(k *keeper, path string, info fs.FileInfo) (Entry, bool) {
	if s == nil {
		return Entry{}, false
	}
	e, ok := s.entries[path]
	return e, ok && e.Kind == File && info.Mode().IsRegular() && unixMode(info.Mode()) == e.Mode && e.stamp.proves(stampOf(info)) && k.has(e.Hash)
}

// content keeps the content of a file. again: it was written meanwhile.
func (s *Store) content(k *keeper, root *os.Root, name string, info fs.FileInfo, e *Entry) (again bool, err error) {
	began := time.Now()
	f, err := paths.OpenIn(root, name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist), skipGone(err)
	}
	defer f.Close()
	open, err := f.Stat()
	if err != nil {
		return false, err
	}
	if !os.SameFile(info, open) || !open.Mode().IsRegular() {
		return true, nil
	}
	if e.Hash, _, err = k.put(f, open.Size()); err != nil {
		return errors.Is(err, errChanging), skipChanging(err)
	}
	after, err := f.Stat()
	if err != nil {
		return false, err
	}
	if stampOf(after) != e.stamp {
		return true, nil
	}
	if e.stamp.fresh(began) {
		e.stamp.mtime = unsure // a later write may leave the same stamp
	}
	return false, nil
}

func skipGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func skipChanging(err error) error {
	if errors.Is(err, errChanging) {
		return nil
	}
	return err
}

func stampOf(info fs.FileInfo) stamp {
	ctime, inode := system(info)
	return stamp{info.Size(), info.ModTime().UnixNano(), ctime, inode}
}

// fresh reports whether a file was written so shortly before a time that the
// clock of its file system may not tell a later write from it.
func (st stamp) fresh(at time.Time) bool {
	tick := 50 * time.Millisecond
	if st.mtime%int64(time.Second) == 0 {
		tick = 2 * time.Second // FAT and its like
	}
	return max(st.mtime, st.ctime) > at.Add(-tick).UnixNano()
}
