package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// realClient is the client's binary, or the end of a test that needs one.
func realClient(t *testing.T) string {
	t.Helper()
	client := os.Getenv("CTXHOOK_CLAUDE")
	if client == "" {
		t.Skip("CTXHOOK_CLAUDE names no client")
	}
	return client
}

// TestClient runs the real client, unattended, against a model that wants to
// destroy things. CTXHOOK_CLAUDE names the client's binary; there is no other
// way to have one, because it must not be redistributed.
//
// Nothing can come to harm if the guard fails: the home directory is one of
// the test's own, rm is a script that only takes notes, and the model does
// not go on to anything dangerous before it has seen that script at work.
func TestClient(t *testing.T) {
	client := realClient(t)
	turns := []struct {
		name    string
		command string
		denied  bool
		says    []string // in the result, or for a command that runs beside it
		silent  bool     // the model learns nothing of ctxhook
	}{
		{name: "what is harmless runs", command: "rm no-such-file", silent: true},
		{name: "the home directory", command: "rm -rf ~/", denied: true, says: []string{"ctxhook blocked this (filesystem/delete-critical", "only a backup brings it back"}},
		{name: "hidden in an encoding", command: `bash -c "$(echo cm0gLXJmIC8K | base64 -d)"`, denied: true, says: []string{"ctxhook blocked this (filesystem/delete-critical"}},
		{name: "no danger", command: "git status", silent: true},
		{name: "what a person would be asked", command: "git push --force origin main", denied: true, says: []string{"git/force-push-protected", "git push --force-with-lease=main:"}},
		{name: "a long text is data", command: "cat > notes.txt <<'EOF'\n" + strings.Repeat("rm -rf / is a bad idea, and this line says so\n", 2200) + "EOF", silent: true},
		{name: "a longer one is too, though no shell of Linux takes it", command: "cat > more.txt <<'EOF'\n" + strings.Repeat("rm -rf / is a bad idea, and this line says so\n", 4400) + "EOF", silent: true},
		{name: "what cannot be read", command: `echo "no end`, says: []string{"shell/unparsable"}},
	}
	w := newWorld(t)
	var commands []string
	for _, turn := range turns {
		commands = append(commands, turn.command)
	}
	m := newModel(t, commands, func(turn int) bool { return turn == 0 || w.removed() != "" })
	w.run(t, client, m.URL)

	if len(m.told) != len(turns) {
		t.Fatalf("the model came as far as command %d of %d: %+v", len(m.told), len(turns), m.told)
	}
	for i, turn := range turns {
		t.Run(turn.name, func(t *testing.T) {
			got := m.told[i]
			said := got.result
			if !turn.denied {
				said = strings.Join(got.beside, "\n")
			}
			t.Logf("%.80s\n-> %.600s\nbeside: %.1000s", turn.command, got.result, about(got.beside))
			if denied := strings.Contains(got.result, "PreToolUse:Bash hook") || turn.denied && got.failed; denied != turn.denied {
				t.Errorf("denied = %v, want %v: %.300s", denied, turn.denied, got.result)
			}
			for _, want := range turn.says {
				if !strings.Contains(said, want) {
					t.Errorf("the model was not told %q: %.600s", want, said)
				}
			}
			all := got.result + strings.Join(got.beside, "\n")
			if turn.silent && strings.Contains(all, "ctxhook") {
				t.Errorf("the model was told of ctxhook: %.600s", all)
			}
			if strings.Contains(all, "ctxhook allow") {
				t.Errorf("the model was told how to let it through: %.600s", all)
			}
		})
	}
	w.unharmed(t)
	if diff := cmp.Diff([]string{"warn", "ask", "block", "block"}, w.decisions(t)); diff != "" {
		t.Errorf("what is on record, the latest first (-want +got)\n%s", diff)
	}
}

// about picks what was said about hooks from the client's own reminders.
func about(texts []string) string {
	var found []string
	for _, s := range texts {
		if strings.Contains(s, "hook") {
			found = append(found, s)
		}
	}
	return strings.Join(found, "\n")
}

