package rule

import (
	"iter"
	"slices"
	"strings"
)

// What is known of the output of programs are the lines of checks and of known
// errors, in the order of their files, and for each first word of a way to
// start a check the line
//
//	way pytest	python/pytest pytest	python/pytest pytest run
//
// A check or a known error is referred to by its place: where its line begins.

// OutputLines writes what is known of the output of programs.
func OutputLines(checks []Check, fixes []Fix) []string {
	var lines, firsts []string
	ways := make(map[string][]string) // by their first word
	for i := range checks {
		c := &checks[i]
		lines = append(lines, Lines(KindCheck, c.ID, Encode(c))...)
		for _, way := range c.Commands {
			first, _, _ := strings.Cut(way, " ")
			if ways[first] == nil {
				firsts = append(firsts, first)
			}
			ways[first] = append(ways[first], c.ID+" "+way)
		}
	}
	for i := range fixes {
		lines = append(lines, Lines(KindFix, fixes[i].ID, Encode(&fixes[i]))...)
	}
	for _, first := range firsts {
		lines = append(lines, line(KindWay, first, strings.Join(ways[first], "\t")))
	}
	return lines
}

// Sort puts lines in their order: that of their names, but what is known of the
// output of programs in the order of its files.
func Sort(lines []string) Knowledge {
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(sortKey(a), sortKey(b)) })
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
	if _, text := k.at(KindCheck, place); !Decode(text, c) {
		return new(Check) // cannot happen: the generator decodes them all
	}
	return c
}

// Fix decodes the known error at a place.
func (k Knowledge) Fix(place int) *Fix {
	f := new(Fix)
	if _, text := k.at(KindFix, place); !Decode(text, f) {
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

// Checks yields the places of all checks, and Fixes those of all known errors,
// with their texts.
func (k Knowledge) Checks() iter.Seq2[int, string] { return k.texts(KindCheck) }

// Fixes yields the places and texts of all known errors.
func (k Knowledge) Fixes() iter.Seq2[int, string] { return k.texts(KindFix) }

func (k Knowledge) texts(kind string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for place := range k.places(kind, "") {
			if _, text := k.at(kind, place); !yield(place, text) {
				return
			}
		}
	}
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

// places yields where the lines of a kind begin whose names begin with a
// prefix, and these names.
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

// WaysOf yields the ways to start a check whose first word a program may be
// meant by, each with the id of its check: those that begin like the program.
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

// Literals gives the patterns of a kind that every output is searched for, those
// of checks that say they failed or those of known errors: the place and the
// index of each, and then its literals.
func (k Knowledge) Literals(kind string, pattern func(place, nth int), literal func(string)) {
	at, _ := k.search([]byte(kind + "\x00")) // before all names
	c := codec{in: string(k)}
	for strings.HasPrefix(c.in[at:], kind) {
		c.at = at + len(kind) + strings.IndexByte(c.in[at+len(kind):], '\t') + 1
		if c.in[c.at] == apart[0] {
			_, text := k.at(kind, at)
			long := codec{in: text}
			long.giveLiterals(at, pattern, literal)
			at = nextLine(c.in, c.at)
		} else {
			rest := c.giveLiterals(at, pattern, literal)
			at = c.at + rest + len("\n")
		}
	}
}

func (c *codec) giveLiterals(place int, pattern func(place, nth int), literal func(string)) (rest int) {
	c.number()
	c.number()
	c.number()
	in := c.in
	for nth := range c.number() {
		pattern(place, nth)
		n := c.number()
		at := c.at
		for range n { // there are some thousands in all
			if size := int(in[at] - digit); size < digits && at+1+size <= len(in) {
				literal(in[at+1 : at+1+size])
				at += 1 + size
				continue
			}
			c.at = at
			literal(c.longText())
			at = c.at
		}
		c.at = at
	}
	return c.number()
}

// first is what stands first in a line: the literals of the patterns that every
// output is searched for, and how long the rest is, which Literals skips. Behind
// them stand what else there is to these patterns.
func (c *codec) first(list *[]Pattern) {
	if !c.writing {
		*list = cut(c, &c.patterns, c.number())
		for i := range *list {
			(*list)[i].Literals = c.getTexts(c.number())
		}
		c.number()
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
