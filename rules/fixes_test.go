package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// written reads the files of known errors, which hold the examples that the
// generated rows leave out.
func written(t *testing.T) []rule.Fix {
	t.Helper()
	paths, err := filepath.Glob("fixes/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files of known errors: %v", err)
	}
	var all []rule.Fix
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fixes, err := rulefile.ParseFixes(strings.TrimSuffix(filepath.Base(path), ".yaml"), path, data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fixes...)
	}
	return all
}

func seen(command, output string) *diagnose.Output {
	text := redact.Clean(command)
	return &diagnose.Output{
		Command: text,
		Script:  follow.Parse(text.String(), shell.Options{Models: rules.Command, Functions: rules.Function}),
		Text:    redact.Clean(output),
		Exit:    1,
		Exited:  true,
	}
}

// TestFixExamples is the census of the known errors: every row is found in
// its examples and offers there what they say, and in none of its misses.
func TestFixExamples(t *testing.T) {
	t.Parallel()
	r := diagnose.NewReader(rules.Knowledge())
	for _, f := range written(t) {
		for _, e := range f.Examples {
			s := seen(e.Command, e.Output)
			s.Exit = max(1, f.Exit)
			errs := r.Errors(s, nil)
			fixes := r.Fixes(s, errs)
			found := false
			for _, e := range errs {
				found = found || e.Rule == f.ID
			}
			if e.Miss {
				for _, x := range fixes {
					if x.Rule == f.ID {
						t.Errorf("%s: speaks on its miss %q: %s", f.ID, e.Command, x.Text)
					}
				}
				continue
			}
			if !found {
				t.Errorf("%s: not found in %q: %v", f.ID, e.Output, errs)
			}
			if got := firstCommand(fixes); got != e.Fix {
				t.Errorf("%s: on %q offers %q, want %q", f.ID, e.Command, got, e.Fix)
			}
		}
	}
}

func firstCommand(fixes []memory.Fix) string {
	for _, f := range fixes {
		if f.Command.Len() > 0 {
			return f.Command.String()
		}
	}
	return ""
}

// TestFixesAreNotAskedAbout states that what is offered is not itself what
// the guard would stop.
func TestFixesAreNotAskedAbout(t *testing.T) {
	e := engine()
	checked := 0
	for _, f := range written(t) {
		for _, x := range f.Examples {
			if x.Fix == "" {
				continue
			}
			checked++
			if v := e.Judge(x.Fix, place, nil); v.Action >= policy.Ask {
				t.Errorf("%s: offers %q, which the guard answers with %v", f.ID, x.Fix, v.Action)
			}
		}
	}
	if checked == 0 {
		t.Error("no example offers a command")
	}
}
