//go:build faults

package fault

import (
	"strings"
	"time"
)

// On reports whether faults are planted.
const On = true

// At is where a reader begins with a text. A word in it, fault:READER:KIND, says what
// happens there.
func At(reader, text string) {
	_, kind, ok := strings.Cut(text, "fault:"+reader+":")
	if !ok {
		return
	}
	switch {
	case strings.HasPrefix(kind, "panic"):
		panic("planted in " + reader)
	case strings.HasPrefix(kind, "loop"):
		for n := 0; ; n++ {
			spent = n
		}
	case strings.HasPrefix(kind, "recursion"):
		spent = descend(1)
	case strings.HasPrefix(kind, "memory"):
		for {
			part := make([]byte, 16<<20)
			for i := 0; i < len(part); i += 4096 {
				part[i] = 1
			}
			kept = append(kept, part)
			time.Sleep(10 * time.Millisecond) // the machine of the test has an end
		}
	}
}

var (
	spent int
	kept  [][]byte
)

func descend(n int) int { return descend(n+1) + n }