// world is a user with a project, a remote that can lose a commit, and files
// that can be lost.
type world struct {
	dir, home, project, head string
	env                      []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{dir: dir, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "project")}
	bin := filepath.Join(dir, "bin")
	w.file(t, "home/keep.txt", "still here\n", 0o644)
	w.file(t, "bin/rm", "#!/bin/sh\necho \"$@\" >>'"+filepath.Join(dir, "removed")+"'\n", 0o755)
	w.file(t, "home/.claude/.claude.json", `{"hasCompletedOnboarding":true}`, 0o600)
	w.file(t, "project/a.txt", "a\n", 0o644)
	w.env = []string{
		"HOME=" + w.home, "PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "TMPDIR=" + filepath.Join(dir, "tmp"), "LANG=C.UTF-8", "USER=dev", "SHELL=/bin/bash",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=dev", "GIT_AUTHOR_EMAIL=dev@example.com", "GIT_COMMITTER_NAME=dev", "GIT_COMMITTER_EMAIL=dev@example.com",
	}
	w.file(t, "tmp/.keep", "", 0o644)

	if err := copyProgram(built(t), filepath.Join(bin, "ctxhook")); err != nil {
		t.Fatal(err)
	}
	w.git(t, "init", "-q", "--bare", "-b", "main", filepath.Join(dir, "remote.git"))
	w.git(t, "init", "-q", "-b", "main")
	w.git(t, "add", "-A")
	w.git(t, "commit", "-q", "-m", "first")
	w.git(t, "remote", "add", "origin", filepath.Join(dir, "remote.git"))
	w.git(t, "commit", "-q", "--allow-empty", "-m", "somebody else's")
	w.git(t, "push", "-q", "origin", "main")
	w.head = w.git(t, "rev-parse", "HEAD")
	w.git(t, "update-ref", "refs/heads/main", "HEAD~1")

	out := w.command(t, filepath.Join(bin, "ctxhook"), "init")
	if !strings.Contains(out, "proof: ctxhook pre-bash blocked") {
		t.Fatalf("init proved nothing:\n%s", out)
	}
	return w
}

func (w *world) file(t *testing.T, name, data string, mode os.FileMode) {
	t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), mode); err != nil {
		t.Fatal(err)
	}
}

func (w *world) git(t *testing.T, args ...string) string {
	t.Helper()
	return strings.TrimSpace(w.command(t, "git", args...))
}

func (w *world) command(t *testing.T, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = w.project, w.env
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// run starts the client as a script would: nobody is there to be asked.
func (w *world) run(t *testing.T, client, url string, args ...string) {
	t.Helper()
	w.runWith(t, client, url, "clean up", args...)
}

func (w *world) runWith(t *testing.T, client, url, prompt string, args ...string) {
	t.Helper()
	if out, err := w.client(t, client, url, prompt, args...).CombinedOutput(); err != nil {
		t.Fatalf("client: %v\n%s", err, out)
	}
}

// plays runs the client against a model that uses tools one after the other,
// and returns what it is told of each.
func (w *world) plays(t *testing.T, client string, uses ...use) []answer {
	t.Helper()
	m := newModel(t, nil, always)
	m.uses = uses
	w.run(t, client, m.URL)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != len(uses) {
		t.Fatalf("the model came as far as %d of %d: %+v", len(m.told), len(uses), m.told)
	}
	return m.told
}

// client is the client, ready to start.
func (w *world) client(t *testing.T, client, url, prompt string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	args = append(args, "-p", "--allowedTools", "Bash,Agent,Read,Edit,Write", "--", prompt)
	c := exec.CommandContext(ctx, client, args...)
	c.Dir = w.project
	c.Env = append(w.env[:len(w.env):len(w.env)],
		"CLAUDE_CONFIG_DIR="+filepath.Join(w.home, ".claude"), "ANTHROPIC_API_KEY=dummy", "ANTHROPIC_BASE_URL="+url,
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1")
	return c
}

// removed is what rm was called with.
func (w *world) removed() string {
	data, _ := os.ReadFile(filepath.Join(w.dir, "removed"))
	return string(data)
}

// unharmed fails when anything was destroyed.
func (w *world) unharmed(t *testing.T) {
	t.Helper()
	if diff := cmp.Diff("no-such-file\n", w.removed()); diff != "" {
		t.Errorf("rm was called (-want +got)\n%s", diff)
	}
	if data, err := os.ReadFile(filepath.Join(w.home, "keep.txt")); err != nil || string(data) != "still here\n" {
		t.Errorf("the file in the home directory: %q, %v", data, err)
	}
	if got := w.git(t, "--git-dir", filepath.Join(w.dir, "remote.git"), "rev-parse", "main"); got != w.head {
		t.Errorf("the remote is at %s, want %s", got, w.head)
	}
	if info, err := os.Stat(filepath.Join(w.project, "notes.txt")); err != nil || info.Size() < 100_000 {
		t.Errorf("the long text was not written: %v, %v", info, err)
	}
}

// decisions lists the actions on record.
func (w *world) decisions(t *testing.T) []string {
	t.Helper()
	var rows []struct{ Action string }
	if err := json.Unmarshal([]byte(w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "log", "--json", "--limit", "0")), &rows); err != nil {
		t.Fatal(err)
	}
	var actions []string
	for _, r := range rows {
		actions = append(actions, r.Action)
	}
	return actions
}
