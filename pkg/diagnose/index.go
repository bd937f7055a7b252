package diagnose

import (
	"math"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// NewBook returns a book of checks and known errors, with an index of the
// literals of their patterns and of this package's phrases. The generator and
// tests use it.
func NewBook(checks []rule.Check, fixes []rule.Fix) rule.Book {
	var rows []uint16
	var literals [][]string
	add := func(row int, list []rule.Pattern) {
		for i := range list {
			rows = append(rows, uint16(row))
			literals = append(literals, list[i].Literals)
		}
	}
	for i := range checks {
		add(i, checks[i].Fail)
	}
	for i := range fixes {
		add(len(checks)+i, fixes[i].Error)
	}
	for p := noPhrase + 1; p < phraseKinds; p++ {
		add(len(checks)+len(fixes)+int(p), []rule.Pattern{{Literals: p.literals()}})
	}
	open := len(rows)
	for i := range checks {
		for p, list := range checks[i].Parts() {
			if role(p) != roleFail {
				add(i, *list)
			}
		}
	}
	x := newIndex(literals)
	x.Rows, x.Open = rows, open
	return rule.Book{
		Checks: rule.PackChecks(checks),
		Fixes:  rule.PackFixes(fixes),
		Ways:   rule.PackWays(checks),
		Index:  x,
	}
}

// newIndex indexes the literals of patterns. It adds the last first, so that
// earlier ones come first among those with the same hash.
func newIndex(patterns [][]string) rule.Index {
	x := rule.Index{Needles: make([]rule.Needle, 1), Heads: new([1 << 12]uint16), Follow: new([1 << 16]uint16), Fours: new([1 << 10]uint64)}
	var rests strings.Builder
	for number, literals := range slices.Backward(patterns) {
		for _, text := range slices.Backward(literals) {
			if len(text) < stem || len(x.Needles) > math.MaxUint16 {
				continue // cannot happen: the generator rejects it
			}
			head := &x.Heads[hash(stemAt(text, 0), 12)]
			n := rule.Needle{Start: eightAt(text, 0), Rest: uint32(rests.Len()), Len: uint16(len(text)), Pattern: uint16(number), Next: *head}
			*head = uint16(len(x.Needles))
			x.Needles = append(x.Needles, n)
			rests.WriteString(text[min(8, len(text)):])
			allow(&x, text)
			allow(&x, text[1:])
		}
	}
	x.Rests = rests.String()
	return x
}

// allow marks the first bytes of a literal, or of its rest after the first
// byte, as worth a look. Of the third byte it stores three bits, as one of the
// eight low bits of an entry. The high bits are for literals without a fourth
// byte.
func allow(x *rule.Index, text string) {
	third := uint16(0xff)
	if len(text) > 2 {
		third = 1 << (text[2] & 7)
	}
	if len(text) > 3 {
		h := hash(fourAt(text, 0), 16)
		x.Fours[h>>6] |= 1 << (h & 63)
	} else {
		third |= third << 8
	}
	x.Follow[pairAt(text, 0)] |= third
}

// owner is what a pattern belongs to: a check, a known error or a phrase.
type owner struct {
	check int // number in the book, or -1
	fix   int // number in the book, or -1

	phrase phrase // if it belongs to neither
}

// owner returns what the pattern with a number belongs to.
func (r *Reader) owner(pattern int) owner {
	row, checks, fixes := int(r.book.Index.Rows[pattern]), r.book.Checks.Len(), r.book.Fixes.Len()
	switch {
	case row < checks:
		return owner{check: row, fix: -1}
	case row < checks+fixes:
		return owner{check: -1, fix: row - checks}
	}
	return owner{check: -1, fix: -1, phrase: phrase(row - checks - fixes)}
}

// pattern returns a pattern that is looked for in every text, or nil for a
// phrase.
func (r *Reader) pattern(number int) *rule.Pattern {
	rows := r.book.Index.Rows[:r.book.Index.Open]
	nth := number - patternsOfRow(rows, rows[number], 0).from
	switch o := r.owner(number); {
	case o.check >= 0:
		return &r.check(o.check).Fail[nth]
	case o.fix >= 0:
		return &r.fix(o.fix).Error[nth]
	}
	return nil
}

// patternsOf returns the numbers of a check's patterns: those for failures,
// and the others.
func (r *Reader) patternsOf(check int) (fail, others patternRange) {
	rows, open := r.book.Index.Rows, r.book.Index.Open
	return patternsOfRow(rows[:open], uint16(check), 0), patternsOfRow(rows[open:], uint16(check), open)
}

// patternRange is a range of pattern numbers, without its end.
type patternRange struct{ from, to int }

// patternsOfRow returns the numbers of a row's patterns. rows is sorted, and
// its first element has the number first.
func patternsOfRow(rows []uint16, row uint16, first int) patternRange {
	from, _ := slices.BinarySearch(rows, row)
	to, _ := slices.BinarySearch(rows, row+1)
	return patternRange{first + from, first + to}
}
