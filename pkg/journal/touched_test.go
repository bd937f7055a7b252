package journal

import (
	"encoding/json"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/members"
	"github.com/google/go-cmp/cmp"
)

// A line is the one that encoding/json would write, and is read as it was.
func TestTouchedLine(t *testing.T) {
	for _, line := range []touchedLine{
		{At: 3},
		{At: 1, Path: "/w/a \"b\"\n.go", Since: 2},
		{At: 1, Cwd: "/w", Root: "/w", Dirty: map[string]int64{"b.go": 2, "a.go": 1, "é": -3}},
		{At: 1, Dirty: map[string]int64{"{": 1, "b": 2}},
	} {
		want, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(members.Append(nil, line.members()))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		var read touchedLine
		if !members.Read(string(want), read.members()) {
			t.Errorf("%s is not read", want)
		}
		if diff := cmp.Diff(line, read); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
	}
}
