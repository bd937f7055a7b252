package rescue

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Result is what an undo came to.
type Result struct {
	Kept    *State // the tree as it was before the undo; nil: nothing was to be done
	Done    []Change
	Failed  []Change // refused, or not possible, with the reason
	Stashes []Stash  // that are back
}

// Apply does what a plan says, after it has kept the tree as it is. What is
// refused, and what cannot be done, does not keep the rest from being done.
func (s *Store) Apply(ctx context.Context, p *Plan, m Moment, force bool) (*Result, error) {
	if len(p.Stashes) == 0 && !slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Refused == "" }) {
		return &Result{Failed: p.Changes}, nil
	}
	m.Before, m.Undoes = BeforeUndo, p.State.ID
	kept, err := s.keepNow(p, m)
	if err != nil {
		return nil, err
	}
	unlock, err := s.lock(5 * time.Second)
	if err != nil {
		return nil, err
	}
	defer unlock()
	root, err := paths.OpenRoot(s.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	a := &applier{store: s, root: root, state: p.State, holds: p.holds, lifted: make(map[string]uint32), result: Result{Kept: kept}}
	todo := make([]Change, 0, len(p.Changes))
	for _, c := range p.Changes {
		if c.Refused == "" && !force && c.have != nil && !c.have.IsDir() {
			switch now, err := root.Lstat(filepath.FromSlash(c.Path)); {
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				c.Refused = err.Error()
			case err == nil && stampOf(now) != stampOf(c.have):
				c.Refused = "it changes"
			case err == nil && kept.misses(Loss{Path: c.Path, Deletes: true}) != nil:
				c.Refused = "what is there now could not be kept"
			}
		}
		if c.Refused != "" {
			a.result.Failed = append(a.result.Failed, c)
			continue
		}
		todo = append(todo, c)
	}
	a.all(todo)
	for _, st := range slices.Backward(p.Stashes) { // the newest last, so that it is on top
		if s.storeStash(ctx, st) == nil {
			a.result.Stashes = append(a.result.Stashes, st)
		}
	}
	return &a.result, s.end(kept.ID, time.Now())
}

// keepNow keeps the tree, or what a plan changes of it, as it is.
func (s *Store) keepNow(p *Plan, m Moment) (*State, error) {
	if s.sparse {
		names := make([]string, len(p.State.Named))
		for i, name := range p.State.Named {
			names[i] = filepath.Join(s.Root, filepath.FromSlash(name))
		}
		m.Cwd = p.State.Cwd
		return s.TakeNamed(m, AtUndo, names)
	}
	names := make([]string, len(p.Changes))
	for i := range p.Changes {
		names[i] = p.Changes[i].Path
	}
	return s.Take(m, AtUndo, names...)
}

// applier brings paths back.
type applier struct {
	store  *Store
	root   *os.Root
	state  *State
	holds  map[string]bool   // directories in which there was something
	lifted map[string]uint32 // directories that were made writable, with their modes
	result Result
}

// all does all changes: first it removes, so that on a file system that takes
// names in any case for one, nothing is removed that was brought back; the modes
// of directories come last.
func (a *applier) all(todo []Change) {
	a.leftovers(todo)
	for _, c := range slices.Backward(todo) { // what is in a directory before it
		if c.Do == Remove {
			a.done(&c, a.remove(&c, todo))
		}
	}
	for i := range todo {
		if c := &todo[i]; c.Do != Remove && c.want.Kind != Dir {
			a.done(c, a.write(c))
		}
	}
	for i := range todo {
		if c := &todo[i]; c.Do != Remove && c.want.Kind == Dir {
			if err := a.dir(c.Path); err != nil {
				a.done(c, err)
				todo[i].Refused = "-"
			}
		}
	}
	for dir, mode := range a.lifted {
		if i := slices.IndexFunc(todo, func(c Change) bool { return c.Path == dir && c.want.Kind == Dir }); i < 0 {
			_ = a.chmod(dir, mode)
		}
	}
	for _, c := range slices.Backward(todo) {
		if c.Do != Remove && c.want.Kind == Dir && c.Refused == "" {
			a.done(&c, a.chmod(c.Path, c.want.Mode))
		}
	}
	order.By(a.result.Done, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
}

// halfWritten begins the names of files that are being brought back.
const halfWritten = ".ctxhook-undo-"

// leftovers removes what an undo that died left beside the files it wrote.
func (a *applier) leftovers(todo []Change) {
	looked, seen := make(map[string]bool), a.store.newSight()
	for i := range todo {
		dir := path.Dir(todo[i].Path)
		if looked[dir] || seen.linked(a.root, todo[i].Path) {
			continue
		}
		looked[dir] = true
		f, err := paths.OpenDirIn(a.root, filepath.FromSlash(dir))
		if err != nil {
			continue
		}
		names, _ := f.Readdirnames(-1)
		f.Close()
		for _, name := range names {
			if strings.HasPrefix(name, halfWritten) {
				_ = a.root.Remove(filepath.FromSlash(path.Join(dir, name)))
			}
		}
	}
}

func (a *applier) done(c *Change, err error) {
	if err == nil {
		a.result.Done = append(a.result.Done, *c)
		return
	}
	c.Refused = plainly(err)
	a.result.Failed = append(a.result.Failed, *c)
}

// plainly returns the cause of an error, without the path that is told beside it.
func plainly(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err.Error()
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err.Error()
	}
	return err.Error()
}

