package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/lint/report"
	"github.com/ctxhook/ctxhook/rules"
)

// TestRulePages: every rule that a report may name has a page, except those of
// the user.
func TestRulePages(t *testing.T) {
	list := slices.Concat(rules.Safety(), safety.OwnRules(), lint.OwnRules())
	if len(list) < 100 {
		t.Fatalf("%d rules", len(list))
	}
	for _, r := range list {
		page := rulePage(r.ID)
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(page))); page == "" || err != nil {
			t.Errorf("%s: page %q: %v", r.ID, page, err)
		}
	}
	for _, id := range []string{"user/no-prod", "project/no-prod"} {
		if page := rulePage(id); page != "" {
			t.Errorf("%s: page %q", id, page)
		}
	}
}

// TestReportIsWhole: while a run goes on, an old report stays as it was, and standard
// output gets no part of a document.
func TestReportIsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.sarif")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	outs := outputs{{format: formatOf(t, "json"), stream: &stdout}, {format: formatOf(t, "sarif"), path: path}}
	outs.finding(&lint.Finding{Path: "a.sh", Rule: &rule.Rule{ID: "a/b"}})
	if data, _ := os.ReadFile(path); string(data) != "old" || stdout.Len() > 0 {
		t.Errorf("before its end: %q, %q", data, &stdout)
	}
	if err := outs.end(&lint.Summary{}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || !json.Valid(data) || !json.Valid(stdout.Bytes()) {
		t.Errorf("at its end: %q, %q, %v", data, &stdout, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("its mode: %v, %v", info.Mode(), err)
	}
	if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
		t.Errorf("%d files", len(list))
	}
}

func formatOf(t *testing.T, name string) report.Format {
	t.Helper()
	f, ok := report.ByName(name)
	if !ok {
		t.Fatalf("no format %s", name)
	}
	return f
}
