package learn

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

func TestStale(t *testing.T) {
	edit := func(file string) memory.Step { return memory.Step{Edit: &memory.Edit{Path: redact.Clean(file)}} }
	check := func(kind string, failed bool) memory.Step {
		return memory.Step{Run: &memory.Run{ID: "r-1", Check: &memory.Check{Tool: "go test", Kind: kind, Failed: failed}}}
	}
	other := memory.Step{Run: &memory.Run{}}
	tests := []struct {
		name  string
		steps []memory.Step // the latest first
		want  bool
	}{
		{"edited since it passed", []memory.Step{other, edit("a.go"), check("test", false)}, true},
		{"edited before it passed", []memory.Step{check("test", false), edit("a.go")}, false},
		{"only prose was edited", []memory.Step{edit("README.md"), edit(`docs\a.TXT`), check("test", false)}, false},
		{"it failed, which is known", []memory.Step{edit("a.go"), check("test", true), check("test", false)}, false},
		{"a program that only ran", []memory.Step{edit("a.go"), check(memory.CheckRun, false)}, false},
		{"no check at all", []memory.Step{edit("a.go"), other}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Stale(tt.steps) != nil; got != tt.want {
				t.Errorf("stale: %v, want %v", got, tt.want)
			}
		})
	}
}
