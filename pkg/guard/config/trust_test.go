package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

func TestTrust(t *testing.T) {
	s := setup(t, map[string]string{project: "allowed_patterns: [make]\n", ".ctxhook/rules/a.yaml": "title: a\n"})
	p, root := s.Places, s.Project
	if IsTrusted(p, root) {
		t.Fatal("trusted from the start")
	}
	trust := func() {
		t.Helper()
		if err := Trust(p, root, at); err != nil {
			t.Fatal(err)
		}
		if !IsTrusted(p, root) {
			t.Fatal("not trusted after Trust")
		}
	}
	trust()
	if c, problems := Load(s); len(c.Allowed) != 1 || len(problems) > 0 {
		t.Errorf("allowed %v, problems %v", c.Allowed, problems)
	}
	changes := []struct {
		name string
		do   func() error
	}{
		{"settings", func() error {
			return os.WriteFile(filepath.Join(root, project), []byte("allowed_patterns: [rm]\n"), 0o600)
		}},
		{"a rule", func() error {
			return os.WriteFile(filepath.Join(root, ".ctxhook/rules/a.yaml"), []byte("title: b\n"), 0o600)
		}},
		{"a new rule", func() error { return os.WriteFile(filepath.Join(root, ".ctxhook/rules/b.yaml"), nil, 0o600) }},
		{"a rule renamed", func() error {
			return os.Rename(filepath.Join(root, ".ctxhook/rules/b.yaml"), filepath.Join(root, ".ctxhook/rules/c.yaml"))
		}},
		{"no settings", func() error { return os.Remove(filepath.Join(root, project)) }},
	}
	for _, tt := range changes {
		trust()
		if err := tt.do(); err != nil {
			t.Fatal(err)
		}
		if IsTrusted(p, root) {
			t.Errorf("still trusted after a change of %s", tt.name)
		}
	}
	trust()
	if err := Untrust(p, root); err != nil || IsTrusted(p, root) {
		t.Errorf("still trusted after Untrust (%v)", err)
	}
}

func TestTrustFileBroken(t *testing.T) {
	s := setup(t, map[string]string{project: "allowed_patterns: [make]\n"})
	for _, text := range []string{"{", "[]", `{"projects":null}`, ""} {
		write(t, s.Places.TrustFile(), text)
		if IsTrusted(s.Places, s.Project) {
			t.Errorf("%q trusts", text)
		}
		if err := Trust(s.Places, s.Project, at); err != nil || !IsTrusted(s.Places, s.Project) {
			t.Errorf("%q: cannot be trusted anew: %v", text, err)
		}
	}
}

func TestTrustWithoutPlaces(t *testing.T) {
	s := setup(t, map[string]string{project: "allowed_patterns: [make]\n"})
	if err := Trust(paths.Places{}, s.Project, at); err == nil {
		t.Error("trusted, but nowhere")
	}
	if IsTrusted(paths.Places{}, s.Project) {
		t.Error("trusted without a place to say so")
	}
}

func TestTrustedProjects(t *testing.T) {
	dir := t.TempDir()
	p, err := paths.Resolve(func(name string) string {
		return map[string]string{"HOME": dir}[name]
	}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UTC().Truncate(time.Second)
	var want []TrustedProject
	for _, name := range []string{"a", "b"} {
		root := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(root, paths.ProjectName), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := Trust(p, root, now); err != nil {
			t.Fatal(err)
		}
		want = append(want, TrustedProject{root, now, name == "a"})
	}
	changed := filepath.Join(dir, "b", paths.ProjectName, "config.yaml")
	if err := os.WriteFile(changed, []byte("safety_level: permissive\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := TrustedProjects(p)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("trusted projects (-want +got):\n%s", diff)
	}
}
