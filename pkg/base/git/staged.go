package git

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// stagedFiles is how the index differs from HEAD.
type stagedFiles struct {
	kinds map[string]Kind // of files in the index
	gone  []string        // files that only HEAD has
}

// staged compares the index with HEAD, at least at a path and below it.
func (r *Repo) staged(x *index, path string) (stagedFiles, error) {
	d := stager{r: r, x: x, path: path}
	if all := r.memo.staged; all != nil {
		for _, name := range all.gone {
			d.set(name, Deleted)
		}
		return stagedFiles{all.kinds, d.found.gone}, nil
	}
	err := d.run()
	if err == nil && path == "" {
		r.memo.staged = &d.found
	}
	return d.found, err
}

func (d *stager) run() error {
	r, x := d.r, d.x
	head, err := r.head()
	if err != nil {
		return err
	}
	if head.Commit == "" {
		lo, hi := x.below(d.path)
		d.added(lo, hi)
		return nil
	}
	c, err := r.commit(raw(head.Commit))
	if err != nil {
		return err
	}
	cached, _ := parseCacheTree(x.tree, r.hashLen(), 0)
	return d.dir("", c.tree, 0, len(x.entries), cached, 0)
}

// stager walks the tree of HEAD along the index.
type stager struct {
	r     *Repo
	x     *index
	path  string
	found stagedFiles
}

// wanted reports whether a path, or something below it, is asked about.
func (d *stager) wanted(path string) bool {
	return d.path == "" || path == "" || path == d.path || strings.HasPrefix(path, d.path+"/") || strings.HasPrefix(d.path, path+"/")
}

func (d *stager) set(name string, kind Kind) {
	if d.path != "" && name != d.path && !strings.HasPrefix(name, d.path+"/") {
		return
	}
	if kind == Deleted {
		d.found.gone = append(d.found.gone, name)
		return
	}
	if d.found.kinds == nil {
		d.found.kinds = make(map[string]Kind)
	}
	d.found.kinds[name] = kind
}

// added marks entries that HEAD does not have.
func (d *stager) added(lo, hi int) {
	for i := lo; i < hi; i++ {
		e := &d.x.entries[i]
		if e.stage() == 0 && e.more&flagIntent == 0 && d.x.mode(e) != modeRepo {
			d.set(e.name, Added)
		}
	}
}

// dir compares a directory's tree with its entries.
func (d *stager) dir(rel, tree string, lo, hi int, cached *cacheTree, depth int) error {
	if depth > maxDepth {
		return ErrBound
	}
	if !d.wanted(rel) || cached != nil && cached.id == tree && tree != "" {
		return nil
	}
	items, err := d.r.readTree(tree)
	if err != nil {
		return err
	}
	prefix := ""
	if rel != "" {
		prefix = rel + "/"
	}
	var covered []span // of entries that the tree has
	for _, item := range items {
		name := prefix + item.name
		if item.mode == modeDir {
			from, to := d.x.span(name+"/", name+"0")
			covered = append(covered, span{from, to})
			if from == to {
				err = d.lost(name, item.id, depth+1)
			} else {
				err = d.dir(name, item.id, from, to, cached.sub(item.name), depth+1)
			}
			if err != nil {
				return err
			}
			continue
		}
		from, to := d.x.span(name, name+"\x00")
		covered = append(covered, span{from, to})
		switch {
		case from == to || d.x.entries[from].more&flagIntent != 0:
			if item.mode != modeRepo {
				d.set(name, Deleted)
			}
		case d.x.entries[from].stage() == 0:
			e := &d.x.entries[from]
			mode, id := d.x.mode(e), d.x.id(e)
			switch {
			case mode == modeRepo && item.mode == modeRepo:
			case mode&modeType != item.mode&modeType:
				d.set(name, TypeChanged)
			case id != item.id || (mode^item.mode)&0o100 != 0:
				d.set(name, Modified)
			}
		}
	}
	// Names sort as the entries do, but where a file and a directory are alike.
	order.By(covered, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	for _, c := range covered {
		d.added(lo, c.lo)
		lo = max(lo, c.hi)
	}
	d.added(lo, hi)
	return nil
}

// span is a part of the entries.
type span struct{ lo, hi int }

// lost reports the files of a tree of which the index has none.
func (d *stager) lost(rel, tree string, depth int) error {
	if depth > maxDepth {
		return ErrBound
	}
	if !d.wanted(rel) {
		return nil
	}
	items, err := d.r.readTree(tree)
	if err != nil {
		return err
	}
	for _, item := range items {
		name := rel + "/" + item.name
		switch {
		case item.mode == modeDir:
			err = d.lost(name, item.id, depth+1)
		case item.mode != modeRepo:
			d.set(name, Deleted)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// cacheTree is what an index says of the tree that a directory's entries make.
type cacheTree struct {
	name string
	id   string // "" where entries have changed since
	subs map[string]*cacheTree
}

// sub returns the part for a directory below, or nil.
func (c *cacheTree) sub(name string) *cacheTree {
	if c == nil {
		return nil
	}
	return c.subs[name]
}

// maxDepth bounds how deep directories nest.
const maxDepth = 1000

// parseCacheTree reads the TREE extension of an index; nil where it has none or
// one that is cut off, which only costs time.
func parseCacheTree(b []byte, hash, depth int) (*cacheTree, []byte) {
	name, rest, ok := bytes.Cut(b, []byte{0})
	if !ok || depth > maxDepth {
		return nil, nil
	}
	line, rest, ok := bytes.Cut(rest, []byte{'\n'})
	count, subs, _ := strings.Cut(string(line), " ")
	n, err := strconv.Atoi(count)
	more, err2 := strconv.Atoi(subs)
	if !ok || err != nil || err2 != nil {
		return nil, nil
	}
	c := &cacheTree{name: string(name)}
	if n >= 0 {
		if len(rest) < hash {
			return nil, nil
		}
		c.id, rest = string(rest[:hash]), rest[hash:]
	}
	for range more {
		sub, after := parseCacheTree(rest, hash, depth+1)
		if sub == nil {
			return nil, nil
		}
		if c.subs == nil {
			c.subs = make(map[string]*cacheTree)
		}
		c.subs[sub.name] = sub
		rest = after
	}
	return c, rest
}

// treeItem is one name in a tree.
type treeItem struct {
	name string
	mode uint32
	id   string
}

// readTree reads a tree.
func (r *Repo) readTree(id string) ([]treeItem, error) {
	if id == r.hash("tree", nil) {
		return nil, nil
	}
	kind, data, err := r.object(id)
	if errors.Is(err, fs.ErrNotExist) || err == nil && kind != "tree" {
		return nil, damaged("a tree")
	} else if err != nil {
		return nil, err
	}
	return parseTree(data, r.hashLen())
}

func parseTree(data []byte, hash int) ([]treeItem, error) {
	var items []treeItem
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, ok2 := strings.Cut(string(head), " ")
		m, err := strconv.ParseUint(mode, 8, 32)
		if !ok || !ok2 || err != nil || len(rest) < hash || !plainPath(name) || strings.Contains(name, "/") {
			return nil, damaged("a tree")
		}
		items = append(items, treeItem{name, uint32(m), string(rest[:hash])})
		data = rest[hash:]
	}
	return items, nil
}
