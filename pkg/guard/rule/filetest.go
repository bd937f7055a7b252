package rule

import "time"

// FileTest is a test of a file's age or size, as find has it: a number of units, less or more.
type FileTest struct {
	Size  bool  // else its age, since it was written last
	Cmp   int   // -1: less, 1: more, 0: just as many
	Count int64 // of units
	Unit  int64 // bytes, or seconds
	Not   bool
}

// Holds reports whether a file may pass the test. A file whose age is near a border may be on
// either side of it when the test is made.
func (t FileTest) Holds(size int64, written, now time.Time) bool {
	const soon = time.Minute
	if t.Size {
		return t.is((size+t.Unit-1)/t.Unit) != t.Not
	}
	age := max(0, now.Sub(written))
	unit := time.Duration(t.Unit) * time.Second
	return t.is(int64(age/unit)) != t.Not || t.is(int64((age+soon)/unit)) != t.Not
}

func (t FileTest) is(n int64) bool {
	switch t.Cmp {
	case -1:
		return n < t.Count
	case 1:
		return n > t.Count
	}
	return n == t.Count
}
