package install

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDoctorMachine: files of a policy that other users cannot read, or that count
// for nothing, are named, and no others.
func TestDoctorMachine(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{
		"config.yaml": 0o644, "config.yml": 0o644, ".policy": 0o600, "rules/a.yaml": 0o640, "rules/b.yml": 0o644, "rules/c.yaml": 0o644,
		"rules/more/d.yaml": 0o644, "packs/acme/pack.yaml": 0o644, "packs/acme/README.md": 0o644, "packs/secret/e.yaml": 0o644, "cache/rules-1": 0o644,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{".": 0o755, "rules/a.yaml": 0o640, "packs/secret": 0o700} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	at := func(names ...string) string {
		for i := range names {
			names[i] = filepath.Join(dir, filepath.FromSlash(names[i]))
		}
		return strings.Join(names, ", ")
	}
	d := &Doctor{Machine: "a policy"}
	d.Places.Machine = dir
	d.machine()
	want := []string{"a policy", "other users cannot read " + at("packs/secret (mode 0700)", "rules/a.yaml (mode 0640)"), "ignored: " + at("config.yml", "rules/b.yml", "rules/more")}
	if runtime.GOOS == "windows" {
		want = []string{want[0], want[2]}
	}
	for i, c := range d.checks {
		if i >= len(want) || c.Result != want[i] {
			t.Errorf("%v, want %q", c, want)
		}
	}
	if len(d.checks) != len(want) {
		t.Errorf("%v, want %q", d.checks, want)
	}
}
