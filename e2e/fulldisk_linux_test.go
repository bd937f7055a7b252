package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fullEnv names the directory with a disk of its own.
const fullEnv = "E2E_FULL_DISK"

// TestFullDisk fills the disk with the user's home. The built-in rules hold, the
// user is told that nothing is recorded, a command is blocked where undo could not
// keep the files, and once there is space again all is recorded.
func TestFullDisk(t *testing.T) {
	dir := os.Getenv(fullEnv)
	if dir == "" {
		dir = t.TempDir()
		const disk = `mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"`
		mount := func(command ...string) *exec.Cmd {
			return exec.CommandContext(t.Context(), "unshare", append([]string{"--user", "--map-root-user", "--mount", "sh", "-c", disk, dir}, command...)...)
		}
		if out, err := mount("true").CombinedOutput(); err != nil {
			t.Skipf("no file system of its own: %v: %s", err, out)
		}
		c := mount(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		c.Env = append(os.Environ(), fullEnv+"="+dir)
		if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestFullDisk") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}

	u := newUser(t)
	u.home = filepath.Join(dir, "home")
	if err := os.MkdirAll(filepath.Dir(u.path("s1")), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("/bin/sh", "-c", `cd "$0" && rm -rf .git && git init -q && echo a > a.txt && git add . && git -c user.name=a -c user.email=a@b commit -qm a && echo mine > a.txt`, u.project).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	u.records(t, "before")
	const reset = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"CALL","tool_input":{"command":"git reset --hard"}}`
	asks := func(call string) string {
		return u.hook(t, "s1", "pre-bash", strings.ReplaceAll(reset, "CALL", call))
	}
	const unkept = "nothing could be kept for ctxhook undo"
	if out := asks("c1"); !strings.Contains(out, "needs the user's approval") || strings.Contains(out, unkept) {
		t.Errorf("with space, work is not kept and asked about: %s", out)
	}

	ballast := fill(t, dir)
	if err := os.WriteFile(filepath.Join(u.project, "a.txt"), []byte("mine, and other\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := asks("c2"); !strings.Contains(out, "needs the user's approval") || !strings.Contains(out, unkept) {
		t.Errorf("on a full disk, work that is not kept may go: %s", out)
	}
	if out := u.hook(t, "s1", "pre-bash", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"c3","tool_input":{"command":"rm -rf /"}}`); !strings.Contains(out, `"deny"`) {
		t.Errorf("rm -rf / passes: %s", out)
	}
	said := ""
	for _, e := range append(killed, struct{ hook, payload string }{"session-end", `{"hook_event_name":"SessionEnd","reason":"other"}`}, killed[0]) {
		out := u.hook(t, "s1", e.hook, e.payload)
		if e.hook == "session-end" && out != "" {
			t.Errorf("session-end says %s", out)
		}
		said += out
	}
	if !strings.Contains(said, "systemMessage") || !strings.Contains(said, "no space left") {
		t.Errorf("the user is not told: %s", said)
	}

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	u.records(t, "after")
	if out := asks("c4"); !strings.Contains(out, "needs the user's approval") || strings.Contains(out, unkept) {
		t.Errorf("with space again, work is not kept and asked about: %s", out)
	}
}

// fill fills the disk that holds a directory, and returns the file that does.
func fill(t *testing.T, dir string) string {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1 << 16, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}
