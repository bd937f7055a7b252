package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// edits are the uses with which a model changes a file: the client wants it to be
// read first.
func edits(path, from, to string) []use {
	return []use{{"Read", map[string]any{"file_path": path}}, {"Edit", map[string]any{"file_path": path, "old_string": from, "new_string": to}}}
}

// newSharedWorld is a world with files that two sessions and the user change.
func newSharedWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	for _, name := range []string{"own.txt", "other.txt", "user.txt"} {
		w.file(t, "project/"+name, "first\n", 0o644)
	}
	w.git(t, "add", "-A")
	w.git(t, "commit", "-q", "-m", "files")
	return w
}

func (w *world) holds(t *testing.T, name, want string) {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(w.project, name)); err != nil || string(data) != want {
		t.Errorf("%s holds %q, %v; want %q", name, data, err, want)
	}
}

// TestClientWhoseWork runs the real client: two sessions, one after the other, and a user
// work in one repository. What the session wrote it may discard; what the others wrote is
// asked about by name.
func TestClientWhoseWork(t *testing.T) {
	client := realClient(t)
	w := newSharedWorld(t)
	own := filepath.Join(w.project, "own.txt")

	told := w.plays(t, client, append(edits(own, "first", "second"), bash("git checkout ."))...)
	if last := told[2]; last.failed || strings.Contains(last.result+about(last.beside), "ctxhook") {
		t.Errorf("over its own edit the session is told %q", last.result)
	}
	w.holds(t, "own.txt", "first\n")

	w.plays(t, client, edits(filepath.Join(w.project, "other.txt"), "first", "of another session")...)
	w.file(t, "project/user.txt", "of the user\n", 0o644)
	w.git(t, "worktree", "add", "-q", filepath.Join(w.dir, "topic"))
	w.file(t, "topic/own.txt", "of another worktree\n", 0o644)
	w.git(t, "-C", filepath.Join(w.dir, "topic"), "stash", "push", "-q", "-m", "theirs")

	steps := []struct {
		use
		denied bool
		names  []string
	}{
		{use: edits(own, "first", "third")[0]},
		{use: edits(own, "first", "third")[1]},
		{use: bash("git checkout ."), denied: true, names: []string{"other.txt (edited by an earlier session", "user.txt (not by this session, as far as is known)"}},
		{use: bash("git reset --hard"), denied: true, names: []string{"other.txt (edited by an earlier session", "user.txt (not by this session, as far as is known)"}},
		{use: bash("git stash pop"), denied: true, names: []string{"stash@{0} (`On topic: theirs`)", "git stash apply "}},
		{use: bash("git checkout -- own.txt")},
	}
	var uses []use
	for _, s := range steps {
		uses = append(uses, s.use)
	}
	for i, got := range w.plays(t, client, uses...) {
		s := steps[i]
		t.Logf("%v -> %.500s", s.input["command"], got.result)
		if got.failed != s.denied {
			t.Errorf("%v: denied = %v, want %v: %s", s.input, got.failed, s.denied, got.result)
		}
		for _, name := range s.names {
			if !strings.Contains(got.result, name) {
				t.Errorf("%v: the model is not told %q: %s", s.input, name, got.result)
			}
		}
		if s.denied && strings.Contains(got.result, "own.txt") {
			t.Errorf("%v: its own file is named: %s", s.input, got.result)
		}
	}
	w.holds(t, "own.txt", "first\n")
	w.holds(t, "other.txt", "of another session\n")
	w.holds(t, "user.txt", "of the user\n")
}

// TestClientWorktreeIsFree runs the real client with a subagent in a worktree that
// the client makes for it: what lies there is its own.
func TestClientWorktreeIsFree(t *testing.T) {
	client := realClient(t)
	w := newSharedWorld(t)
	w.file(t, "project/user.txt", "of the user\n", 0o644)
	const prompt = "Try it in your own tree."
	m := newModel(t, nil, always)
	task := handOn("try it", prompt)
	task.input["isolation"] = "worktree"
	m.uses = []use{task, bash("git status --short")}
	agent := &talk{uses: []use{
		bash("git rev-parse --show-toplevel"), bash("echo tried >> own.txt"), bash("sh -c 'echo made > made.txt'"), bash("git checkout ."), bash("git clean -fd"), bash("echo again >> own.txt; true"), bash("git reset --hard"),
	}}
	m.agents[prompt] = agent
	w.run(t, client, m.URL)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(agent.told) != len(agent.uses) {
		t.Fatalf("the subagent came as far as %d: %+v, %+v", len(agent.told), agent.told, m.told)
	}
	if top := strings.TrimSpace(agent.told[0].result); top == w.project || !strings.Contains(top, string(filepath.Separator)) {
		t.Fatalf("the subagent works in %q", top)
	}
	for i, got := range agent.told {
		if got.failed || strings.Contains(got.result+about(got.beside), "ctxhook") {
			t.Errorf("%v: the subagent is told %s %s", agent.uses[i].input["command"], got.result, about(got.beside))
		}
	}
	w.holds(t, "user.txt", "of the user\n")
}

// TestClientAsksByName runs the real client in a terminal: the user is asked about
// git reset --hard over their own work, sees the file's name, and accepts.
func TestClientAsksByName(t *testing.T) {
	client := realClient(t)
	w := newSharedWorld(t)
	m := newModel(t, []string{"git status", "git reset --hard"}, func(turn int) bool {
		if turn == 1 { // the session has begun
			w.file(t, "project/user.txt", "of the user\n", 0o644)
		}
		return true
	})
	seen := w.attended(t, client, m.URL, "clean up", "")
	// A terminal breaks lines where it likes, in a box.
	if text := strings.Join(strings.Fields(strings.ReplaceAll(seen, "│", "")), ""); !strings.Contains(text, "Itwouldloseuser.txt(changedoutsidethissessionsinceitbegan)") {
		t.Errorf("the user is not told which file: %s", seen)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != 2 || m.told[1].failed {
		t.Errorf("accepted, and the model is told %+v", m.told)
	}
	w.holds(t, "user.txt", "first\n")
}
