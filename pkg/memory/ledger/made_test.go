package ledger

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestMade: a directory is the session's own where one of its commands made it, and was
// seen to do so.
func TestMade(t *testing.T) {
	made := func(change func(*Call)) bool {
		c := Call{Heard: true, Outcome: memory.OK, Names: []string{NameMade + "/w/out"}}
		change(&c)
		a := Account{Calls: []Call{{Heard: true, Outcome: memory.OK}, c}}
		return a.Made("/w/out")
	}
	for name, tt := range map[string]struct {
		change func(*Call)
		want   bool
	}{
		"made":                     {func(*Call) {}, true},
		"another one":              {func(c *Call) { c.Names = []string{NameMade + "/w/out2"} }, false},
		"its end was never heard":  {func(c *Call) { c.Heard = false }, false},
		"the command was refused":  {func(c *Call) { c.Outcome = memory.Refused }, false},
		"written to, and not made": {func(c *Call) { c.Names = []string{NameWhole + "/w/out"} }, false},
	} {
		if got := made(tt.change); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
