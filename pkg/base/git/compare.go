package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"hash"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxContent bounds the size of a file whose content is compared.
const maxContent = 32 << 20

// seen is what a look at a tracked file told.
type seen struct {
	looked bool
	kind   Kind
	mode   uint16 // type and permissions; 0 where there is none
}

// compareOnce compares a file the first time it is asked about.
func (r *Repo) compareOnce(x *index, i, dir int) (Kind, error) {
	if x.work == nil {
		x.work = make([]seen, len(x.entries))
	}
	if w := &x.work[i]; w.looked {
		return w.kind, nil
	}
	st, err := x.stat(r, i, dir)
	if err != nil && !missing(err) {
		return 0, err
	}
	kind := Deleted
	if err == nil {
		if kind, err = r.compare(x, i, st); err != nil {
			return 0, err
		}
	}
	x.work[i] = seen{true, kind, uint16(st.Mode)}
	return kind, nil
}

// stat looks at a file that is tracked, in its directory dir if that is open.
func (x *index) stat(r *Repo, i, dir int) (look.Stat, error) {
	if st, ok := x.ahead.look(i); ok {
		return st, nil
	}
	if err := r.work.Spend(); err != nil {
		return look.Stat{}, err
	}
	name := x.entries[i].name
	if dir >= 0 {
		return look.LstatIn(dir, name[strings.LastIndexByte(name, '/')+1:])
	}
	return look.Lstat(r.full(name))
}

// compare compares an entry with what is at its place.
func (r *Repo) compare(x *index, i int, st look.Stat) (Kind, error) {
	e := &x.entries[i]
	if e.more&flagIntent != 0 {
		return Added, nil
	}
	mode := x.mode(e)
	switch {
	case st.Mode&modeType == modeDir:
		return Deleted, nil
	case st.Mode&modeType != mode&modeType:
		return TypeChanged, nil
	case mode&modeType == modeFile && (mode^st.Mode)&0o100 != 0 && r.config.is("core.filemode", true):
		return Modified, nil
	}
	size := x.field(e, 9)
	same := x.moment(e, 0) == st.Ctime && x.moment(e, 2) == st.Mtime &&
		x.field(e, 5) == st.Ino && x.field(e, 7) == st.Uid && x.field(e, 8) == st.Gid && size == uint32(st.Size)
	switch {
	case same && x.after(st) && (size != 0 || x.id(e) == r.hash("blob", nil)):
		return 0, nil
	case size != 0 && size != uint32(st.Size) && st.Size>>32 == 0:
		return Modified, nil
	}
	equal, err := r.equal(x.id(e), e.name, st)
	if err != nil || equal {
		return 0, err
	}
	return Modified, nil
}

// tick is twice the granularity of file times on file systems that keep fractions of a
// second: a kernel's clock advances every hundredth of a second.
const tick = 20 * time.Millisecond

// after reports whether the index was written so long after a file last changed
// that another change since has another time.
func (x *index) after(st look.Stat) bool {
	changed := max(st.Mtime.Nanoseconds(), st.Ctime.Nanoseconds())
	parts := x.written.Nsec != 0 && st.Mtime.Nsec != 0 && st.Ctime.Nsec != 0
	return st.Mtime.Sec < x.written.Sec || parts && x.written.Nanoseconds()-changed > tick.Nanoseconds()
}

func (x *index) moment(e *entry, i int) look.Moment {
	return look.Moment{Sec: x.field(e, i), Nsec: x.field(e, i+1)}
}

// equal reports whether a file or link has the content that a hash stands for.
func (r *Repo) equal(id, name string, st look.Stat) (bool, error) {
	if err := r.left.spendBytes(st.Size); err != nil || st.Size > maxContent {
		return false, ErrBound
	}
	var content []byte
	root, err := r.tree(r.root)
	if err != nil {
		return false, err
	}
	if st.Mode&modeType == modeLink {
		var target string
		target, err = os.Readlink(r.full(name))
		content = []byte(target)
	} else {
		content, err = paths.ReadIn(root, name, maxContent)
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return false, nil // git cannot read it, and reports it
	case err != nil:
		return false, unsupported("a file that changes just now")
	}
	if st.Mode&modeType == modeFile {
		if err := r.converts(name, bytes.IndexByte(content, '\r') >= 0); err != nil {
			return false, err
		}
	}
	return r.hash("blob", content) == id, nil
}

// hash returns the name git gives an object, as bytes.
func (r *Repo) hash(kind string, content []byte) string {
	var h hash.Hash
	if r.sha256 {
		h = sha256.New()
	} else {
		h = sha1.New()
	}
	h.Write([]byte(kind + " " + strconv.Itoa(len(content)) + "\x00"))
	h.Write(content)
	return string(h.Sum(nil))
}
