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
//	function python os.remove	rm %1:path
//	                                what a function of a language does
//	on program/rm	guard/remove:delete privilege/sudo-delete:delete
//	                                the rules that may fire on something
//
// A rule, a program or a known error is one line and is named in the lines of
// the indexes it is found by, so two changes meet only where their files do.
type Knowledge string

// The kinds of lines, each with what stands between it and the name.
const (
	KindFunction = "function " // of a language: its name stands before the function's
	KindIndex    = "on "
	KindProgram  = "program "
	KindRule     = "rule "
)

// alias begins what stands in the line of another name.
const alias = "-> "

// Line writes a line.
func Line(kind, name, text string) string { return kind + name + "\t" + text + "\n" }

// AliasLine writes the line of another name of an entry.
func AliasLine(kind, name, of string) string { return Line(kind, name, alias+of) }

// Find returns what is said of a name. For another name of an entry it is the
// name of that entry.
func (k Knowledge) Find(kind, name string) (text, of string, ok bool) {
	text, ok = k.find(kind, "", name)
	if of, isAlias := strings.CutPrefix(text, alias); isAlias {
		return "", of, ok
	}
	return text, name, ok
}

// find returns what stands in the line that begins with three texts.
func (k Knowledge) find(kind, group, name string) (string, bool) {
	var room [64]byte
	key := append(append(append(append(room[:0], kind...), group...), name...), '\t')
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
	text := string(k)
	lo, hi := 0, len(text) // it is the first line at or after something in here
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		switch at := nextLine(text, mid); {
		case at < hi && text[at:min(at+len(key), len(text))] < string(key):
			lo = at + 1
		default:
			hi = mid
		}
	}
	at := nextLine(text, lo)
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

// All yields the names and texts of a kind in their order, aliases left out.
func (k Knowledge) All(kind string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		at, _ := k.search([]byte(kind))
		for line := range strings.Lines(string(k[at:])) {
			rest, ok := strings.CutPrefix(line, kind)
			if !ok {
				return
			}
			name, text, _ := strings.Cut(strings.TrimSuffix(rest, "\n"), "\t")
			if !strings.HasPrefix(text, alias) && !yield(name, text) {
				return
			}
		}
	}
}
