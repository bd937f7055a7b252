package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/place"
)

func TestRevokeAllow(t *testing.T) {
	dir := t.TempDir()
	p, err := place.Resolve(func(name string) string {
		return map[string]string{"HOME": dir}[name]
	}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	var ids []string
	for _, rule := range []string{"git/reset-hard", "git/clean"} {
		a, err := AddAllow(p, Allow{Rule: rule}, now)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, a.ID)
	}
	if err := RevokeAllow(p, "a-nothing0", now); !errors.Is(err, ErrNoEntry) {
		t.Errorf("an entry that is not there: got %v, want %v", err, ErrNoEntry)
	}
	if err := RevokeAllow(p, ids[0], now); err != nil {
		t.Fatal(err)
	}
	left, problems := AllowEntries(p, now)
	if len(problems) > 0 || len(left) != 1 || left[0].ID != ids[1] {
		t.Errorf("got %v and problems %v, want the entry %s alone", left, problems, ids[1])
	}
	if err := os.WriteFile(p.AllowFile(), []byte("- id: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := RevokeAllow(p, ids[1], now); err == nil {
		t.Error("a broken file was rewritten")
	}
}

func TestTrustedProjects(t *testing.T) {
	dir := t.TempDir()
	p, err := place.Resolve(func(name string) string {
		return map[string]string{"HOME": dir}[name]
	}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UTC().Truncate(time.Second)
	var want []TrustedProject
	for _, name := range []string{"a", "b"} {
		root := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(root, place.ProjectName), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := Trust(p, root, now); err != nil {
			t.Fatal(err)
		}
		want = append(want, TrustedProject{root, now, name == "a"})
	}
	changed := filepath.Join(dir, "b", place.ProjectName, "config.yaml")
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
