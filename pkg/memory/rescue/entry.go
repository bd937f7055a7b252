package rescue

import (
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is what stood at a path.
type Kind byte

// The kinds.
const (
	File   Kind = 'f'
	Link   Kind = 'l'
	Dir    Kind = 'd' // empty, or with a mode of its own
	Absent Kind = 'x' // the commit has a file there, the tree had none
	Mode   Kind = 'm' // the content is that of the commit, the mode is not the usual one
	gone   Kind = '-' // of a chain: the path is as in the commit again, or was not in it
)

// Entry is what a snapshot says of a path.
type Entry struct {
	Path    string // below the root, with slashes
	Kind    Kind
	Ignored bool   // by git
	Mode    uint32 // permissions as Unix has them
	Link    string // where a link leads
	Hash    string // of the content of a file
	stamp   stamp  // of a file when it was kept
}

// stamp tells without reading whether a file was changed, unless it is unsure.
type stamp struct {
	size, mtime, ctime int64
	inode              uint64
}

// unsure is the mtime of a stamp that tells nothing.
const unsure = math.MinInt64

// proves reports whether a file that has a stamp now is the one that had it.
func (st stamp) proves(now stamp) bool { return st == now && st.mtime != unsure && st != (stamp{}) }

// appendLine appends an entry as a line of a chain.
func (e *Entry) appendLine(b []byte) []byte {
	b = append(b, byte(e.Kind))
	if e.Ignored {
		b = append(b, 'i')
	}
	b = append(b, ' ')
	switch e.Kind {
	case File:
		b = append(strconv.AppendUint(b, uint64(e.Mode), 8), ' ')
		for _, n := range [...]int64{e.stamp.size, e.stamp.mtime, e.stamp.ctime} {
			b = append(strconv.AppendInt(b, n, 10), ' ')
		}
		b = append(strconv.AppendUint(b, e.stamp.inode, 10), ' ')
		b = append(append(b, e.Hash...), ' ')
	case Link:
		b = append(strconv.AppendQuote(b, e.Link), ' ')
	case Dir, Mode:
		b = append(strconv.AppendUint(b, uint64(e.Mode), 8), ' ')
	}
	return append(strconv.AppendQuote(b, e.Path), '\n')
}

// parseEntry reads a line of a chain.
func parseEntry(line string) (e Entry, ok bool) {
	word := func() string {
		var w string
		w, line, _ = strings.Cut(line, " ")
		return w
	}
	number := func(base, bits int) uint64 {
		n, err := strconv.ParseUint(word(), base, bits)
		ok = ok && err == nil
		return n
	}
	signed := func() int64 {
		n, err := strconv.ParseInt(word(), 10, 64)
		ok = ok && err == nil
		return n
	}
	quoted := func() string {
		if n := strings.IndexByte(strings.TrimPrefix(line, `"`), '"'); n > 0 && line[0] == '"' && isVerbatim(line[1:n+1]) {
			text := line[1 : n+1]
			line = strings.TrimPrefix(line[n+2:], " ")
			return text
		}
		q, err := strconv.QuotedPrefix(line)
		if err != nil {
			ok = false
			return ""
		}
		line = strings.TrimPrefix(line[len(q):], " ")
		text, err := strconv.Unquote(q)
		ok = ok && err == nil && q[0] == '"'
		return text
	}
	kind := word()
	if kind == "" {
		return e, false
	}
	ok = kind[1:] == "" || kind[1:] == "i"
	e.Kind, e.Ignored = Kind(kind[0]), kind[1:] == "i"
	switch e.Kind {
	case File:
		e.Mode = uint32(number(8, 16))
		e.stamp.size = signed()
		e.stamp.mtime = signed()
		e.stamp.ctime = signed()
		e.stamp.inode = number(10, 64)
		e.Hash = word()
		ok = ok && isHash(e.Hash)
	case Link:
		e.Link = quoted()
	case Dir, Mode:
		e.Mode = uint32(number(8, 16))
	case Absent, gone:
	default:
		return e, false
	}
	e.Path = quoted()
	return e, ok && line == "" && validPath(e.Path)
}

// isVerbatim reports whether quotes change nothing of a text.
func isVerbatim(text string) bool { return strings.IndexByte(text, '\\') < 0 && utf8.ValidString(text) }

// validPath reports whether a path may be written to: it is below the root, and
// neither .git nor in one, in any spelling that a file system takes for it.
func validPath(path string) bool {
	if path == "" || path == "." || strings.IndexByte(path, 0) >= 0 || !filepath.IsLocal(filepath.FromSlash(path)) {
		return false
	}
	for part := range strings.SplitSeq(path, "/") {
		if !validName(part) {
			return false
		}
	}
	return true
}

// validName reports whether a name is neither .git nor one that a file system
// takes for it. Most names are seen to be none by their first byte.
func validName(name string) bool {
	switch {
	case name == "", name == ".", name == "..":
		return false
	case name[0] < 0x80 && name[0] != '.' && name[0] != 'g' && name[0] != 'G':
		return true
	}
	name = strings.ToLower(strings.TrimRight(visible(name), ". "))
	return name != ".git" && name != "git~1"
}

// visible drops the characters that HFS+ ignores in names.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff {
			return -1
		}
		return r
	}, s)
}

// unixMode returns the permissions of a file as Unix has them.
func unixMode(m fs.FileMode) uint32 {
	u := uint32(m.Perm())
	if m&fs.ModeSetuid != 0 {
		u |= 0o4000
	}
	if m&fs.ModeSetgid != 0 {
		u |= 0o2000
	}
	if m&fs.ModeSticky != 0 {
		u |= 0o1000
	}
	return u
}

// fileMode is the reverse of unixMode.
func fileMode(u uint32) fs.FileMode {
	m := fs.FileMode(u & 0o777)
	if u&0o4000 != 0 {
		m |= fs.ModeSetuid
	}
	if u&0o2000 != 0 {
		m |= fs.ModeSetgid
	}
	if u&0o1000 != 0 {
		m |= fs.ModeSticky
	}
	return m
}
