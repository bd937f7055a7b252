package rescue

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Elsewhere opens the store of what commands name to lose outside of projects. Its tree is
// the whole file system, or volume, that the directory lies on, of which a snapshot holds
// only what is named.
func Elsewhere(places paths.Places, dir string) (*Store, error) {
	s, err := Open(places, filepath.VolumeName(dir)+string(filepath.Separator))
	if err == nil {
		s.sparse = true
		s.home = s.real(places.Home)
	}
	return s, err
}

// everyMode is the usual mode of no directory, so that all of them are kept.
const everyMode = 1 << 16

// asWhole is why a home, the root or a volume is not kept.
const asWhole = "a home, a root or a volume is not kept as a whole"

// DidNotFit returns what of a list would have been kept with more time or space. Homes,
// volumes and repositories never are, and undo names them.
func DidNotFit(list []Unkept) []Unkept {
	return slices.DeleteFunc(slices.Clone(list), func(u Unkept) bool { return u.Why == asWhole || u.Why == itsOwn })
}

// TakeNamed keeps some files, links and directories, and what there is not yet of them. It
// returns nil where none of them lies in the tree or has a content.
func (s *Store) TakeNamed(m Moment, b Bounds, names []string) (*State, error) {
	return s.within(b, func(ctx context.Context, start time.Time) (*State, error) {
		newest, err := s.latest()
		if err != nil {
			return nil, err
		}
		last := newest.last()
		if last != nil && m.Call != "" && m.Call == last.Call && m.Before == last.Before {
			return last, nil
		}
		m.ID, m.Time, m.Tracked = memory.NewID('s'), start, true
		now := &State{Moment: m, entries: make(map[string]Entry)}
		list, err := s.beginNamed(ctx, now, names)
		if err != nil || len(now.Named)+len(now.Unkept) == 0 {
			return nil, err
		}
		if err := s.room(); err != nil {
			return nil, err
		}
		now.Gone = s.goneSince(last)
		k := s.keeper(b, time.Now())
		if err := s.keep(k, now, last, list); err != nil {
			return nil, err
		}
		now.Left = s.left(now, nil)
		if err := s.append(now, last, newest); err != nil {
			return nil, err
		}
		return now, k.end()
	})
}

// beginNamed looks at what is named, and returns what has to be kept of it.
func (s *Store) beginNamed(ctx context.Context, now *State, names []string) ([]found, error) {
	l := s.namedScan(ctx, &now.Moment)
	for _, name := range outermost(s.allBelow(names)) {
		if !validPath(name) || s.ours(name) || s.generated(name) || s.Generated != nil && s.Generated(name) {
			continue
		}
		info, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
			s.absent(now, name)
		case err != nil:
			now.unkept(found{path: name, named: true}, reason(err))
			continue
		case s.whole(name, info):
			now.unkept(found{path: name, named: true}, asWhole)
			continue
		case info.IsDir():
			if err := s.walk(ctx, l, name, false); err != nil {
				return nil, err
			}
		case info.Mode().IsRegular() || info.Mode()&fs.ModeSymlink != 0:
			l.found = append(l.found, found{path: name, named: true})
		default:
			continue // a device, pipe or socket has no content
		}
		if utf8.ValidString(name) {
			now.Named = append(now.Named, name)
		}
	}
	for _, e := range l.dirs {
		now.entries[e.Path] = e
	}
	now.Unkept, now.More, now.DirMode = append(now.Unkept, l.Unkept...), l.More, 0o755
	return l.found, nil
}

// manyGone bounds how many paths of earlier snapshots are looked at again.
const manyGone = 50

// goneSince returns what earlier snapshots held and is not there: when it went matters to
// an undo.
func (s *Store) goneSince(last *State) (list []string) {
	if last == nil {
		return nil
	}
	for _, names := range [][]string{last.Named, last.Gone} {
		for _, name := range names {
			if _, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(name))); errors.Is(err, fs.ErrNotExist) && len(list) < manyGone {
				list = append(list, name)
			}
		}
	}
	return outermost(list)
}

// namedScan is a look at some directories of the tree, and all in them, for a command.
func (s *Store) namedScan(ctx context.Context, m *Moment) *scan {
	l := &scan{part: true, tree: look.New(s.Root), removing: m}
	l.tree.StopWhen(func() bool { return ctx.Err() != nil })
	l.DirMode = everyMode
	return l
}

// allBelow returns paths as snapshots name them.
func (s *Store) allBelow(names []string) (list []string) {
	for _, name := range names {
		if rel, ok := s.Below(name); ok && rel != "." {
			list = append(list, rel)
		}
	}
	return list
}

// outermost returns a list without what lies below another of its paths.
func outermost(list []string) (out []string) {
	slices.Sort(list)
	for _, p := range slices.Compact(list) {
		if !slices.ContainsFunc(out, func(dir string) bool { return in(dir, p) }) {
			out = append(out, p)
		}
	}
	return out
}

// absent keeps that there is nothing at a path, nor at the directories above it that are
// not there.
func (s *Store) absent(now *State, name string) {
	for p := name; p != "."; p = path.Dir(p) {
		if _, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(p))); err == nil {
			return
		}
		now.entries[p] = Entry{Path: p, Kind: Absent}
	}
}

// whole reports whether a path holds a home, or is the top of the tree or of a volume.
func (s *Store) whole(name string, info fs.FileInfo) bool {
	full := filepath.Join(s.Root, filepath.FromSlash(name))
	if home := s.home; home != "" && (home == full || strings.HasPrefix(home, full+string(filepath.Separator))) {
		return true
	}
	above, err := os.Lstat(filepath.Dir(full))
	return err != nil || info.IsDir() && device(info) != device(above)
}

// near reports whether a snapshot holds something in a directory or above it, or was taken
// for a command that ran there.
func (m *Moment) near(dir string) bool {
	return m.Cwd == dir || slices.ContainsFunc(m.Named, func(name string) bool { return in(dir, name) || in(name, dir) })
}

// RanIn returns a function that reports whether a snapshot of what lies elsewhere was taken
// for a command that ran in a directory or below it.
func (s *Store) RanIn(dir string) func(*Moment) bool {
	rel, ok := s.Below(dir)
	return func(m *Moment) bool { return ok && m.Cwd != "" && in(rel, m.Cwd) }
}

// Near returns a function that reports whether a snapshot of what lies elsewhere concerns a
// directory.
func (s *Store) Near(dir string) func(*Moment) bool {
	rel, ok := s.Below(dir)
	return func(m *Moment) bool { return ok && m.near(rel) }
}

// named adds what is now in the directories that a snapshot holds as a whole.
func (s *Store) named(ctx context.Context, state *State, may map[string]bool) error {
	l := s.namedScan(ctx, &state.Moment)
	for _, name := range state.Named {
		if info, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(name))); err != nil || !info.IsDir() {
			continue
		}
		if err := s.walk(ctx, l, name, false); err != nil {
			return err
		}
	}
	for _, f := range l.found {
		may[f.path] = true
	}
	for _, e := range l.dirs {
		may[e.Path] = true
	}
	return nil
}
