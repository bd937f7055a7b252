package git

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// errStop ends a walk that was told to.
var errStop = errors.New("stopped")

// walk is one look at the work tree.
type walk struct {
	r      *Repo
	x      *index
	q      Query
	staged stagedFiles
	visit  func(Change) bool
	seek   bool // only whether there is an untracked file at all
}

// untracked reports a path that git does not track.
func (w *walk) untracked(path string, ignored bool) error {
	c := Change{Path: path, Work: Untracked}
	if ignored {
		if c.Work = Ignored; !w.q.Ignored || w.q.Untracked != Each {
			return nil
		}
	}
	if w.seek || !w.visit(c) {
		return errStop
	}
	return nil
}

// tracked reports entries of the index, all of one path, when they differ. dir
// is their directory if it is open, or -1.
func (w *walk) tracked(lo, hi int, there bool, dir int) error {
	e := &w.x.entries[lo]
	c := Change{Path: e.name, Staged: w.staged.kinds[e.name]}
	mode := w.x.mode(e)
	var err error
	switch {
	case hi-lo > 1 || e.stage() != 0:
		c.Work = Unmerged
	case mode == modeRepo:
	case e.hidden():
		if _, err := os.Lstat(w.r.full(e.name)); there && err == nil {
			c.Work = Hidden
		}
	case !there:
		c.Work = Deleted
	default:
		c.Work, err = w.r.compareOnce(w.x, lo, dir)
	}
	if err != nil || c.Staged == 0 && c.Work == 0 {
		return err
	}
	if !w.visit(c) {
		return errStop
	}
	return nil
}

