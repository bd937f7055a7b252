package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stateOf and the others are where ctxhook keeps its files, below a home.
const (
	stateOf  = ".local/state/ctxhook"
	dataOf   = ".local/share/ctxhook"
	configOf = ".config/ctxhook"
)

// faults are what may happen to each of these files and directories.
var faults = []struct {
	name string
	make func(path string) error
}{
	{"a file in the way", func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) }},
	{"a directory in the way", func(path string) error { return os.MkdirAll(filepath.Join(path, "x"), 0o700) }},
	{"a link to nowhere", func(path string) error { return os.Symlink("/nowhere/at/all", path) }},
	{"a link to itself", func(path string) error { return os.Symlink(path, path) }},
	{"a device that is full", func(path string) error { return os.Symlink("/dev/full", path) }},
	{"a device without end", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"random bytes", func(path string) error { return os.WriteFile(path, []byte("\x00\xff\xfe{[\x01"), 0o600) }},
	{"nothing in it", func(path string) error { return os.WriteFile(path, nil, 0o600) }},
	{"from the future", func(path string) error {
		at := time.Now().AddDate(40, 0, 0)
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			return err
		}
		return os.Chtimes(path, at, at)
	}},
}

// TestFaults puts each fault in the place of each of our files. The built-in
// rules hold, a harmless command passes, no hook fails; and once the fault is
// gone, what happens is recorded again.
func TestFaults(t *testing.T) {
	for _, place := range []string{
		stateOf, stateOf + "/spool", stateOf + "/once", stateOf + "/calls", stateOf + "/debug.log", stateOf + "/trust.json",
		dataOf, dataOf + "/ctxhook.db", dataOf + "/ctxhook.db.lock", configOf, configOf + "/config.yaml", configOf + "/rules", ".cache/ctxhook",
	} {
		for _, f := range faults {
			t.Run(strings.ReplaceAll(place, "/", "|")+" "+f.name, func(t *testing.T) {
				u := newUser(t)
				if !strings.HasPrefix(place, dataOf) { // this process has the database open from then on
					u.records(t, "before")
				}
				path := filepath.Join(u.home, place)
				if err := os.RemoveAll(path); err != nil {
					t.Fatal(err)
				}
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := f.make(path); err != nil {
					t.Skip(err)
				}
				for _, e := range killed { // a hook that fails ends the test
					out := u.hook(t, "s1", e.hook, e.payload)
					if e.hook == "pre-bash" && !strings.Contains(out, `"deny"`) {
						t.Errorf("rm -rf / passes: %s", out)
					}
				}
				if out := u.hook(t, "s1", "pre-bash", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"c8","tool_input":{"command":"ls"}}`); strings.Contains(out, `"deny"`) || strings.Contains(out, `"ask"`) {
					t.Errorf("ls is stopped: %s", out)
				}
				if err := os.RemoveAll(path); err != nil {
					t.Fatal(err)
				}
				u.records(t, "after")
			})
		}
	}
}

// records fails unless a command is recorded, and found again.
func (u *user) records(t *testing.T, name string) {
	t.Helper()
	u.hook(t, "s2", "post-bash", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"`+name+`","tool_input":{"command":"make `+name+`"},"tool_response":{"stdout":"it was made so","stderr":"","interrupted":false}}`)
	if out := u.runs(t, "", "history"); !strings.Contains(out, "make "+name) {
		t.Errorf("make %s is not recorded: %s", name, out)
	}
}
