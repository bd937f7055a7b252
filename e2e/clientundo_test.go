package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClientUndo runs the real client: what its commands destroy comes back with
// ctxhook undo.
func TestClientUndo(t *testing.T) {
	client := realClient(t)
	// A clean of the project's own, without the rm of newWorld, which only takes notes.
	const wipe = "find src notes.md -delete\necho wiped > a.txt\n"
	newProject := func(t *testing.T) *world {
		w := newWorld(t)
		w.file(t, "project/src/app.ts", "committed\n", 0o644)
		w.file(t, "project/package.json", `{"scripts": {"clean": "sh wipe.sh"}}`, 0o644)
		w.file(t, "bin/npm", "#!/bin/sh\nsh wipe.sh\n", 0o755)
		w.git(t, "add", "-A")
		w.git(t, "commit", "-q", "-m", "second")
		return w
	}
	undo := func(t *testing.T, w *world, args ...string) string {
		if !slices.Contains(args, "--list") {
			args = append(args, "--yes") // nobody is at a terminal
		}
		return w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), append([]string{"undo"}, args...)...)
	}
	read := func(t *testing.T, w *world, name string) string {
		data, err := os.ReadFile(filepath.Join(w.project, name))
		if err != nil {
			return err.Error()
		}
		return string(data)
	}

	t.Run("what the user changed before the session", func(t *testing.T) {
		w := newProject(t)
		w.file(t, "project/src/app.ts", "the user's\n", 0o600)
		w.file(t, "project/notes.md", "untracked\n", 0o644)
		told := w.plays(t, client, bash("git reset --hard"), bash("git clean -fd"))
		if !strings.Contains(told[0].result, "It would lose src/app.ts (") || !strings.Contains(told[1].result, "notes.md") || read(t, w, "src/app.ts") != "the user's\n" {
			t.Errorf("nobody was asked: %+v", told)
		}
		if strings.Contains(told[0].result+told[1].result, "ctxhook undo s-") {
			t.Errorf("the model is told to undo: %+v", told)
		}
		w.file(t, "home/.config/ctxhook/config.yaml", "unattended: warn\n", 0o600)
		told = w.plays(t, client, bash("git reset --hard"), bash("git clean -fd"))
		beside := strings.Join(append(told[0].beside, told[1].beside...), "\n")
		if !strings.Contains(beside, "The files were kept before: the user can undo it.") {
			t.Errorf("the model is told %+v", told)
		}
		if got := read(t, w, "src/app.ts"); got != "committed\n" {
			t.Fatalf("the reset did not run: %q", got)
		}
		said := undo(t, w)
		if strings.Contains(said, "src/app.ts") {
			t.Errorf("the newest differs in notes.md alone: %s", said)
		}
		list := undo(t, w, "--list")
		for line := range strings.Lines(list) {
			if strings.Contains(line, "before git reset --hard") {
				undo(t, w, strings.Fields(line)[0])
			}
		}
		if diff := cmp.Diff([]string{"the user's\n", "untracked\n"}, []string{read(t, w, "src/app.ts"), read(t, w, "notes.md")}); diff != "" {
			t.Errorf("after undo (-want +got)\n%s\n%s", diff, list)
		}
	})

	t.Run("what the user changed since the session began", func(t *testing.T) {
		w := newProject(t)
		m := newModel(t, []string{"git status --short", "git log --oneline -3", "git reset --hard"}, func(turn int) bool {
			if turn == 2 { // the user is at work beside the client
				w.file(t, "project/src/app.ts", "the user's\n", 0o644)
			}
			return true
		})
		w.run(t, client, m.URL)
		if len(m.told) != 3 {
			t.Fatalf("the model came as far as %d", len(m.told))
		}
		if !strings.Contains(m.told[2].result, "It would lose src/app.ts (changed outside this session since it began)") {
			t.Errorf("asked: %s", m.told[2].result)
		}
		// The user does it in a terminal of their own, after the agent's command.
		w.git(t, "reset", "-q", "--hard")
		undo(t, w, "--force")
		if got := read(t, w, "src/app.ts"); got != "the user's\n" {
			t.Errorf("after undo: %q", got)
		}
	})

	for _, command := range []string{"sh wipe.sh", "npm run clean"} {
		t.Run(command, func(t *testing.T) {
			w := newProject(t)
			w.file(t, "project/notes.md", "the user's\n", 0o644)
			w.file(t, "home/.config/ctxhook/config.yaml", "unattended: warn\n", 0o600) // nobody could be asked about notes.md
			w.plays(t, client,
				use{"Read", map[string]any{"file_path": filepath.Join(w.project, "src/app.ts")}},
				use{"Edit", map[string]any{"file_path": filepath.Join(w.project, "src/app.ts"), "old_string": "committed", "new_string": "the session's own"}},
				use{"Bash", map[string]any{"command": "cat > wipe.sh <<'EOF'\n" + wipe + "EOF"}},
				bash(command))
			if got := read(t, w, "a.txt"); got != "wiped\n" {
				t.Fatalf("it did not run: %q", got)
			}
			said := undo(t, w)
			got := []string{read(t, w, "src/app.ts"), read(t, w, "notes.md"), read(t, w, "a.txt")}
			if diff := cmp.Diff([]string{"the session's own\n", "the user's\n", "a\n"}, got); diff != "" {
				t.Errorf("after undo (-want +got)\n%s\n%s", diff, said)
			}
		})
	}
}
