package journal

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A line that is written by hand is the one that encoding/json would write.
func TestTouchedLine(t *testing.T) {
	for _, line := range []touchedLine{
		{},
		{At: 1, Path: "/w/a \"b\"\n.go", Since: 2},
		{At: 1, Cwd: "/w", Root: "/w", Dirty: map[string]int64{"b.go": 2, "a.go": 1, "é": -3}},
		{At: 1, Dirty: map[string]int64{"{": 1, "b": 2}},
	} {
		want, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(line.json())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
