package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClientTools runs the real client with a model that uses the client's own
// tools for files: on keys, on guarded files, and for ordinary work.
func TestClientTools(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.file(t, "home/.ssh/id_ed25519", "private\n", 0o600)
	home := func(name string) string { return filepath.Join(w.home, name) }
	project := func(name string) string { return filepath.Join(w.project, name) }
	read := func(path string) use { return use{"Read", map[string]any{"file_path": path}} }
	write := func(path, text string) use { return use{"Write", map[string]any{"file_path": path, "content": text}} }
	said := w.plays(t, client,
		read(home(".ssh/id_ed25519")),
		write(project(".git/hooks/pre-commit"), "#!/bin/sh\ngo vet ./...\n"),
		write(home(".config/ctxhook/config.yaml"), "safety_level: permissive\n"),
		read(project("a.txt")),
		use{"Edit", map[string]any{"file_path": project("a.txt"), "old_string": "a", "new_string": "b"}})
	for i, rule := range []string{"secret/read", "", "guard/own-files"} { // the client has its own words for what is below .git
		if got := said[i]; !got.failed || !strings.Contains(got.result, rule) || strings.Contains(got.result, "private") {
			t.Errorf("not stopped by %s: %+v", rule, got)
		}
	}
	if diff := cmp.Diff([]string{"block", "ask", "ask"}, w.decisions(t)); diff != "" {
		t.Errorf("what is on record, the latest first (-want +got)\n%s", diff)
	}
	for _, got := range said[3:] {
		if got.failed || strings.Contains(got.result+strings.Join(got.beside, "\n"), "ctxhook") {
			t.Errorf("ordinary work: %+v", got)
		}
	}
	if data, err := os.ReadFile(project("a.txt")); err != nil || string(data) != "b\n" {
		t.Errorf("the edit: %q, %v", data, err)
	}
	if _, err := os.Stat(project(".git/hooks/pre-commit")); err == nil {
		t.Error("the hook was written")
	}
	if data, err := os.ReadFile(home(".config/ctxhook/config.yaml")); err == nil && strings.Contains(string(data), "\nsafety_level: permissive\n") {
		t.Errorf("our settings were written: %q", data)
	}
}

// TestClientOwnRules: what the user denies in the client's own settings holds for
// a program that reads the file, too.
func TestClientOwnRules(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.file(t, "project/.env", "KEY=private\n", 0o600)
	w.file(t, "project/.claude/settings.local.json", `{"permissions":{"deny":["Read(./.env)"]}}`, 0o644)
	said := w.plays(t, client,
		bash(`python3 -c 'print(open(".env").read())'`),
		bash(`bash -c "head -1 < .env"`),
		bash(`ls -a`))
	for _, got := range said[:2] {
		if !got.failed || strings.Contains(got.result, "private") || !strings.Contains(got.result, "Read(./.env)") {
			t.Errorf("the rule does not hold: %+v", got)
		}
	}
	if got := said[2]; got.failed || strings.Contains(got.result+strings.Join(got.beside, "\n"), "ctxhook warns") {
		t.Errorf("a list of files: %+v", got)
	}
}
