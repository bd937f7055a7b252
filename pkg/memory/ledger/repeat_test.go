package ledger

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// TestRepeats: what may change files, and what the model forgot, ends the count.
func TestRepeats(t *testing.T) {
	same := Line{Is: Ended, Outcome: "ok", Key: "k"}
	poll := Line{Is: Judged, Writes: true, Action: Silent, Command: redact.Clean("poll")}
	for _, tt := range []struct {
		name  string
		lines []Line
		want  int
	}{
		{"none", nil, 0},
		{"in a row", []Line{same, poll, same, poll, same}, 3},
		{"of two processes", []Line{{Is: Ended, Call: "1", Key: "k"}, {Is: Ended, Call: "1", Key: "k"}, {Is: Ended, Call: "2", Key: "k"}}, 2},
		{"with others that only read", []Line{same, {Is: Judged, Action: Silent}, {Is: Ended, Key: "other"}, {Is: Looked, Root: redact.Clean("/p")}, same}, 2},
		{"an edit between", []Line{same, {Is: Edits, Path: redact.Clean("/p/a")}, same}, 1},
		{"an edit that only ended", []Line{same, {Is: Ended, Path: redact.Clean("/p/a")}, same}, 1},
		{"a command that may write between", []Line{same, {Is: Judged, Writes: true, Action: Silent, Command: redact.Clean("make")}, same}, 1},
		{"one that was blocked", []Line{same, {Is: Judged, Writes: true, Action: Blocked, Command: redact.Clean("make")}, same}, 2},
		{"a compaction between", []Line{same, {Is: Compacted}, same}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var data []byte
			for i := range tt.lines {
				data = tt.lines[i].Append(data)
			}
			if got := Repeats(data, "k", "poll"); got != tt.want {
				t.Errorf("%d times, want %d", got, tt.want)
			}
		})
	}
}
