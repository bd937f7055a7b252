package install

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// What is told of an agent's limits is what its row says.
func TestLimits(t *testing.T) {
	for _, c := range Clients() {
		row, said := protocol.Named(c.Name), c.Limits()
		for words, want := range map[string]bool{
			"advice after a failure is not passed on": row.Late == "",
			"warnings are not shown":                  !row.Context && !row.Message,
			"warnings reach you, not the model":       !row.Context && row.Message,
			"warnings reach the model, not you":       row.Context && !row.Message,
			"what you would be asked about is denied": row.Ask == protocol.AskNever,
		} {
			if strings.Contains(said, words) != want {
				t.Errorf("%s: %q is told is %t, want %t", c.Name, words, !want, want)
			}
		}
	}
}
