package git

import (
	"os"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// directory is one of the work tree. It is listed once for all questions, and put
// side by side with the index once.
type directory struct {
	entries []look.Entry

	matched   bool         // with the index: the rest is known
	files     []group      // tracked, and there
	below     []found      // directories, now or in the index
	gone      []group      // not there
	untracked []look.Entry // by name

	compared bool    // all files were
	changed  []group // files that do not equal their entries, as far as is known
}

// group is what the index has of one name in a directory.
type group struct {
	name   string
	lo, hi int
	below  bool // a directory
}

// found is what is at the place of a group.
type found struct {
	group
	mode os.FileMode
}

// list lists a directory. The first time it is left open, for a look at the files
// in it: the caller closes it with look.Close.
func (r *Repo) list(rel string) (open int, d *directory, err error) {
	if d, ok := r.memo.dirs[rel]; ok {
		return -1, d, r.left.spendEntries(len(d.entries))
	}
	entries, open, err := r.work.List(rel, r.left.entries)
	if err != nil {
		return open, nil, unreadable(err)
	}
	if err := r.left.spendEntries(len(entries)); err != nil {
		return open, nil, err
	}
	if r.memo.dirs == nil {
		r.memo.dirs = make(map[string]*directory)
	}
	d = &directory{entries: entries}
	r.memo.dirs[rel] = d
	return open, d, nil
}

// has reports whether there is an entry of a name.
func (d *directory) has(name string) bool {
	return slices.ContainsFunc(d.entries, func(e look.Entry) bool { return e.Name() == name })
}

// match puts a directory side by side with its entries in the index.
func (d *directory) match(x *index, rel string, lo, hi int) error {
	if d.matched {
		return nil
	}
	groups := x.groups(rel, lo, hi)
	for i := 1; i < len(groups); i++ {
		if groups[i].name == groups[i-1].name {
			return unsupported("a conflict of a file and a directory")
		}
	}
	const isFile, isBelow = 1, 2
	seen := make([]byte, len(groups))
	next := 0 // entries that were kept are sorted
	for _, entry := range d.entries {
		i, ok := next, next < len(groups) && groups[next].name == entry.Name()
		if !ok {
			i, ok = slices.BinarySearchFunc(groups, entry.Name(), func(g group, name string) int { return strings.Compare(g.name, name) })
		}
		if next = i; ok {
			next++
		}
		switch {
		case !ok && entry.Name() == ".git":
		case !ok:
			d.untracked = append(d.untracked, entry)
		case entry.IsDir() || groups[i].below:
			d.below = append(d.below, found{groups[i], entry.Type()})
			seen[i] = isBelow
		default:
			seen[i] = isFile
		}
	}
	d.files = groups[:0] // most are: the others make room for them
	for i, g := range groups {
		switch seen[i] {
		case 0:
			d.gone = append(d.gone, g)
		case isFile:
			d.files = append(d.files, g)
		}
	}
	order.By(d.untracked, func(a, b look.Entry) int { return strings.Compare(a.Name(), b.Name()) })
	d.matched = true
	return nil
}

// groups divides the entries of a directory by name.
func (x *index) groups(dir string, lo, hi int) []group {
	prefix := len(dir)
	if dir != "" {
		prefix++
	}
	all := make([]group, 0, min(hi-lo, 64))
	sorted := true
	for i := lo; i < hi; {
		g := group{lo: i}
		rest := x.entries[i].name[prefix:]
		if slash := strings.IndexByte(rest, '/'); slash < 0 {
			g.name, g.hi = rest, x.samePath(i, hi)
		} else {
			g.name, g.below = rest[:slash], true
			until := x.entries[i].name[:prefix+slash] + "0"
			// Directories are small: look near before searching.
			for g.hi = i + 1; g.hi < hi && g.hi < i+8 && x.entries[g.hi].name < until; g.hi++ {
			}
			if g.hi == i+8 {
				_, g.hi = x.span(x.entries[i].name, until)
			}
		}
		if n := len(all); n > 0 && all[n-1].name >= g.name {
			sorted = false
		}
		all = append(all, g)
		i = g.hi
	}
	if !sorted {
		order.By(all, func(a, b group) int { return strings.Compare(a.name, b.name) })
	}
	return all
}

// samePath returns where the entries of one path end.
func (x *index) samePath(i, hi int) int {
	end := i + 1
	for end < hi && x.entries[end].name == x.entries[i].name {
		end++
	}
	return end
}

// unchanged reports whether a file was compared and equals its one entry.
func (x *index) unchanged(g group) bool {
	return g.hi-g.lo == 1 && x.work != nil && x.work[g.lo].looked && x.work[g.lo].kind == 0
}
