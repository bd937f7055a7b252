package git

import (
	"errors"
	"time"
)

// Recorded returns the blob that the index has of a file, and the size that the file had
// in the work tree when git last saw that it is that blob; changed is when it had got that
// content, or its mode. ok: the index tells all of it.
func (r *Repo) Recorded(path string) (blob string, size int64, changed time.Time, ok bool) {
	if err := r.begin(); err != nil {
		return "", 0, changed, false
	}
	x, err := r.readIndex()
	if err != nil {
		return "", 0, changed, false
	}
	lo, hi := x.below(path)
	if hi-lo != 1 || x.entries[lo].name != path || x.entries[lo].stage() != 0 {
		return "", 0, changed, false
	}
	e := &x.entries[lo]
	size = int64(x.field(e, 9))
	changed = time.Unix(int64(x.field(e, 0)), int64(x.field(e, 1)))
	if mtime := time.Unix(int64(x.field(e, 2)), int64(x.field(e, 3))); mtime.After(changed) {
		changed = mtime
	}
	return unraw(x.id(e)), size, changed, size > 0 // git writes 0 where it is not sure
}

// Filtered passes the tracked files at a path and below it to visit whose content a
// filter, an encoding or keywords may make another one in the work tree. Ends of lines do
// not count.
func (r *Repo) Filtered(path string, visit func(path string)) error {
	if err := r.begin(); err != nil {
		return err
	}
	x, err := r.readIndex()
	if err != nil || !r.filters(x) {
		return err
	}
	lo, hi := x.below(path)
	for i := lo; i < hi; i++ {
		e := &x.entries[i]
		if x.mode(e)&modeType != modeFile || i > lo && e.name == x.entries[i-1].name {
			continue
		}
		switch err := r.converts(e.name, false); {
		case errors.Is(err, ErrUnsupported):
			visit(e.name)
		case err != nil:
			return err
		}
	}
	return nil
}

// filters reports whether any file of attributes names a filter.
func (r *Repo) filters(x *index) bool {
	any := func(a attrFile, err error) bool { return err != nil || a.every || a.filters != nil }
	if any(r.userAttributes()) || any(r.systemAttributes()) || any(r.infoAttributes()) {
		return true
	}
	const name = ".gitattributes"
	for i := range x.entries {
		path := x.entries[i].name
		dir := len(path) - len(name)
		if dir >= 0 && path[dir:] == name && (dir == 0 || path[dir-1] == '/') && any(r.treeAttributes(path[:max(dir-1, 0)])) {
			return true
		}
	}
	return false
}

// Modes reports whether git heeds which files are executable.
func (r *Repo) Modes() bool { return r.begin() != nil || r.config.is("core.filemode", true) }

// Holds reports whether the index has a file with some content, under whatever name. size is
// the content's length; it is read only where a file of that size is tracked.
func (r *Repo) Holds(size int64, read func() ([]byte, error)) bool {
	if r.begin() != nil {
		return false
	}
	x, err := r.readIndex()
	if err != nil {
		return false
	}
	id := ""
	for i := range x.entries {
		e := &x.entries[i]
		if int64(x.field(e, 9)) != size || e.stage() != 0 || e.more&flagIntent != 0 {
			continue
		}
		if id == "" {
			content, err := read()
			if err != nil {
				return false
			}
			id = r.hash("blob", content)
		}
		if x.id(e) == id {
			return true
		}
	}
	return false
}
