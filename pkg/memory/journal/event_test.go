package journal

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
)

// What an edit does to tests may quote values of the file, which may be secrets.
func TestEditIsMasked(t *testing.T) {
	const token = "ghp_Zq7WmKx2RtYv9LpBc4NdHs6GfJa1Ue8TiOo3"
	j := Journal{Judge: &judge.Judge{}, Now: time.Now(), Call: &protocol.Call{
		Paths: []string{"api/client_test.go"},
		Edits: []protocol.Replacement{{Old: "if got != \"a\" {", New: "if got != \"" + token + "\" {"}},
	}}
	switch what := j.Edit().Weakens; {
	case !strings.Contains(what, "expects now"):
		t.Errorf("the edit %q", what)
	case strings.Contains(what, token):
		t.Errorf("a token is kept: %q", what)
	}
}
