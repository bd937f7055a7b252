package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// What an earlier version left is read, and taken over once.
func TestDecisionLog(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	line := func(id string) string {
		return `{"id":"` + id + `","time":"2026-03-01T12:00:00Z","action":"block","rules":["a/b"],"command":"rm x"}` + "\n"
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("decisions.jsonl.1", line("d-1")+"\x00\x00\n{}\n[1]\n\n"+strings.Repeat("x", 100_000)+"\n"+`{"id":"d-x","action":5}`+"\n")
	write("decisions.jsonl", line("d-2")+`{"id":"d-torn","act`+line("d-3"))
	write("decisions.jsonl.lock", "")
	check := func(when string) {
		t.Helper()
		list, err := allDecisions(s, dir)
		if err != nil || len(list) != 3 {
			t.Errorf("%s: %v, %v", when, list, err)
		}
		if !slices.ContainsFunc(list, func(d memory.Decision) bool { return d.ID == "d-3" && d.Command.String() == "rm x" }) {
			t.Errorf("%s: there is no d-3: %v", when, list)
		}
	}
	check("before")
	drain(t, s, dir, 10)
	check("afterwards")
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
