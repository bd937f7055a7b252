package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestStale(t *testing.T) {
	edit := func(file string) memory.Activity {
		return memory.Activity{Edit: &memory.Edit{Path: redact.Clean(file)}}
	}
	check := func(kind string, failed bool) memory.Activity {
		return memory.Activity{Run: &memory.Run{ID: "r-1", Check: &memory.Check{Tool: "go test", Kind: kind, Failed: failed}}}
	}
	other := memory.Activity{Run: &memory.Run{}}
	tests := []struct {
		name  string
		steps []memory.Activity // the latest first
		want  bool
	}{
		{"edited since it passed", []memory.Activity{other, edit("a.go"), check("test", false)}, true},
		{"edited before it passed", []memory.Activity{check("test", false), edit("a.go")}, false},
		{"only prose was edited", []memory.Activity{edit("README.md"), edit(`docs\a.TXT`), check("test", false)}, false},
		{"it failed, which is known", []memory.Activity{edit("a.go"), check("test", true), check("test", false)}, false},
		{"a program that only ran", []memory.Activity{edit("a.go"), check(memory.CheckRun, false)}, false},
		{"no check at all", []memory.Activity{edit("a.go"), other}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := StaleCheck(tt.steps) != nil; got != tt.want {
				t.Errorf("stale: %v, want %v", got, tt.want)
			}
		})
	}
}
