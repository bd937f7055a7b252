package git

import (
	"errors"
	"os"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
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
	late   bool // the time was over before all was seen
}

// more names a file, or a directory with all below it, for which there was no time.
func (w *walk) more(path string) {
	if w.q.Unreached != nil {
		w.q.Unreached(path)
	}
}

// unreached reports what is known of a directory that there is no time for: the
// files of it that were looked at beside the walk, and before it.
func (w *walk) unreached(rel string, lo, hi int) error {
	w.late = true
	w.more(rel)
	for i := lo; i < hi; {
		end := w.x.samePath(i, hi)
		if w.x.ahead.knows(i) || w.x.work != nil && w.x.work[i].looked {
			if err := w.tracked(i, end, true, -1); err != nil {
				return err
			}
		}
		i = end
	}
	return nil
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
		if c.Work, err = w.r.compareOnce(w.x, lo, dir); errors.Is(err, look.ErrLate) {
			err, w.late = nil, true
			w.more(e.name)
		}
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
		end := w.x.samePath(i, hi)
		if err := w.tracked(i, end, false, -1); err != nil {
			return err
		}
		i = end
	}
	return nil
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

// dir looks at a directory. in holds in it.
func (w *walk) dir(rel string, lo, hi int, in ignores) error {
	open, d, err := w.r.list(rel)
	if errors.Is(err, look.ErrLate) {
		return w.unreached(rel, lo, hi)
	}
	if err == nil {
		err = d.match(w.x, rel, lo, hi)
	}
	if err == nil {
		in, err = w.r.enterDir(in, rel, rel != "" && d.has(".gitignore"))
	}
	if err == nil {
		err = w.files(d, open)
	}
	look.Close(open) // before directories below are opened
	if err != nil {
		return err
	}
	prefix := ""
	if rel != "" {
		prefix = rel + "/"
	}
	for _, at := range d.below {
		if err := w.place(prefix+at.name, at.group, at.mode, in); err != nil {
			return err
		}
	}
	for _, g := range d.gone {
		if err := w.gone(g.lo, g.hi); err != nil {
			return err
		}
	}
	if w.q.Untracked == None {
		return nil
	}
	for _, entry := range d.untracked {
		if err := w.other(prefix+entry.Name(), entry.Type(), in); err != nil {
			return err
		}
	}
	return nil
}

// files looks at the tracked files of a directory, which is open or -1.
func (w *walk) files(d *directory, open int) error {
	list := d.files
	if d.compared && len(w.staged.kinds) == 0 {
		list = d.changed
	}
	for _, g := range list {
		if err := w.tracked(g.lo, g.hi, true, open); err != nil {
			return err
		}
	}
	if !d.compared {
		for _, g := range list {
			if !w.x.unchanged(g) {
				d.changed = append(d.changed, g)
			}
		}
		d.compared = true
	}
	return nil
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
