package hook

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestChecksOfOneCommand: a command that passes closes the lesson of each
// check that passed in it.
func TestChecksOfOneCommand(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "t1", "go build ./...", 1, "# x\nx.go:3:2: undefined: y\n")
	p.told(t, "s1", "t2", "go vet ./...", 1, "# x\n# [x]\n./x.go:3:2: unreachable code\n")
	p.told(t, "s1", "t3", "go test ./...", 1, "--- FAIL: TestX (0.00s)\n    x_test.go:3: no\nFAIL\nFAIL\tx\t0.1s\n")
	open := func() (tools []string) {
		_, lessons := p.remembered(t)
		for _, l := range lessons {
			if l.Kind == memory.LessonCheck && l.State == memory.Open {
				tools = append(tools, l.Check.Tool)
			}
		}
		slices.Sort(tools)
		return tools
	}
	if got := open(); !slices.Equal(got, []string{"go build", "go test", "go vet"}) {
		t.Fatalf("open: %q", got)
	}
	p.told(t, "s1", "t4", "go build ./... && go test ./...", 0, "ok  \tx\t0.1s\n")
	if got := open(); !slices.Equal(got, []string{"go vet"}) {
		t.Errorf("open: %q", got)
	}
}
