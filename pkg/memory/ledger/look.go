package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// FarBack is how many bytes of the end of a file are enough to tell what the look
// before this one saw: each time that as much was written since, a whole look is.
const FarBack = 256 << 10

// After returns a whole look at a work tree as it is written behind others: only what
// differs from the look before, where the end of the file still tells all of that. The
// sums of what did not change are taken from there.
func (l *Line) After(end []byte) Line {
	var before map[string]int64 // nil: not told
	sums := make(map[string]int64)
	first := len(end) >= FarBack // the rest of a line
	written, since := 0, 0
	for text := range strings.Lines(string(end)) {
		written += len(text)
		if first {
			first = false
			continue
		}
		if !isOf([]byte(text), Looked) {
			continue
		}
		o, ok := read([]byte(text))
		if !ok || o.Root != l.Root {
			continue
		}
		for name, at := range o.Dirty {
			if sum := o.Sums[name]; sum != 0 && at == l.Dirty[name] {
				sums[name] = sum
			}
		}
		switch {
		case o.Head != l.Head:
			before = nil
		case o.Whole:
			before, since = o.Dirty, written
			if before == nil {
				before = make(map[string]int64)
			}
		case before != nil:
			for name, at := range o.Dirty {
				before[name] = at
			}
			for _, name := range o.Clean {
				delete(before, name)
			}
		}
	}
	less := *l
	if before == nil || written-since > FarBack/2 {
		less.Sums = sums
		return less
	}
	less.Whole, less.Dirty = false, make(map[string]int64)
	for name, at := range l.Dirty {
		if then, ok := before[name]; !ok || then != at {
			less.Dirty[name] = at
		}
		delete(before, name)
	}
	for name := range before {
		less.Clean = append(less.Clean, name)
	}
	order.By(less.Clean, strings.Compare)
	return less
}

// Sum is what a look keeps of the content of a file, to know it again: 52 bits of its
// SHA-256, and never 0.
func Sum(content []byte) int64 {
	sum := sha256.Sum256(content)
	return int64(binary.BigEndian.Uint64(sum[:8])>>12 | 1)
}

// SumOf is the same of a SHA-256 in hexadecimal digits, 0 where it is none.
func SumOf(hash string) int64 {
	sum, err := hex.DecodeString(hash)
	if err != nil || len(sum) != sha256.Size {
		return 0
	}
	return int64(binary.BigEndian.Uint64(sum[:8])>>12 | 1)
}

// begins reports whether the file of a session begins with whose it is.
func begins(data []byte) bool {
	text, _, _ := strings.Cut(strings.TrimLeft(string(data[:min(len(data), 4<<10)]), "\n"), "\n")
	return isOf([]byte(text), Session)
}

// Owner returns the first line of a file: which session it is of, and in which project
// that works. ok is false where it is not told.
func Owner(head []byte) (l Line, ok bool) {
	if !begins(head) {
		return l, false
	}
	text, _, whole := strings.Cut(strings.TrimLeft(string(head), "\n"), "\n")
	if !whole {
		return l, false
	}
	return read([]byte(text + "\n"))
}

// Old returns what is kept of a file that was not written to for long: which calls were
// judged, and how.
func Old(data []byte) []byte {
	var kept []byte
	Lines(data, func(l *Line) {
		if l.Is == Session {
			kept = l.Append(kept)
			return
		}
		kept = (&Line{Is: Judged, At: l.At, Call: l.Call, Action: l.Action}).Append(kept)
	}, Session, Judged, Edits)
	return slices.Clip(kept)
}
