package diagnose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// BenchmarkStages measures what is asked of an output by itself: whether a check
// failed in it, which errors it has, and what may fix them. A hook makes one
// reader and reads one output.
func BenchmarkStages(b *testing.B) {
	var built strings.Builder
	for i := 0; built.Len() < 50_000; i++ {
		fmt.Fprintf(&built, "[%4d/9999] Compiling src/module_%d/part_%d.c -> build/part_%d.o (%d ms)\n", i, i%17, i, i, i%90)
	}
	const failed = "--- FAIL: TestSum (0.00s)\n    sum_test.go:7: got 3, want 4\nFAIL\nFAIL\texample.com/shop/parser\t0.003s\nFAIL\n"
	for _, of := range []struct {
		name, command, output string
		exit                  int
	}{
		{"built", "make build", built.String(), 0},
		{"failed", "go test ./parser", failed, 1},
	} {
		out := tally(of.command, of.output, of.exit)
		for _, stage := range []struct {
			name string
			run  func(r *diagnose.Reader)
		}{
			{"check", func(r *diagnose.Reader) { r.Check(out) }},
			{"errors", func(r *diagnose.Reader) { r.Errors(out, nil) }},
			{"fixes", func(r *diagnose.Reader) { r.Fixes(out, nil) }},
		} {
			b.Run(of.name+"/"+stage.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					stage.run(diagnose.NewReader(rules.Knowledge()))
				}
			})
		}
	}
}
