package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClientPublishes runs the real client on a file that ctxhook has published:
// it says that it loaded that file, and its model reads it beside the project's
// own instructions, as before; undone, all is as it was, to the byte.
func TestClientPublishes(t *testing.T) {
	client := realClient(t)
	for _, tt := range []struct {
		name, to, own, text, file string
	}{
		{"rules", "rules --team", "AGENTS.md", "Answer in German.\n", ".claude/rules/ctxhook.md"},
		{"a block of a file", "claudemd", "CLAUDE.md", "\ufeff# Shop\r\n\r\n## Tools\r\n\r\nAnswer in German.\t \r\n\r\n\r\n## Style\r\n- short", "CLAUDE.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.file(t, "project/"+tt.own, tt.text, 0o640)
			w.reportsLoaded(t)
			w.asUser(t, "ctxhook remember 'use uv, not pip'")
			before := w.projectFiles(t)

			t.Log(w.asUser(t, "ctxhook publish --to "+tt.to))
			if tt.own == tt.file && w.projectFiles(t)[tt.file] == before[tt.file] {
				t.Fatalf("nothing is published in %s", tt.file)
			}
			said, loaded := w.reads(t, client)
			if !strings.Contains(said, tt.file) || !strings.Contains(said, "Use `uv`, not `pip`") || !strings.Contains(said, "Answer in German.") {
				t.Errorf("published, and the model reads: %s", said)
			}
			if !strings.Contains(loaded, filepath.Join(w.project, tt.file)) {
				t.Errorf("the client says that it loaded: %s", loaded)
			}

			t.Log(w.asUser(t, "ctxhook publish undo"))
			if diff := cmp.Diff(before, w.projectFiles(t)); diff != "" {
				t.Errorf("undone, and there is (-before +after)\n%s", diff)
			}
			said, loaded = w.reads(t, client)
			if strings.Contains(said, "Use `uv`, not `pip`") || !strings.Contains(said, "Answer in German.") || strings.Contains(loaded, "ctxhook.md") {
				t.Errorf("undone, the client loads %s, and the model reads: %s", loaded, said)
			}
		})
	}
}

// TestClientAsksForWhom runs the real client for a user who has not said whom rules
// are for: the line that proposes to write them asks, and the answer is kept.
func TestClientAsksForWhom(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.asUser(t, "ctxhook remember 'use uv, not pip'")
	w.reportsLoaded(t)
	w.reads(t, client) // until it ends

	seen := w.attended(t, client, newModel(t, nil, always).URL, "fix the build")
	if !strings.Contains(seen, "for colleagues too: ctxhook publish --team; for you alone: ctxhook publish --personal") {
		t.Errorf("the user sees: %s", seen)
	}
	if _, err := os.Stat(filepath.Join(w.project, ".claude", "rules")); err == nil {
		t.Error("rules are written unasked")
	}
	t.Log(w.asUser(t, "ctxhook publish", "personal"))
	if said, loaded := w.reads(t, client); !strings.Contains(said, "`uv pip install X`, not `pip install X`") || !strings.Contains(loaded, filepath.Join(w.project, ".claude/rules/ctxhook.local.md")) {
		t.Errorf("the client loads %s, and the model reads: %s", loaded, said)
	}
	if out := w.asUser(t, "ctxhook config publish_for"); !strings.Contains(out, "personal (~") {
		t.Errorf("the settings say %s", out)
	}
}

// reportsLoaded has the client write down which instructions it loads.
func (w *world) reportsLoaded(t *testing.T) {
	t.Helper()
	w.file(t, "project/.claude/settings.local.json", `{"hooks":{"InstructionsLoaded":[{"hooks":[{"type":"command","command":"cat >>'`+filepath.Join(w.dir, "loaded")+`'"}]}]}}`, 0o600)
}

// reads returns what the first request of a session says, and what the client
// says of the instructions that it loaded.
func (w *world) reads(t *testing.T, client string) (said, loaded string) {
	t.Helper()
	w.file(t, "loaded", "", 0o600)
	m := newModel(t, nil, always)
	w.run(t, client, m.URL)
	data, err := os.ReadFile(filepath.Join(w.dir, "loaded"))
	if err != nil {
		t.Fatal(err)
	}
	return m.first, string(data)
}

// projectFiles returns the bytes and modes of the project's files.
func (w *world) projectFiles(t *testing.T) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(w.project, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			return fs.SkipDir
		}
		name, err := filepath.Rel(w.project, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			files[name] = "directory"
			return err
		}
		data, err := os.ReadFile(path)
		files[name] = info.Mode().String() + " " + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
