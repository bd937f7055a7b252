package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestCheckExamples holds every check against its own examples.
func TestCheckExamples(t *testing.T) {
	t.Parallel()
	reader := diagnose.NewReader(rules.Knowledge())
	paths, err := filepath.Glob("checks/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no checks (%v)", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checks, err := rulefile.ParseChecks(strings.TrimSuffix(filepath.Base(path), ".yaml"), path, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			t.Run(c.ID, func(t *testing.T) {
				for _, e := range c.Examples {
					got := reader.Check(&diagnose.Output{
						Command: redact.Clean(e.Command),
						Script:  follow.Parse(e.Command, shell.Options{Models: rules.Command, Functions: rules.Function}),
						Text:    redact.Clean(e.Output),
						Exit:    e.Exit, Exited: true,
					})
					compareCheck(t, c, e, got)
				}
			})
		}
	}
}

func compareCheck(t *testing.T, c rule.Check, e rule.CheckExample, got *memory.Check) {
	t.Helper()
	verdict := "none"
	switch {
	case got == nil:
	case got.Masked:
		verdict = "masked"
	case got.Failed:
		verdict = "fail"
	default:
		verdict = "pass"
	}
	if verdict != e.Verdict {
		t.Errorf("%s: %s, want %s", e.Command, verdict, e.Verdict)
		return
	}
	if got == nil || !got.Failed {
		return
	}
	for _, f := range []struct {
		what string
		want []string
		got  []redact.Text
	}{{"tests", e.Tests, got.Tests}, {"files", e.Files, got.Files}} {
		texts := make([]string, 0, len(f.got))
		for _, s := range f.got {
			texts = append(texts, s.String())
		}
		if diff := cmp.Diff(f.want, texts); diff != "" && (len(f.want) > 0 || len(texts) > 0) && f.want != nil {
			t.Errorf("%s: %s (-want +got):\n%s", e.Command, f.what, diff)
		}
	}
}
