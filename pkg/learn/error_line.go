package learn

import (
	"iter"
	"strings"
)

// The part of a long output that is read line by line: errors stand at its
// end, and what led to them at its beginning.
const (
	headBytes = 8 << 10
	tailBytes = 24 << 10
	mostLines = 2000
)

// lines yields the lines of a text, of a long one those of its head and its
// tail. A long line is cut.
func lines(text string) iter.Seq[passage] {
	return func(yield func(passage) bool) {
		skip := len(text)
		if len(text) > headBytes+tailBytes {
			skip = headBytes
		}
		n := 0
		for i := 0; i < len(text) && n < mostLines; n++ {
			if i >= skip {
				i, skip = max(i, len(text)-tailBytes), len(text)
				if nl := strings.IndexByte(text[i:], '\n'); nl >= 0 && i > 0 && text[i-1] != '\n' {
					i += nl + 1
				}
			}
			from, to := i, len(text)
			if nl := strings.IndexByte(text[i:], '\n'); nl >= 0 {
				to = i + nl
			}
			i = to + 1
			if to > from && text[to-1] == '\r' {
				to--
			}
			if !yield(passage{from, min(to, from+maxLine)}) {
				return
			}
		}
	}
}
