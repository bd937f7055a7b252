package rule

import (
	"iter"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// Checks and known errors say how to read the output of programs. Their lines
// are in the order of their files. For the first word of each command that
// starts a check there is a line with these commands:
//
//	way cargo	rust/test cargo test	rust/build cargo build
//
// A check or known error is identified by its place: the offset of its line.

// OutputLines returns the lines of checks and known errors.
func OutputLines(checks []Check, fixes []Fix) []string {
	var lines, firsts []string
	ways := make(map[string][]string) // by their first word
	for i := range checks {
		c := &checks[i]
		lines = append(lines, Lines(KindCheck, c.ID, withStems(c.Fail, Encode(c)))...)
		for _, way := range c.Commands {
			first, _, _ := strings.Cut(way, " ")
			if ways[first] == nil {
				firsts = append(firsts, first)
			}
			ways[first] = append(ways[first], c.ID+" "+way)
		}
	}
	for i := range fixes {
		f := &fixes[i]
		lines = append(lines, Lines(KindFix, f.ID, withStems(f.Error, Encode(f)))...)
	}
	for _, first := range firsts {
		lines = append(lines, line(KindWay, first, strings.Join(ways[first], "\t")))
	}
	return lines
}

// Sort returns the text of lines, sorted by name. Checks and known errors of a
// file keep their order.
func Sort(lines []string) Knowledge {
	order.By(lines, func(a, b string) int { return strings.Compare(sortKey(a), sortKey(b)) })
	return Knowledge(strings.Join(lines, ""))
}

func sortKey(line string) string {
	if strings.HasPrefix(line, KindCheck) || strings.HasPrefix(line, KindFix) {
		return line[:strings.IndexByte(line, '/')+1]
	}
	return line
}

// Check decodes the check at a place.
func (k Knowledge) Check(place int) *Check {
	c := new(Check)
	if !Decode(k.entry(KindCheck, place), c) {
		return new(Check) // cannot happen: the generator decodes them all
	}
	return c
}

// Fix decodes the known error at a place.
func (k Knowledge) Fix(place int) *Fix {
	f := new(Fix)
	if !Decode(k.entry(KindFix, place), f) {
		return new(Fix)
	}
	return f
}

// CheckNamed returns the place of a check by its id, or -1.
func (k Knowledge) CheckNamed(id string) int {
	file, _, _ := strings.Cut(id, "/")
	for place, name := range k.places(KindCheck, file+"/") {
		if name == id {
			return place
		}
	}
	return -1
}

// Checks yields the places and texts of all checks.
func (k Knowledge) Checks() iter.Seq2[int, string] { return k.texts(KindCheck) }

// Fixes yields the places and texts of all known errors.
func (k Knowledge) Fixes() iter.Seq2[int, string] { return k.texts(KindFix) }

func (k Knowledge) texts(kind string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for place := range k.places(kind, "") {
			if !yield(place, k.entry(kind, place)) {
				return
			}
		}
	}
}

// entry returns the text of a check or known error at a place, without the
// stems in front.
func (k Knowledge) entry(kind string, place int) string {
	_, text := k.at(kind, place)
	if text == "" {
		return "" // cannot happen: a place is of a line
	}
	at, _, _ := behindStems(text, 0, nil)
	return text[at:]
}

// at returns the name and the text of the line at a place.
func (k Knowledge) at(kind string, place int) (name, text string) {
	line, _, _ := strings.Cut(string(k[place+len(kind):]), "\n")
	name, text, _ = strings.Cut(line, "\t")
	if text == apart {
		text, _ = k.find(mark, kind, name)
	}
	return name, text
}

// places yields the places and names of the lines of a kind whose names begin
// with a prefix.
func (k Knowledge) places(kind, prefix string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		text := string(k)
		at, _ := k.search([]byte(kind + prefix + "\x00")) // before all names
		for strings.HasPrefix(text[at:], kind) && strings.HasPrefix(text[at+len(kind):], prefix) {
			name, _, _ := strings.Cut(text[at+len(kind):], "\t")
			if !yield(at, name) {
				return
			}
			at = nextLine(text, at+1)
		}
	}
}

// WaysOf yields the commands that start a check whose first word is a prefix of
// a program's name, each with the id of its check.
func (k Knowledge) WaysOf(program string) iter.Seq2[string, string] {
	return func(yield func(id, way string) bool) {
		if program == "" {
			return
		}
		for place, first := range k.places(KindWay, program[:1]) {
			if first > program {
				return
			}
			if !strings.HasPrefix(program, first) {
				continue
			}
			_, items := k.at(KindWay, place)
			for item := range strings.SplitSeq(items, "\t") {
				if id, way, _ := strings.Cut(item, " "); !yield(id, way) {
					return
				}
			}
		}
	}
}

// first encodes or decodes the patterns that every output is searched for. Their
// literals come first in the entry, for Literals to read. Their expressions
// begin the rest.
func (c *codec) first(list *[]Pattern) {
	if !c.writing {
		*list = cut(c, &c.patterns, c.number())
		for i := range *list {
			(*list)[i].Literals = c.getTexts(c.number())
		}
	} else {
		front := codec{writing: true}
		front.putNumber(len(*list))
		for i := range *list {
			front.putNumber(len((*list)[i].Literals))
			front.putTexts((*list)[i].Literals)
		}
		c.front = front.out
		c.texts.used += front.texts.used
		c.patterns.used += len(*list)
	}
	for i := range *list {
		p := &(*list)[i]
		c.text('r', &p.Regex)
		c.int('m', &p.More)
		c.end()
	}
}
