package audit

import (
	"hash/fnv"
	"path/filepath"
	"strconv"
	"time"
)

// Versions before the ledger kept a trail for each session: lines of one length with
// the hash of a call's id, the second, and the action, "c0ffee0123456789 65f0a1b2 s".
const formerLength = 16 + 1 + 8 + 1 + 1 + 1

// idOf returns the hash of a call's id.
func idOf(call string) uint64 {
	if call == "" {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(call))
	return h.Sum64()
}

// formerFile names the trail of a session.
func formerFile(dir, session string) string {
	return filepath.Join(dir, strconv.FormatUint(idOf(session), 16))
}

// addFormer takes the lines of a trail, and reports whether one is in the time that
// counts. What is no line is left out.
func (t *Trail) addFormer(data []byte, since time.Time) (counts bool) {
	for len(data) >= formerLength {
		line := data[:formerLength]
		id, err := strconv.ParseUint(string(line[:16]), 16, 64)
		second, err2 := strconv.ParseUint(string(line[17:25]), 16, 32)
		if err != nil || err2 != nil || line[formerLength-1] != '\n' {
			data = data[1:]
			continue
		}
		data = data[formerLength:]
		at := time.Unix(int64(second), 0)
		t.begin(at)
		if id != 0 {
			if t.former[id] {
				continue
			}
			t.former[id] = true
		}
		if !at.Before(since) {
			t.Actions[Action(line[26:27])]++
			counts = true
		}
	}
	return counts
}
