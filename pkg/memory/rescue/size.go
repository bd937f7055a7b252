package rescue

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// The size of a store is counted in a file, so that no snapshot has to add it
// up. Prune counts it anew.
func (s *Store) sizeFile() string { return filepath.Join(s.dir, "size") }

func (s *Store) size() int64 {
	data, err := paths.ReadFile(s.sizeFile(), 32)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(string(data), 10, 64)
	return n
}

// grown adds to the size.
func (s *Store) grown(n int64) error {
	if n == 0 {
		return nil
	}
	return paths.WriteCache(s.sizeFile(), strconv.AppendInt(nil, s.size()+n, 10))
}

// room deletes what dead writers left, and makes room where the store gets full, so
// that a snapshot never takes it over its bound.
func (s *Store) room() error {
	dir, err := os.ReadDir(s.unfinished())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range dir { // only one process writes at a time: they are of a dead one
		err = errors.Join(err, os.Remove(filepath.Join(s.unfinished(), e.Name())))
	}
	if len(dir) > 0 {
		_, err = s.sweep()
	}
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case s.size() < MaxSize*3/4:
		return nil
	}
	return s.prune(time.Time{}, MaxSize/2)
}

// Prune deletes snapshots that are older than a time, then the oldest until what
// is left has at most that size, and all content that none of the others needs.
func (s *Store) Prune(older time.Time, size int64) error {
	return s.locked(nil, func() error { return s.prune(older, size) })
}

// locked does something to what is kept while no other process writes there. It returns
// none where nothing is kept.
func (s *Store) locked(none error, do func() error) error {
	if _, err := os.Lstat(s.dir); errors.Is(err, fs.ErrNotExist) {
		return none
	}
	unlock, err := s.lock(5 * time.Second)
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}

func (s *Store) prune(older time.Time, size int64) error {
	names, err := s.chainFiles()
	if err != nil {
		return err
	}
	for i, name := range names {
		// A chain is as old as its newest moment: when the next one began.
		last := time.Now()
		if i+1 < len(names) {
			last, _ = chainTime(names[i+1])
		} else if info, err := os.Lstat(filepath.Join(s.chains(), name)); err == nil {
			last = info.ModTime()
		}
		if last.Before(older) {
			if err := os.Remove(filepath.Join(s.chains(), name)); err != nil {
				return err
			}
		}
	}
	for {
		left, err := s.sweep()
		if err != nil || left <= size {
			return err
		}
		names, err := s.chainFiles()
		if err != nil || len(names) == 0 {
			return err
		}
		if err := s.shorten(names[0]); err != nil {
			return err
		}
	}
}

// shorten deletes the older half of the snapshots of a chain.
func (s *Store) shorten(name string) error {
	c, err := s.readChain(name)
	if err != nil || len(c.list) < 2 {
		return errors.Join(err, os.Remove(filepath.Join(s.chains(), name)))
	}
	return s.rewrite(c, func(i int) bool { return i < (len(c.list)+1)/2 })
}

// Tidy prunes all stores that need it.
func Tidy(places paths.Places, now time.Time) error {
	list, err := Stores(places)
	for _, s := range list {
		names, chainErr := s.chainFiles()
		oldest, _ := chainTime(first(names))
		if len(names) > 0 && (now.Sub(oldest) > MaxAge || s.size() > MaxSize) || s.hasOldUnfinished() {
			chainErr = s.Prune(now.Add(-MaxAge), MaxSize)
		}
		err = errors.Join(err, chainErr)
	}
	return err
}

// hasOldUnfinished reports whether contents lie half written among the others, where
// older versions wrote them. Prune deletes them.
func (s *Store) hasOldUnfinished() bool {
	f, err := paths.OpenDir(s.objects())
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return slices.ContainsFunc(names, func(name string) bool { return !isHash(name) })
}

