package protocol

import (
	"strings"
	"testing"
)

// endOf looks for the end of a string byte by byte.
func endOf(b []byte) (n int, ends bool) {
	for ; n < len(b); n++ {
		switch b[n] {
		case '\\':
			n++
		case '"':
			return n + 1, true
		}
	}
	return len(b), false
}

func checkEnd(t *testing.T, b []byte, size int) {
	t.Helper()
	want, wantEnds := endOf(b)
	var s sieve
	n, ends := 0, false
	for n < len(b) && !ends {
		var step int
		step, ends = s.stringEnd(b[n:min(n+size, len(b))])
		n += step
	}
	if n != want || ends != wantEnds {
		t.Errorf("%q in pieces of %d: %d, %v, want %d, %v", b, size, n, ends, want, wantEnds)
	}
}

// TestStringEnd has runs of backslashes cross the borders of pieces.
func TestStringEnd(t *testing.T) {
	for before := range 9 {
		for run := range 9 {
			for _, rest := range []string{`"`, `" and more`, `a"bbb`, `\u0022"`, ""} {
				b := []byte(strings.Repeat("x", before) + strings.Repeat(`\`, run) + rest)
				for _, size := range []int{1, 2, 3, 5, 1000} {
					checkEnd(t, b, size)
				}
			}
		}
	}
}

func FuzzStringEnd(f *testing.F) {
	f.Add([]byte(`a\"b\\"c`), 2)
	f.Add([]byte(`\\\`), 1)
	f.Fuzz(func(t *testing.T, b []byte, size int) { checkEnd(t, b, max(1, size)) })
}
