package rescue

import (
	"context"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// difference is what one command did to a tree: what differs between the snapshot before
// it and the end of it. Of that end, the next snapshot tells what the tree held; without
// one, times tell which of its paths were not changed any more.
type difference struct {
	planner *Planner
	root    *os.Root
	before  *target
	after   *target   // the next look at the tree after the end, or, if that was not reported, after before; nil: there was none
	end     time.Time // zero: it was not reported
	command bool      // it is that of a command
	call    *ledger.Call
	beside  []*ledger.Call // that ran at the same time
	saw     func(place string) (ledger.FileState, bool)
	known   *evidence // of the command; nil: it was not collected
	unheard bool      // it is, and was not reported
	force   bool
}

// caused reports whether a change that undoes something may be the reverse of what the
// command did. It refuses the change if what is at the path now is not what the command
// left, or it is not known that it is.
func (d *difference) caused(ctx context.Context, c *Change) (bool, error) {
	switch {
	case d.force || c.Refused != "":
		return true, nil
	case d.sawUnchanged(ctx, c):
		return false, nil // it was changed later, by something else
	case d.unheard:
		if d.stayed(ctx, c) || d.evidence(ctx).others(c.Path) {
			return false, nil
		}
		return true, d.newer(ctx, c)
	case d.end.IsZero():
		return true, nil // the end is that of all that was done since
	}
	if d.after != nil {
		if d.after.state.gone(c.Path) {
			switch {
			case c.have != nil:
				c.Refused = ChangedSince
			case d.wentLater(c.Path):
				return true, d.mayBeLater(ctx, c)
			}
			return true, nil
		}
		if want, unknown := d.after.at(c.Path); !unknown {
			return d.left(ctx, c, want)
		}
	}
	switch {
	case c.have == nil && d.touched(path.Dir(c.Path)):
		return true, d.mayBeLater(ctx, c)
	case c.have != nil && (later(c.have, d.end) || d.moved(c.Path)):
		c.Refused = ChangedSince
	}
	return true, nil
}

// stayed reports whether the next snapshot has at a path what was there before a command
// whose end was not reported: it was changed later, by something else.
func (d *difference) stayed(ctx context.Context, c *Change) bool {
	if d.after == nil || d.after.state.gone(c.Path) {
		return false
	}
	then, unknown := d.after.at(c.Path)
	return !unknown && d.planner.seen.load(ctx, &then) == nil && then.sameAs(&c.want)
}

// left compares a path with what the next snapshot has there.
func (d *difference) left(ctx context.Context, c *Change, then want) (bool, error) {
	if err := d.planner.seen.load(ctx, &then); err != nil {
		c.Refused = err.Error()
		return true, nil
	}
	if then.sameAs(&c.want) {
		return false, nil // it was changed later, by something else
	}
	since, err := d.after.change(ctx, d.root, c.Path)
	switch {
	case err != nil:
		return false, err
	case since != nil, d.writtenSince(c, &then):
		c.Refused = ChangedSince
	case c.have == nil && d.wentLater(c.Path):
		return true, d.mayBeLater(ctx, c)
	}
	return true, nil
}

// mayBeLater refuses to bring back what is gone, unless the command is known to have taken
// it.
func (d *difference) mayBeLater(ctx context.Context, c *Change) error {
	took, err := d.took(ctx, c.Path)
	if !took {
		c.Refused = MayBeLater
	}
	return err
}

// wentLater reports whether what was gone in the next snapshot may have gone after the end.
func (d *difference) wentLater(p string) bool {
	if at := d.after.state.leftAt(p); at != 0 && at <= d.end.UnixNano() {
		return false
	}
	return d.touched(path.Dir(p))
}

// writtenSince reports whether a file was written between the end and the next snapshot,
// which has then.
func (d *difference) writtenSince(c *Change, then *want) bool {
	switch {
	case c.have == nil || c.have.IsDir():
		return false
	case then.Kind == File && then.blob.id == "" && then.stamp.ctime != 0:
		return then.stamp.ctime > d.end.UnixNano()
	}
	return later(c.have, d.end)
}

// sameAs reports whether two snapshots have the same at a path.
func (w *want) sameAs(o *want) bool {
	switch {
	case w.Kind != o.Kind:
		return false
	case w.Kind == File:
		return w.Hash == o.Hash && w.Mode == o.Mode
	case w.Kind == Link:
		return w.Link == o.Link
	case w.Kind == Dir:
		return w.Mode == o.Mode
	}
	return true
}

// newer refuses to replace a file with a content of its own: nobody has told when the
// command had ended.
func (d *difference) newer(ctx context.Context, c *Change) error {
	if c.have == nil || c.have.IsDir() || c.Do != Restore || c.have.Size() == 0 {
		return nil
	}
	same, err := d.planner.inGit(ctx, d.root, c, false)
	if err == nil && !same {
		c.Refused = MayBeNewer
	}
	return err
}

// touched reports whether something was made, removed or renamed in a directory after the
// end. Where it is gone, too, the one above it tells.
func (d *difference) touched(dir string) bool {
	for ; ; dir = path.Dir(dir) {
		info, err := d.lookAt(dir)
		switch {
		case err != nil:
			return true
		case info != nil:
			return later(info, d.end)
		case dir == ".":
			return true
		}
	}
}

// moved reports whether a directory above a path was moved there after the end: that gives
// the files in it no other time. A name that is made in a directory gives both its times.
func (d *difference) moved(p string) bool {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		info, err := d.lookAt(dir)
		if err != nil || info == nil {
			return true
		}
		if st := stampOf(info); st.ctime != 0 && st.ctime > d.end.UnixNano() && st.ctime != st.mtime {
			return true
		}
	}
	return false
}

func (d *difference) lookAt(p string) (fs.FileInfo, error) {
	if p == "." {
		return d.root.Lstat(".")
	}
	return d.planner.seen.at(d.root, p)
}

// later reports whether a file was changed after a time.
func later(info fs.FileInfo, at time.Time) bool { return changed(info) > at.UnixNano() }

// changed returns when a file was changed in any way. Where the system does not tell, the
// time of its content counts, which programs may set.
func changed(info fs.FileInfo) int64 {
	if st := stampOf(info); st.ctime != 0 {
		return st.ctime
	}
	return info.ModTime().UnixNano()
}