func first(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// sweep deletes content that no snapshot needs, and what dead writers left, and
// counts the bytes of the rest.
func (s *Store) sweep() (left int64, err error) {
	needed := make(map[string]bool)
	if err := s.each(func(list []batch, i int) bool {
		for _, e := range list[i].entries {
			if e.Kind == File {
				needed[e.Hash] = true
			}
		}
		return true
	}); err != nil {
		return 0, err
	}
	dir, err := os.ReadDir(s.objects())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for _, e := range dir {
		if !needed[e.Name()] {
			if err := os.Remove(filepath.Join(s.objects(), e.Name())); err != nil {
				return 0, err
			}
			continue
		}
		if info, err := e.Info(); err == nil {
			left += info.Size()
		}
	}
	return left, paths.WriteCache(s.sizeFile(), strconv.AppendInt(nil, left, 10))
}

// Usage is what a store holds.
type Usage struct {
	Snapshots int
	Bytes     int64 // of the contents, on disk
}

// usage counts what the store holds.
func (s *Store) usage() (Usage, error) {
	list, err := s.Moments()
	return Usage{Snapshots: len(list), Bytes: s.size()}, err
}

// UsageOfAll counts what the stores of all trees hold.
func UsageOfAll(places paths.Places) (all Usage, err error) {
	list, err := Stores(places)
	for _, s := range list {
		u, one := s.usage()
		all.Snapshots, all.Bytes, err = all.Snapshots+u.Snapshots, all.Bytes+u.Bytes, errors.Join(err, one)
	}
	return all, err
}

// Stores returns the stores of all trees of a user.
func Stores(places paths.Places) ([]*Store, error) {
	all := places.RescueDir()
	dir, err := os.ReadDir(all)
	if all == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []*Store
	for _, e := range dir {
		s := &Store{dir: filepath.Join(all, e.Name())}
		if root, err := paths.ReadFile(filepath.Join(s.dir, "root"), 64<<10); err == nil && e.IsDir() {
			s.Root = string(root)
			list = append(list, s)
		}
	}
	return list, err
}

// Writable returns why nothing can be kept on this machine now, as on a full disk.
func Writable(places paths.Places) error {
	dir := places.RescueDir()
	if dir == "" {
		return paths.ErrNoHome
	}
	if _, err := os.Lstat(dir); err != nil {
		return nil // nothing was kept yet
	}
	f, err := paths.CreateTemp(dir, "")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 64<<10))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// Forget deletes a snapshot, and all content that none of the others needs.
func (s *Store) Forget(id string) error {
	return s.ForgetIf(func(m *Moment) bool { return m.ID == id })
}

// ForgetIf deletes some snapshots, and all content that none of the others needs. It
// returns ErrUnknown if there is none of them.
func (s *Store) ForgetIf(of func(*Moment) bool) error {
	return s.locked(ErrUnknown, func() error { return s.forget(of) })
}

func (s *Store) forget(of func(*Moment) bool) error {
	names, err := s.chainFiles()
	if err != nil {
		return err
	}
	any := false
	for _, name := range names {
		c, err := s.readChain(name)
		if err != nil {
			return err
		}
		without := make(map[int]bool)
		for i := range c.list {
			if m := c.list[i].moment(); of(&m) {
				without[i], any = true, true
			}
		}
		if len(without) == 0 {
			continue
		}
		if err := s.rewrite(c, func(i int) bool { return without[i] }); err != nil {
			return err
		}
	}
	if !any {
		return ErrUnknown
	}
	_, err = s.sweep()
	return err
}

// rewrite writes a chain without some of its moments.
func (s *Store) rewrite(c *chain, without func(i int) bool) error {
	i := -1
	return s.rewriteAs(c, func(*State) bool { i++; return !without(i) })
}

// rewriteAs writes a chain anew, with the moments that keep reports true of, as it leaves them.
func (s *Store) rewriteAs(c *chain, keep func(now *State) bool) error {
	var text []byte
	var last *State
	for i := range c.list {
		if now := fold(c.list, i+1); keep(now) {
			text, last = append(text, batchLines(now, last)...), now
		}
	}
	path := filepath.Join(s.chains(), c.name)
	if len(text) == 0 {
		return os.Remove(path)
	}
	return paths.WriteCache(path, text)
}

// ForgetAll deletes all that is kept of the tree.
func (s *Store) ForgetAll() error {
	return s.locked(nil, func() error { return os.RemoveAll(s.dir) })
}

func panicked(v any) error { return fmt.Errorf("panic: %v", v) }
