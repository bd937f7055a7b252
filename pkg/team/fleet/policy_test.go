package fleet

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// write makes the files of a directory.
func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "policy")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPolicyGoesToMachines(t *testing.T) {
	tm := newTeam(t)
	m, other := tm.machine("a", "core"), tm.machine("b", "web")
	admin := tm.connect("postgres")
	first := Policy{"config.yaml": "safety_level: strict\n", "rules/a.yaml": "x", "packs/p/rules/b.yaml": "y"}
	dir := filepath.Join(t.TempDir(), "etc", "ctxhook")
	pull := func(want PulledPolicy) {
		t.Helper()
		got, err := PullPolicy(t.Context(), tm.connect(m.role), dir)
		if err != nil || got != want {
			t.Errorf("pulled %+v: %v; want %+v", got, err, want)
		}
	}
	holds := func(want Policy) {
		t.Helper()
		got, err := readPolicy(dir)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("the directory: %v (-want +got)\n%s", err, diff)
		}
		if beside, _ := os.ReadDir(filepath.Dir(dir)); len(beside) != 1 {
			t.Errorf("beside it is left %v", beside)
		}
	}
	pull(PulledPolicy{})
	for range 2 {
		if v, err := Publish(t.Context(), admin, "core", write(t, first)); v != 1 || err != nil {
			t.Errorf("published as %d: %v", v, err)
		}
	}
	pull(PulledPolicy{1, true})
	holds(first)
	if info, err := os.Stat(filepath.Join(dir, "rules/a.yaml")); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("a file that all users read has mode %v: %v", info.Mode(), err)
	}
	pull(PulledPolicy{1, false})
	second := Policy{"config.yaml": "safety_level: standard\n"}
	if v, err := Publish(t.Context(), admin, "core", write(t, second)); v != 2 || err != nil {
		t.Errorf("published as %d: %v", v, err)
	}
	pull(PulledPolicy{2, true})
	holds(second)
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte("safety_level: permissive\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	pull(PulledPolicy{2, true}) // it was changed here
	holds(second)
	if got, err := PullPolicy(t.Context(), tm.connect(other.role), t.TempDir()); err != nil || got.Version != 0 {
		t.Errorf("another team pulls %+v: %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "passwd"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := PullPolicy(t.Context(), tm.connect(m.role), dir); err == nil || !strings.Contains(err.Error(), "more than a policy") {
		t.Errorf("a directory with other files: %v", err)
	}
	if _, err := Publish(t.Context(), tm.connect(m.role), "core", write(t, first)); err == nil {
		t.Error("a machine published a policy")
	}
	// Who changes a row of the server does not change what was published.
	tm.rows("postgres", `UPDATE fleet.policies SET files = '{"config.yaml": "safety_level: permissive"}'`)
	if _, err := PullPolicy(t.Context(), tm.connect(m.role), filepath.Join(t.TempDir(), "new")); err == nil {
		t.Error("files that were not published are taken")
	}
}

func TestReadPolicy(t *testing.T) {
	linked := write(t, map[string]string{"config.yaml": "x"})
	if err := os.MkdirAll(filepath.Join(linked, "rules"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/hostname", filepath.Join(linked, "rules", "a.yaml")); err != nil {
		t.Skip(err)
	}
	if _, err := readPolicy(linked); !errors.Is(err, paths.ErrNotRegular) {
		t.Errorf("a link: %v", err)
	}
	cached := write(t, map[string]string{"config.yaml": "x", "cache/rules-1": "of ctxhook"})
	if p, err := readPolicy(cached); err != nil || len(p) != 1 {
		t.Errorf("with a cache: %v, %v", p, err)
	}
	for name, dir := range map[string]string{
		"another file": write(t, map[string]string{"config.yaml": "x", "id_rsa": "y"}), "a hidden one": write(t, map[string]string{"packs/.git/config": "x"}),
		"a large one": write(t, map[string]string{"config.yaml": strings.Repeat("x", maxPolicyFile+1)}), "none": t.TempDir(),
	} {
		if p, err := readPolicy(dir); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// FuzzPolicy: no name of a policy that is taken leads out of its directory.
func FuzzPolicy(f *testing.F) {
	f.Add([]byte(`{"config.yaml":"x","rules/../../x":"y"}`))
	f.Add([]byte(`{"packs/a/b/../../../../etc/passwd":"y","/etc/x":"","packs//a":"","rules/a.yaml\n":""}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p Policy
		if json.Unmarshal(data, &p) != nil || p.check() != nil {
			return
		}
		for name := range p {
			if !filepath.IsLocal(name) || filepath.ToSlash(filepath.Clean(name)) != name || strings.Contains(name, "/.") {
				t.Errorf("%q is taken", name)
			}
		}
	})
}
