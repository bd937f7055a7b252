package git

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"unsafe"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

const maxIndex = 128 << 20

// The types and modes in an index and a tree.
const (
	modeType = 0o170000
	modeFile = 0o100000
	modeLink = 0o120000
	modeDir  = 0o040000
	modeRepo = 0o160000 // another repository: a submodule
)

// index is the list of tracked files, sorted by path.
type index struct {
	data    []byte
	entries []entry
	written look.Moment // a file changed at that time or later may look unchanged
	tree    []byte      // what trees the entries make up, where that is known
	hash    int
	only    string // entries elsewhere may be missing; "" none is
	ahead   *ahead
	work    []seen // how the files differ from the entries, where they were looked at
}

// entry is one file of an index.
type entry struct {
	name  string
	at    int // where the rest lies
	flags uint16
	more  uint16
}

const (
	flagAssume   = 1 << 15 // flags: changes are not looked for
	flagExtended = 1 << 14
	lengthMask   = 1<<12 - 1 // how long the name is, or that it is longer than that
	flagSkip     = 1 << 14   // more: not in the work tree
	flagIntent   = 1 << 13   // more: named by git add -N only
)

func (e *entry) stage() int { return int(e.flags>>12) & 3 }

// hidden reports whether git was told not to look at the file.
func (e *entry) hidden() bool { return e.flags&flagAssume != 0 || e.more&flagSkip != 0 }

func (x *index) field(e *entry, i int) uint32 { return binary.BigEndian.Uint32(x.data[e.at+4*i:]) }

func (x *index) mode(e *entry) uint32 { return x.field(e, 6) }

func (x *index) id(e *entry) string { return string(x.data[e.at+40 : e.at+40+x.hash]) }

// readIndex reads the index once. A missing one is empty.
func (r *Repo) readIndex() (*index, error) {
	if r.memo.index == nil && r.memo.indexErr == nil {
		r.memo.index, r.memo.indexErr = r.loadIndex("")
		if r.memo.part != nil {
			r.memo.dirs = nil // they were put side by side with the part
		}
	}
	return r.memo.index, r.memo.indexErr
}

// readPart reads what the index has at a path and below it: at the first path alone,
// because most ask for no other, and else all of it.
func (r *Repo) readPart(path string) (*index, error) {
	switch {
	case path == "" || r.memo.index != nil || r.memo.indexErr != nil:
	case r.memo.part == nil:
		x, err := r.loadIndex(path)
		if err == nil {
			r.memo.part = x
		}
		return x, err
	case r.memo.part.only == path:
		return r.memo.part, nil
	}
	return r.readIndex()
}

// loadIndex reads the index, or what it has at a path and below.
func (r *Repo) loadIndex(only string) (*index, error) {
	x := &index{hash: r.hashLen(), only: only}
	st, err := look.Lstat(below(r.dir, "index"))
	if missing(err) {
		return x, nil
	} else if err != nil {
		return nil, err
	}
	if st.Mode&modeType != modeFile {
		return nil, damaged("index")
	}
	// The time is looked up first: a newer index is only compared more carefully.
	x.written = st.Mtime
	data, err := r.readFound(r.dir, "index", maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, damaged("index")
	} else if err != nil {
		return nil, err
	}
	if err := x.parse(data); err != nil {
		return nil, err
	}
	sparse := r.config.is("core.sparsecheckout", false)
	for i := range x.entries {
		e := &x.entries[i]
		if e.more&flagSkip != 0 && (sparse || path.Base(e.name) == ".gitignore") {
			return nil, unsupported("a sparse checkout")
		}
	}
	return x, nil
}

// parse reads the bytes of an index of version 2 to 4.
func (x *index) parse(data []byte) error {
	x.data = data
	if len(data) < 12+x.hash || string(data[:4]) != "DIRC" {
		return damaged("index")
	}
	version, count := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 {
		return unsupported("a new version of the index")
	}
	end := len(data) - x.hash // a checksum
	if least := 40 + x.hash + 2; count < 0 || count > (end-12)/least {
		return damaged("index")
	}
	if x.only == "" {
		x.entries = make([]entry, 0, count)
	}
	at := 12
	before, unnamed := "", false
	for range count {
		e := entry{at: at}
		name := at + 40 + x.hash + 2
		if name > end {
			return damaged("index")
		}
		e.flags = binary.BigEndian.Uint16(data[name-2:])
		if e.flags&flagExtended != 0 {
			if version < 3 || name+2 > end {
				return damaged("index")
			}
			e.more = binary.BigEndian.Uint16(data[name:])
			name += 2
		}
		if length := int(e.flags & lengthMask); x.only != "" && version < 4 && e.flags&flagExtended == 0 &&
			length > 0 && length < lengthMask && name+length < end && !x.wants(view(data[name:name+length])) {
			if at += (name + length - at + 8) &^ 7; at > end {
				return damaged("index")
			}
			continue
		}
		strip := 0
		if version == 4 {
			n, size := offset(data[name:end])
			if size == 0 || n > len(before) {
				return damaged("index")
			}
			strip, name = n, name+size
		}
		length := strings.IndexByte(view(data[name:end]), 0)
		if length < 0 {
			return damaged("index")
		}
		e.name = view(data[name : name+length])
		if version == 4 {
			e.name = before[:len(before)-strip] + e.name
			at = name + length + 1
		} else if at += (name + length - at + 8) &^ 7; at > end {
			return damaged("index")
		}
		if e.name == "" {
			unnamed = true // part of a split index, or no index at all
		} else if err := x.accept(&e, before); err != nil {
			return err
		}
		x.entries = append(x.entries, e)
		before = e.name
	}
	if err := x.extensions(data[at:end]); err != nil {
		return err
	}
	if unnamed {
		return damaged("index")
	}
	return nil
}