// gone reports entries whose directory is not there.
func (w *walk) gone(lo, hi int) error {
	for i := lo; i < hi; {
		end := w.samePath(i, hi)
		if err := w.tracked(i, end, false, -1); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// samePath returns where the entries of one path end.
func (w *walk) samePath(i, hi int) int {
	end := i + 1
	for end < hi && w.x.entries[end].name == w.x.entries[i].name {
		end++
	}
	return end
}

// begin goes to the path of the question and looks from there.
func (w *walk) begin(lo, hi int) error {
	var in ignores
	var err error
	if in.bare = w.q.Bare; !in.bare {
		if in, err = w.r.rules(); err != nil {
			return err
		}
	}
	if len(w.q.Exclude) > 0 {
		in.first = &list{}
		for _, line := range w.q.Exclude {
			in.first.patterns = append(in.first.patterns, newPattern(line))
		}
	}
	rel := w.q.Path
	if rel == "" {
		return w.dir("", lo, hi, in)
	}
	for at := 0; ; {
		slash := strings.IndexByte(rel[at:], '/')
		if slash < 0 {
			break
		}
		dir := rel[:at+slash]
		first, last := w.x.span(dir+"/", dir+"0")
		if !isDir(w.r.full(dir)) {
			return w.gone(lo, hi)
		}
		if in, err = w.r.descend(in, dir); err != nil {
			return err
		}
		if in.all && first == last {
			return w.untracked(dir+"/", true)
		}
		at += slash + 1
	}
	info, err := os.Lstat(w.r.full(rel))
	if missing(err) {
		return w.gone(lo, hi)
	} else if err != nil {
		return err
	}
	name := group{name: rel[strings.LastIndexByte(rel, '/')+1:], lo: lo, hi: hi}
	if lo < hi {
		name.below = w.x.entries[lo].name != rel
		return w.place(rel, name, info.Mode(), in)
	}
	return w.other(rel, info.Mode(), in)
}

// group is what the index has of one name in a directory.
type group struct {
	name   string
	lo, hi int
	below  bool // a directory
}

// groups divides the entries of a directory by name.
func (w *walk) groups(dir string, lo, hi int) []group {
	prefix := len(dir)
	if dir != "" {
		prefix++
	}
	var all []group
	sorted := true
	for i := lo; i < hi; {
		g := group{lo: i}
		rest := w.x.entries[i].name[prefix:]
		if slash := strings.IndexByte(rest, '/'); slash < 0 {
			g.name, g.hi = rest, w.samePath(i, hi)
		} else {
			g.name, g.below = rest[:slash], true
			until := w.x.entries[i].name[:prefix+slash] + "0"
			// Directories are small: look near before searching.
			for g.hi = i + 1; g.hi < hi && g.hi < i+8 && w.x.entries[g.hi].name < until; g.hi++ {
			}
			if g.hi == i+8 {
				_, g.hi = w.x.span(w.x.entries[i].name, until)
			}
		}
		if n := len(all); n > 0 && all[n-1].name >= g.name {
			sorted = false
		}
		all = append(all, g)
		i = g.hi
	}
	if !sorted {
		slices.SortFunc(all, func(a, b group) int { return strings.Compare(a.name, b.name) })
	}
	return all
}

// found is what is at the place of a group.
type found struct {
	group
	mode os.FileMode
}

// dir looks at a directory. in holds in it.
func (w *walk) dir(rel string, lo, hi int, in ignores) error {
	groups := w.groups(rel, lo, hi)
	for i := 1; i < len(groups); i++ {
		if groups[i].name == groups[i-1].name {
			return unsupported("a conflict of a file and a directory")
		}
	}
	f, entries, err := w.r.list(rel)
	if err == nil {
		in, err = w.r.enterDir(in, rel, rel != "" && has(entries, ".gitignore"))
	}
	prefix := ""
	if rel != "" {
		prefix = rel + "/"
	}
	open := -1
	if f != nil {
		open = int(f.Fd()) // once: it costs a system call
	}
	seen := make([]bool, len(groups))
	var later []found // directories, now or in the index
	var others []os.DirEntry
	for _, entry := range entries {
		if err != nil {
			break
		}
		i, ok := slices.BinarySearchFunc(groups, entry.Name(), func(g group, name string) int { return strings.Compare(g.name, name) })
		if ok {
			seen[i] = true
			if g := groups[i]; entry.IsDir() || g.below {
				later = append(later, found{g, entry.Type()})
			} else {
				err = w.tracked(g.lo, g.hi, true, open)
			}
		} else if w.q.Untracked != None && entry.Name() != ".git" {
			others = append(others, entry)
		}
	}
	if f != nil {
		f.Close() // before directories below are opened
	}
	if err != nil {
		return err
	}
	for _, at := range later {
		if err := w.place(prefix+at.name, at.group, at.mode, in); err != nil {
			return err
		}
	}
	for i, g := range groups {
		if !seen[i] {
			if err := w.gone(g.lo, g.hi); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(others, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, entry := range others {
		if err := w.other(prefix+entry.Name(), entry.Type(), in); err != nil {
			return err
		}
	}
	return nil
}

// list reads a directory once. The first time it is left open, for a look at
// the files in it.
func (r *Repo) list(rel string) (*os.File, []os.DirEntry, error) {
	if entries, ok := r.memo.dirs[rel]; ok {
		return nil, entries, r.spendEntries(len(entries))
	}
	f, err := paths.OpenDir(r.full(rel))
	if err != nil {
		return nil, nil, unreadable(err)
	}
	entries, err := f.ReadDir(r.left.entries + 1)
	if err != nil && !ended(err) {
		return f, nil, unreadable(err)
	}
	if err := r.spendEntries(len(entries)); err != nil {
		return f, nil, err
	}
	if r.memo.dirs == nil {
		r.memo.dirs = make(map[string][]os.DirEntry)
	}
	r.memo.dirs[rel] = entries
	return f, entries, nil
}

// has reports whether an entry has a name.
func has(entries []os.DirEntry, name string) bool {
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name })
}

// place looks at a name that the index has.
func (w *walk) place(rel string, g group, mode os.FileMode, in ignores) error {
	switch {
	case g.below && mode.IsDir():
		ignored, err := in.match(rel, true, &w.r.left.steps)
		if err != nil {
			return err
		}
		in.all = ignored
		return w.dir(rel, g.lo, g.hi, in)
	case g.below:
		if err := w.gone(g.lo, g.hi); err != nil {
			return err
		}
		return w.other(rel, mode, in)
	case mode.IsDir() && w.x.mode(&w.x.entries[g.lo]) != modeRepo:
		if err := w.gone(g.lo, g.hi); err != nil {
			return err
		}
		return w.other(rel, mode, in)
	}
	return w.tracked(g.lo, g.hi, true, -1)
}

// other looks at a name that the index does not have.
func (w *walk) other(rel string, mode os.FileMode, in ignores) error {
	if w.q.Untracked == None || !mode.IsDir() && !mode.IsRegular() && mode.Type() != os.ModeSymlink {
		return nil
	}
	ignored, err := in.match(rel, mode.IsDir(), &w.r.left.steps)
	if err != nil {
		return err
	}
	if !mode.IsDir() {
		return w.untracked(rel, ignored)
	}
	if ignored {
		return w.untracked(rel+"/", true)
	}
	nested, err := w.r.nested(rel)
	if err != nil {
		return err
	}
	switch {
	case nested:
		return w.untracked(rel+"/", false)
	case w.q.Untracked == Collapsed && !w.seek:
		w.seek = true
		err := w.dir(rel, 0, 0, in)
		w.seek = false
		if err == errStop {
			return w.untracked(rel+"/", false)
		}
		return err
	}
	return w.dir(rel, 0, 0, in)
}
