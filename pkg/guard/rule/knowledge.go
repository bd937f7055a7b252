package rule

import (
	"iter"
	"strings"
)

// Knowledge is the content of knowledge.txt: everything that ctxhook knows, one
// entry a line, sorted by the kind and name at its beginning. It costs nothing
// at startup: an entry is found by binary search, and decoded when needed.
//
//	program shred	..             an entry
//	program gshred	-> shred       an alias of it
//	program git	->             a long entry stands at the end of the file,
//	~program git	..             where searches for others do not skip it
//	function python os.remove	rm %1:path
//	                                what a function of a language does
//	@program/rm	guard/remove:delete privilege/sudo-delete:delete
//	                                an index: the rules that may fire on rm
//
// Nothing is numbered, so that a new rule, program or known error changes one
// line, and the index lines that name it.
type Knowledge string

// The kinds of lines, each with the separator before the name.
const (
	KindCheck    = "check "
	KindClass    = "class " // of commands
	KindFix      = "fix "
	KindFunction = "function " // of a language: its name stands before the function's
	KindIndex    = "@"
	KindPinned   = "pinned " // version of a language: by the programs that ask for one
	KindProgram  = "program "
	KindRule     = "rule "
	KindTools    = "tools " // a family: by the name of any of its tools
	KindWay      = "way "
)

const (
	alias = "-> "   // precedes the first name in the line of another one
	apart = "->"    // in place of a long entry
	mark  = "~"     // precedes the kind in the line of a long entry
	long  = 2 << 10 // bytes
)

// Lines returns the lines of an entry: one, or two for a long entry.
func Lines(kind, name, text string) []string {
	if len(text) > long {
		return []string{line(kind, name, apart), line(mark+kind, name, text)}
	}
	return []string{line(kind, name, text)}
}

// AliasLine returns the line of another name of an entry.
func AliasLine(kind, name, of string) string { return line(kind, name, alias+of) }

// IndexLine returns a line of the index of rules.
func IndexLine(name string, items []string) string {
	return line(KindIndex, name, strings.Join(items, " "))
}

func line(kind, name, text string) string { return kind + name + "\t" + text + "\n" }

// Find returns the text of an entry by its name. For an alias it returns no
// text, and the entry's first name in of.
func (k Knowledge) Find(kind, name string) (text, of string, ok bool) {
	text, ok = k.find("", kind, name)
	if text == apart {
		text, ok = k.find(mark, kind, name)
	}
	if of, isAlias := strings.CutPrefix(text, alias); isAlias {
		return "", of, ok
	}
	return text, name, ok
}

// Index returns the items of a line of the index of rules. Each call needs
// several lines, so they come first in the file and only they are searched.
func (k Knowledge) Index(group, name string) string {
	end := 8 << 10
	for end < len(k) && strings.HasPrefix(string(k[nextLine(string(k), end):]), KindIndex) {
		end *= 2
	}
	text, _ := k[:nextLine(string(k), min(end, len(k)))].find(KindIndex, group, name)
	return text
}

// find returns the text of the line that begins with three strings.
func (k Knowledge) find(mark, kind, name string) (string, bool) {
	var room [64]byte
	key := append(append(append(append(room[:0], mark...), kind...), name...), '\t')
	from, ok := k.search(key)
	if !ok {
		return "", false
	}
	line, _, _ := strings.Cut(string(k[from:]), "\n")
	return line[len(key):], true
}

// search returns the offset of the first line that does not sort before key, and
// reports whether that line begins with key.
func (k Knowledge) search(key []byte) (int, bool) {
	const few = 256 // bytes: from here on lines are read one after another
	text := string(k)
	lo, hi := 0, len(text) // the result is the first line at or after an offset in between
	for hi-lo > few {
		mid := int(uint(lo+hi) / 2)
		at := nextLine(text, mid)
		if at >= hi {
			hi = mid
			continue
		}
		switch begin := text[at:min(at+len(key), len(text))]; {
		case begin < string(key):
			lo = at + 1
		case begin == string(key):
			return at, true
		default:
			hi = mid
		}
	}
	at := nextLine(text, lo)
	for at < len(text) && text[at:min(at+len(key), len(text))] < string(key) {
		at = nextLine(text, at+1)
	}
	return at, strings.HasPrefix(text[at:], string(key))
}

// nextLine returns the offset of the first line that begins at or after an
// offset.
func nextLine(text string, at int) int {
	if at == 0 {
		return 0
	}
	if n := strings.IndexByte(text[at-1:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// Names yields the first names of the entries of a kind, in order.
func (k Knowledge) Names(kind string) iter.Seq[string] {
	return func(yield func(name string) bool) {
		at, _ := k.search([]byte(kind + "\x00")) // before all names
		for line := range strings.Lines(string(k[at:])) {
			rest, ok := strings.CutPrefix(line, kind)
			if !ok {
				return
			}
			name, text, _ := strings.Cut(strings.TrimSuffix(rest, "\n"), "\t")
			if !strings.HasPrefix(text, alias) && !yield(name) {
				return
			}
		}
	}
}
