package look

import (
	"encoding/binary"
	"hash/adler32"
	"io/fs"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// What a look has listed is kept in one file for each tree, so that the next look
// need not list it again. The file is
//
//	magic, root, count of directories,
//	for each: path, stamp, count and bytes of its names, and for each name its kind
//	and itself,
//	a checksum
//
// with numbers and the lengths of texts as uvarints. One that cannot be read counts
// as none.

const (
	magic = "ctxhook look 1\n"
	// maxKept bounds the file, in bytes: about a million names.
	maxKept = 16 << 20
	// tick is twice as long as the steps in which file systems that keep parts of a
	// second count them.
	tick = 20 * time.Millisecond
)

// stamp is what changes whenever a name in a directory is made, removed or renamed.
type stamp struct {
	mtime, ctime Moment
	ino          uint32
}

func stampOf(st Stat) stamp { return stamp{st.Mtime, st.Ctime, st.Ino} }

// settled returns the stamp if another change after now would give another one.
// Where a file system counts whole seconds, that is the case after one and a bit.
func (s stamp) settled(now time.Time) stamp {
	last, wait := max(s.mtime.Nanoseconds(), s.ctime.Nanoseconds()), tick
	if s.mtime.Nsec == 0 || s.ctime.Nsec == 0 {
		wait = 2*time.Second + tick // FAT counts in steps of two
	}
	if now.UnixNano()-last <= wait.Nanoseconds() {
		return stamp{}
	}
	return s
}

// kept is what an earlier look has listed.
type kept struct {
	dirs map[string]keptDir
}

type keptDir struct {
	stamp stamp
	count int
	names string // still as they lie in the file
}

// Recall names the file in which an earlier look has kept what it listed.
func (t *Tree) Recall(file string) { t.file = file }

// All says that the whole tree is going to be looked at, for which what was kept is
// worth reading.
func (t *Tree) All() {
	if t.kept != nil || t.file == "" {
		return
	}
	t.kept = &kept{}
	data, err := paths.ReadFile(t.file, maxKept)
	if err == nil {
		t.kept.read(string(data), t.root)
	}
}

// reader takes the parts of the file off its front.
type reader struct {
	rest string
	bad  bool
}

func (r *reader) number() uint64 {
	var n uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		n |= uint64(r.rest[i]&0x7f) << (7 * i)
		if r.rest[i] < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.bad = true
	return 0
}

func (r *reader) text() string {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.bad = true
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *reader) moment() Moment { return Moment{uint32(r.number()), uint32(r.number())} }

func (k *kept) read(data, root string) {
	body, ok := strings.CutPrefix(data, magic)
	if !ok || len(body) < 4 {
		return
	}
	body, sum := body[:len(body)-4], body[len(body)-4:]
	if adler32.Checksum([]byte(body)) != binary.LittleEndian.Uint32([]byte(sum)) {
		return
	}
	r := reader{rest: body}
	if r.text() != root {
		return
	}
	n := r.number()
	if r.bad || n > uint64(len(r.rest)) {
		return
	}
	dirs := make(map[string]keptDir, n)
	for range n {
		rel := r.text()
		d := keptDir{stamp: stamp{r.moment(), r.moment(), uint32(r.number())}, count: int(r.number()), names: r.text()}
		if r.bad || d.count < 0 || d.count > len(d.names) {
			return
		}
		dirs[rel] = d
	}
	k.dirs = dirs
}

// entries returns what was kept of a directory, if its stamp is the same.
func (k *kept) entries(rel string, now stamp) ([]Entry, bool) {
	if k == nil || now == (stamp{}) {
		return nil, false
	}
	d, ok := k.dirs[rel]
	if !ok || d.stamp != now {
		return nil, false
	}
	list := make([]Entry, d.count)
	r := reader{rest: d.names}
	for i := range list {
		list[i] = Entry{kind: kindOf(r.number()), name: r.text()}
	}
	return list, !r.bad && r.rest == ""
}

// The kinds of entries as the file has them.
func kindOf(n uint64) fs.FileMode {
	switch n {
	case 0:
		return 0
	case 1:
		return fs.ModeDir
	case 2:
		return fs.ModeSymlink
	}
	return fs.ModeIrregular // neither: nothing that is kept
}

func numberOf(kind fs.FileMode) uint64 {
	switch kind {
	case 0:
		return 0
	case fs.ModeDir:
		return 1
	case fs.ModeSymlink:
		return 2
	}
	return 3
}

// Keep writes what this look has listed, for the next one, if it is not what is there.
// A look that did not see all keeps nothing.
func (t *Tree) Keep() error {
	if t.kept == nil || t.late || !t.stable || t.listed == 0 && len(t.kept.dirs) == len(t.dirs) {
		return nil
	}
	var dirs, names []byte
	count := 0
	for rel, l := range t.dirs {
		if l.stamp == (stamp{}) {
			continue
		}
		names = names[:0]
		order.By(l.entries, func(a, b Entry) int { return strings.Compare(a.name, b.name) }) // as the index of git has them
		for _, e := range l.entries {
			names = binary.AppendUvarint(names, numberOf(e.kind))
			names = appendText(names, e.name)
		}
		count++
		dirs = appendText(dirs, rel)
		for _, n := range []uint32{l.stamp.mtime.Sec, l.stamp.mtime.Nsec, l.stamp.ctime.Sec, l.stamp.ctime.Nsec, l.stamp.ino, uint32(len(l.entries))} {
			dirs = binary.AppendUvarint(dirs, uint64(n))
		}
		dirs = appendText(dirs, string(names))
		if len(dirs) > maxKept-1<<10 {
			return nil
		}
	}
	body := appendText(nil, t.root)
	body = binary.AppendUvarint(body, uint64(count))
	body = append(body, dirs...)
	data := binary.LittleEndian.AppendUint32(append([]byte(magic), body...), adler32.Checksum(body))
	return paths.WriteCache(t.file, data)
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