// wants reports whether an entry is one of those that were asked for.
func (x *index) wants(name string) bool {
	return strings.HasPrefix(name, x.only) && (len(name) == len(x.only) || name[len(x.only)] == '/')
}

// view returns bytes that nothing changes as a string.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// accept refuses an entry that git would not write: one that leads out of the
// work tree, or out of order.
func (x *index) accept(e *entry, before string) error {
	if n := len(x.entries); n > 0 {
		if c := strings.Compare(before, e.name); c > 0 || c == 0 && x.entries[n-1].stage() >= e.stage() {
			return damaged("index")
		}
	}
	switch mode := x.mode(e); {
	case mode&modeType == modeDir:
		return unsupported("a sparse index")
	case mode != modeFile|0o644 && mode != modeFile|0o755 && mode != modeLink && mode != modeRepo && mode != modeFile|0o664:
		return damaged("index")
	}
	if !plainPath(e.name) {
		return damaged("index")
	}
	return nil
}

// plainPath reports whether a path of git's stays in the work tree and out of
// its repository.
func plainPath(path string) bool {
	if path == "" || path[0] == '/' || path[len(path)-1] == '/' || strings.Contains(path, "//") {
		return false
	}
	if path[0] != '.' && !strings.Contains(path, "/.") {
		return true
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// offset reads the number in front of bytes, and how long it is; 0 when it is
// cut off.
func offset(b []byte) (n, size int) {
	for i, c := range b {
		if n = n<<7 | int(c&0x7f); c&0x80 == 0 {
			return n, i + 1
		}
		if n++; n > maxIndex {
			break
		}
	}
	return 0, 0
}

// extensions looks at what follows the entries. In upper case it may be ignored.
func (x *index) extensions(data []byte) error {
	for len(data) > 0 {
		if len(data) < 8 {
			return damaged("index")
		}
		name, size := string(data[:4]), int64(binary.BigEndian.Uint32(data[4:]))
		if size > int64(len(data)-8) {
			return damaged("index")
		}
		body := data[8 : 8+size]
		switch {
		case name == "TREE":
			x.tree = body
		case name[0] < 'A' || name[0] > 'Z':
			return unsupported("a split or sparse index")
		}
		data = data[8+size:]
	}
	return nil
}

// below returns which entries lie at a path or below it, all for "".
func (x *index) below(path string) (lo, hi int) {
	if path == "" {
		return 0, len(x.entries)
	}
	// A path in between, such as "a.b" for "a", is in neither part.
	if lo, hi = x.span(path, path+"\x00"); lo < hi {
		return lo, hi
	}
	return x.span(path+"/", path+"0")
}

// span returns which entries lie from one name up to another.
func (x *index) span(from, to string) (lo, hi int) {
	lo = sort.Search(len(x.entries), func(i int) bool { return x.entries[i].name >= from })
	hi = lo + sort.Search(len(x.entries)-lo, func(i int) bool { return x.entries[lo+i].name >= to })
	return lo, hi
}

// Tracked counts the tracked files at a path or below it. hidden reports
// whether git was told not to look at one of them that is there, by
// assume-unchanged or skip-worktree.
func (r *Repo) Tracked(path string) (files int, hidden bool, err error) {
	if err := r.begin(); err != nil {
		return 0, false, err
	}
	x, err := r.readPart(path)
	if err != nil {
		return 0, false, err
	}
	lo, hi := x.below(path)
	for i := lo; i < hi; i++ {
		e := &x.entries[i]
		if e.hidden() && !hidden {
			_, err := os.Lstat(r.full(e.name))
			hidden = err == nil
		}
		if i == lo || e.name != x.entries[i-1].name {
			files++
		}
	}
	return files, hidden, nil
}
