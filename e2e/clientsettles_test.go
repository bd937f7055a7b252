package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientSettles runs the real client in several sessions: the red tests that
// a runner runs are told in the next session, and no more once the runner was
// green.
func TestClientSettles(t *testing.T) {
	client := realClient(t)
	for _, tt := range []struct {
		name     string
		runner   string // that has to be installed
		file     string
		data     string
		red, fix string
		green    string
		says     string
	}{
		{"make", "make", "Makefile", "test:\n\tgo test ./...\n", "make test", mendSum, "make test", "TestSum"},
		{"npm", "npm", "package.json", `{"scripts":{"test":"node --test"}}`, "npm test", mendJS, "npm test", "adds"},
		{"npm hidden by a pipe", "npm", "package.json", `{"scripts":{"test":"node --test"}}`, "npm test 2>&1 | tail -n 50", mendJS, "npm run test --silent", "adds"},
		{"a script that runs another", "npm", "package.json", `{"scripts":{"test":"go test ./...","verify":"npm test"}}`, "npm test", mendSum, "npm run verify", "TestSum"},
		{"what such a script runs", "npm", "package.json", `{"scripts":{"test":"go test ./...","verify":"npm test"}}`, "npm run verify", mendSum, "go test ./...", "TestSum"},
		{"a shell script", "npm", "package.json", `{"scripts":{"test":"node --test","ci":"sh ci.sh"}}`, "npm run ci", mendJS, "npm test", "adds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newGoWorld(t)
			w.needs(t, tt.runner, "sed")
			w.file(t, "project/"+tt.file, tt.data, 0o644)
			w.file(t, "project/ci.sh", "npm test\n", 0o644)
			w.file(t, "project/sum.js", "module.exports = (a, b) => a - b\n", 0o644)
			w.file(t, "project/sum.test.js", "require('node:test')('adds', () => require('node:assert').strictEqual(require('./sum')(1, 2), 3))\n", 0o644)
			w.hears(t, client, tt.red)
			if got := w.hears(t, client, tt.fix, tt.green); !strings.Contains(got, tt.says) {
				t.Errorf("after red the next session hears: %s", got)
			}
			if got := w.hears(t, client, "git status"); got != "nothing" {
				t.Errorf("after green the next session hears: %s", got)
			}
		})
	}
}

// What makes the tests of newGoWorld and of TestClientSettles pass.
const (
	mendSum = "sed -i 's/a - b/a + b/' sum.go"
	mendJS  = "sed -i 's/a - b/a + b/' sum.js"
)

// needs puts programs on the path of a world, or skips the test.
func (w *world) needs(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		program, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(program, filepath.Join(w.dir, "bin", name)); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
}

// hears runs the client in a session of its own in which commands run, and
// returns what its model is told of earlier work.
func (w *world) hears(t *testing.T, client string, commands ...string) string {
	t.Helper()
	m := newModel(t, commands, always)
	w.run(t, client, m.URL)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != len(commands) {
		t.Fatalf("the model came as far as command %d of %d", len(m.told), len(commands))
	}
	return digestIn(m.all)
}

// TestClientInvocation runs the real client in several sessions: what has to
// stand in front of a command is told before it fails a third time. Of a
// password, nothing is kept but the name of the variable.
func TestClientInvocation(t *testing.T) {
	client := realClient(t)
	const password = "hunter2-" + "correct-horse"
	for _, tt := range []struct{ name, front, says, hides string }{
		{"a value", "DATABASE_URL=sqlite:dev.db", "`DATABASE_URL=sqlite:dev.db ./migrate.sh` worked", "no secret"},
		{"a password in a value", "DATABASE_URL=postgres://app:" + password + "@localhost/shop", "DATABASE_URL", password},
		{"a secret", "API_TOKEN=" + secrets()[0], "API_TOKEN", secrets()[0]},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newGoWorld(t)
			w.file(t, "project/migrate.sh", "#!/bin/sh\n[ \"$DATABASE_URL$API_TOKEN\" ] || { echo 'OperationalError: no database and no token is configured' >&2; exit 1; }\n", 0o755)
			for range 2 {
				if got := w.hears(t, client, "./migrate.sh up", tt.front+" ./migrate.sh up"); got != "nothing" {
					t.Errorf("before two lessons a session hears: %s", got)
				}
			}
			got := w.hears(t, client, "git status")
			t.Log(got)
			if !strings.Contains(got, tt.says) {
				t.Errorf("after two lessons the next session hears: %s", got)
			}
			w.keepsNo(t, tt.hides)
		})
	}
}

// TestClientTrees runs the real client in two work trees of one repository: what
// fails in one is told there, and not in the other.
func TestClientTrees(t *testing.T) {
	client := realClient(t)
	main := newGoWorld(t)
	main.needs(t, "sed")
	main.git(t, "add", "go.mod", "sum.go", "sum_test.go")
	main.git(t, "commit", "-q", "-m", "sums")
	linked := *main
	linked.project = filepath.Join(main.dir, "linked")
	main.git(t, "worktree", "add", "-q", linked.project)
	linked.command(t, filepath.Join(main.dir, "bin", "ctxhook"), "init")
	for i, step := range []struct {
		in       *world
		commands []string
		want     bool
	}{
		{&linked, []string{"go test ./..."}, false},
		{main, []string{"git status"}, false},
		{&linked, []string{"git status"}, true},
		{main, []string{"go test ./..."}, false},
		{&linked, []string{mendSum, "go test ./..."}, true},
		{&linked, []string{"git status"}, false},
		{main, []string{"git status"}, true},
	} {
		if got := step.in.hears(t, client, step.commands...); strings.Contains(got, failingTest) != step.want {
			t.Errorf("%d: in %s the model hears: %s", i, filepath.Base(step.in.project), got)
		}
	}
}