// remove removes what was not there. A file that the file system takes for one
// that shall be there stays.
func (a *applier) remove(c *Change, todo []Change) error {
	for p := range maps.Keys(a.state.entries) {
		if p != c.Path && strings.EqualFold(p, c.Path) {
			if other, err := a.root.Lstat(filepath.FromSlash(p)); err == nil && os.SameFile(other, c.have) {
				return a.root.Rename(filepath.FromSlash(c.Path), filepath.FromSlash(p))
			}
		}
	}
	if err := a.writable(path.Dir(c.Path)); err != nil {
		return err
	}
	if err := a.root.Remove(filepath.FromSlash(c.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// A directory that has nothing in it any more was not there either.
	for dir := path.Dir(c.Path); dir != "." && !a.wanted(dir, todo); dir = path.Dir(dir) {
		if a.root.Remove(filepath.FromSlash(dir)) != nil {
			break
		}
	}
	return nil
}

// wanted reports whether there is something in a directory, or it is kept for
// itself.
func (a *applier) wanted(dir string, todo []Change) bool {
	e, ok := a.state.entries[dir]
	if ok && e.Kind == Dir || !a.state.covers(dir) && !(ok && e.Kind == Absent) {
		return true
	}
	return a.holds[dir] || slices.ContainsFunc(todo, func(c Change) bool { return c.Do != Remove && in(dir, c.Path) })
}

// dir makes a directory, and those above it. What stands in its way was kept.
func (a *applier) dir(p string) error {
	if p == "." {
		return nil
	}
	name := filepath.FromSlash(p)
	info, err := a.root.Lstat(name)
	if err == nil && info.IsDir() {
		return nil
	}
	if err := a.dir(path.Dir(p)); err != nil {
		return err
	}
	if err := a.writable(path.Dir(p)); err != nil {
		return err
	}
	if err == nil {
		if err := a.root.Remove(name); err != nil {
			return err
		}
	}
	if err := a.root.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	mode := a.state.DirMode
	if mode == 0 {
		mode = 0o755
	}
	return a.chmod(p, mode)
}

// writable makes sure that files can be made in a directory. all puts its mode
// back.
func (a *applier) writable(p string) error {
	if p == "." {
		return nil
	}
	info, err := a.root.Lstat(filepath.FromSlash(p))
	if err != nil || !info.IsDir() || info.Mode()&0o300 == 0o300 {
		return nil // what is wrong shows when it is used
	}
	if _, known := a.lifted[p]; !known {
		a.lifted[p] = unixMode(info.Mode())
	}
	return a.chmod(p, unixMode(info.Mode())|0o700)
}

// chmod sets the mode of a file or a directory, which is no link.
func (a *applier) chmod(p string, mode uint32) error {
	name := filepath.FromSlash(p)
	info, err := a.root.Lstat(name)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return fs.ErrInvalid
	}
	return a.root.Chmod(name, fileMode(mode))
}

// write brings back a file or a link: beside its place first, then into it.
func (a *applier) write(c *Change) error {
	dir := path.Dir(c.Path)
	if c.Do == Chmod {
		return a.chmod(c.Path, c.want.Mode)
	}
	if err := a.dir(dir); err != nil {
		return err
	}
	if err := a.writable(dir); err != nil {
		return err
	}
	name, beside := filepath.FromSlash(c.Path), filepath.FromSlash(path.Join(dir, halfWritten+memory.NewID('s')))
	err := a.fill(beside, &c.want)
	if err == nil {
		if info, err := a.root.Lstat(name); err == nil && info.IsDir() {
			_ = a.root.Remove(name) // it is empty, or the move fails
		}
		if err = a.root.Rename(beside, name); err == nil {
			return nil
		}
	}
	_ = a.root.Remove(beside)
	return err
}

// fill makes a file or a link with the content that is wanted.
func (a *applier) fill(name string, w *want) error {
	if w.Kind == Link {
		return a.root.Symlink(w.Link, name)
	}
	f, err := paths.CreateIn(a.root, name)
	if err != nil {
		return err
	}
	if w.blob.id != "" {
		_, err = f.Write(w.data)
	} else {
		err = a.store.copyTo(f, w.Hash)
	}
	return errors.Join(err, f.Chmod(fileMode(w.Mode)), f.Sync(), f.Close())
}

// Compare returns what is at the path of a change and what it brings back; ok:
// both are files or links of at most limit bytes, or nothing.
func (s *Store) Compare(c *Change, limit int64) (before, after []byte, ok bool) {
	if c.have != nil {
		switch mode := c.have.Mode(); {
		case mode.IsRegular():
			data, err := paths.ReadFileIn(s.Root, filepath.FromSlash(c.Path), limit)
			if err != nil {
				return nil, nil, false
			}
			before = data
		default:
			return nil, nil, false
		}
	}
	switch {
	case c.want.Kind == Absent:
	case c.want.Kind != File || c.want.stamp.size > limit:
		return nil, nil, false
	case c.want.blob.id != "":
		after = c.want.data
	default:
		var b bytes.Buffer
		if s.copyTo(&b, c.want.Hash) != nil {
			return nil, nil, false
		}
		after = b.Bytes()
	}
	return before, after, int64(len(after)) <= limit
}
