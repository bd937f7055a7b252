package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientLearns runs the real client in one session after the other: what
// made a check pass in the first is told where it fails in the second.
func TestClientLearns(t *testing.T) {
	client := os.Getenv("CTXHOOK_CLAUDE")
	if client == "" {
		t.Skip("CTXHOOK_CLAUDE names no client")
	}
	w := newGoWorld(t)
	sums := filepath.Join(w.project, "sum.go")
	works := func(uses ...use) []answer {
		t.Helper()
		m := newModel(t, nil, func(int) bool { return true })
		m.uses = uses
		w.run(t, client, m.URL)
		m.mu.Lock()
		defer m.mu.Unlock()
		if len(m.told) != len(uses) {
			t.Fatalf("the model came as far as %d of %d: %+v", len(m.told), len(uses), m.told)
		}
		return m.told
	}
	const recipe = "This error went away here after an edit of `sum.go` (worked 1 of 1 times)."
	mends := []use{
		bash("go test ./..."),
		{"Read", map[string]any{"file_path": sums}},
		{"Edit", map[string]any{"file_path": sums, "old_string": "a - b", "new_string": "a + b"}},
		bash("go test ./... -count=1"),
	}

	first := works(mends...)
	if !first[0].failed || first[3].failed || strings.Contains(about(first[0].beside), "went away") {
		t.Fatalf("the first session: %+v", first)
	}
	w.file(t, "project/sum.go", "package sum\n\nfunc Sum(a, b int) int { return a - b }\n", 0o644)
	second := works(mends...)
	if beside := about(second[0].beside); !strings.Contains(beside, recipe) {
		t.Errorf("the second session is told: %s", beside)
	}
	if second[3].failed {
		t.Errorf("what helped does not: %+v", second[3])
	}
}
