package rulefile

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// entry is what one file holds, as it is remembered: a rule, a model, or
// what is wrong with it. It is good as long as the file has the same time and
// size.
type entry struct {
	Path, Pack  string
	Mtime, Size int64
	Rules       []rule.Rule
	Commands    []rule.Command
	Errors      []Error
}

// cache is the flat memory of one list of directories. Decoding it takes a
// hundredth of the time that YAML takes.
type cache struct {
	file  string
	all   bool   // users may read it: it is the machine's
	stamp string // of the program that reads and writes it
	old   []entry
	now   []entry
	dirty bool // now is not what the file holds
}

const (
	maxCache = 8 << 20
	// A file that was changed a moment ago may change again within one tick
	// of the file system's clock, at the same size. It is read anew until it
	// has been left alone for so long.
	young = 2 * time.Second
)

// openCache reads what is remembered of the directories: nothing if the cache is
// missing, broken, written by another program or open to others.
func openCache(dir string, dirs []Dir) *cache {
	c := &cache{}
	if dir == "" {
		return c
	}
	if c.stamp = stamp(); c.stamp == "" {
		return c
	}
	// A list of directories has a file of its own, lest two projects in turn
	// write over each other's.
	h := fnv.New64a()
	for _, d := range dirs {
		c.all = c.all || d.Protected
		fmt.Fprintf(h, "%q %q %q\n", d.Path, d.Pack, d.Root+d.Sum)
	}
	c.file = filepath.Join(dir, fmt.Sprintf("rules-%016x", h.Sum64()))
	c.old = readCache(c.file, c.stamp)
	return c
}

// stamp tells this program from every other version of itself: what an older
// one accepted may be an error today.
func stamp() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(exe)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("ctxhook rules 2 %s %d %d", exe, info.Size(), info.ModTime().UnixNano())
}

// get returns what a file holds, from memory if it is the same file.
func (c *cache) get(f found) (entry, error) {
	for i := range c.old {
		e := &c.old[i]
		if f.bundle == nil && e.Path == f.Path && e.Pack == f.Pack && e.Mtime == f.Mtime && e.Size == f.Size {
			c.now = append(c.now, *e)
			return *e, nil
		}
	}
	e, ok, err := f.read()
	if age := time.Since(time.Unix(0, e.Mtime)); ok && age.Abs() >= young {
		c.now = append(c.now, e)
		c.dirty = true
	}
	return e, err
}

// save writes what is remembered, if it has changed. A cache that cannot be
// written is none.
func (c *cache) save() {
	if c.file == "" || !c.dirty && len(c.now) == len(c.old) {
		return
	}
	dir := filepath.Dir(c.file)
	if paths.MkdirAll(dir) != nil || !ownDir(dir) {
		return
	}
	if paths.WriteCache(c.file, seal(c.stamp, c.now)) == nil && c.all {
		_, _ = os.Chmod(dir, 0o755), os.Chmod(c.file, 0o644)
	}
}

// readCache returns the entries of a cache file, or nil.
func readCache(file, stamp string) []entry {
	if !ownDir(filepath.Dir(file)) {
		return nil
	}
	if info, err := os.Stat(file); err != nil || !own(info) {
		return nil
	}
	data, err := paths.ReadFile(file, maxCache)
	if err != nil {
		return nil
	}
	return unseal(data, stamp)
}

// ownDir reports whether only this user may write in a directory. What lies in any other
// directory could be someone else's rules.
func ownDir(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && own(info)
}
