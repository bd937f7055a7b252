package rule

import (
	"iter"
	"strings"
)

// Knowledge is everything ctxhook knows in one text: a line for each entry,
// sorted by the kind and the name that it begins with. A program that holds it
// as a constant pays nothing for it at its start: an entry is found by binary
// search and decoded when it is asked for.
//
//	program shred	..             an entry
//	program gshred	-> shred       another name of it
//	program git	->             one that is long: it stands at the end, where the
//	~program git	..             search for others does not have to skip it
//	function python os.remove	rm %1:path
//	                                what a function of a language does
//	@program/rm	guard/remove:delete privilege/sudo-delete:delete
//	                                the rules that may fire on something
//
// A rule, a program or a known error is one line and is named in the lines of
// the indexes it is found by, so two changes meet only where their files do.
type Knowledge string

// The kinds of lines, each with what stands between it and the name.
const (
	KindCheck    = "check "
	KindFix      = "fix "
	KindFunction = "function " // of a language: its name stands before the function's
	KindIndex    = "@"
	KindProgram  = "program "
	KindRule     = "rule "
	KindWay      = "way "
)

// What stands in the line of another name, before the first, and of a long
// entry, which begins with a mark.
const (
	alias = "-> "
	apart = "->"
	mark  = "~"
	long  = 2 << 10
)

// Lines writes the lines of an entry.
func Lines(kind, name, text string) []string {
	if len(text) > long {
		return []string{line(kind, name, apart), line(mark+kind, name, text)}
	}
	return []string{line(kind, name, text)}
}

// AliasLine writes the line of another name of an entry.
func AliasLine(kind, name, of string) string { return line(kind, name, alias+of) }

// IndexLine writes a line of the index of rules.
func IndexLine(name string, items []string) string {
	return line(KindIndex, name, strings.Join(items, " "))
}

func line(kind, name, text string) string { return kind + name + "\t" + text + "\n" }

// Find returns what is said of a name. For another name of an entry it is the
// name of that entry.
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

// Index returns what stands in a line of the index of rules. Each call asks
// for several, so they are the first lines and are not looked for behind them.
func (k Knowledge) Index(group, name string) string {
	end := 8 << 10
	for end < len(k) && strings.HasPrefix(string(k[nextLine(string(k), end):]), KindIndex) {
		end *= 2
	}
	text, _ := k[:nextLine(string(k), min(end, len(k)))].find(KindIndex, group, name)
	return text
}

// find returns what stands in the line that begins with three texts.
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

// search returns where the first line begins that does not sort before a key,
// and whether it begins with it.
func (k Knowledge) search(key []byte) (int, bool) {
	const few = 256 // bytes in which lines are looked at in turn
	text := string(k)
	lo, hi := 0, len(text) // it is the first line at or after something in here
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

// nextLine returns where the first line begins that does so at or behind a
// place in a text.
func nextLine(text string, at int) int {
	if at == 0 {
		return 0
	}
	if n := strings.IndexByte(text[at-1:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// Names yields the first names of the entries of a kind in their order.
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
