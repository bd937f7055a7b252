package paths_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Links.Follow answers as filepath.EvalSymlinks does, in any order.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": "a", "a/up": "..", "a/loop": "loop", "a/gone": "nowhere", "a/far": dir} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	var links paths.Links
	for _, name := range []string{
		"link/b", "a/b", "a/up/link/b", "a/far/link/up/a", "link", "a/file", "a/file/x", "none", "none/x", "a/loop", "a/loop/x", "a/gone", "a/gone/x", ".", "",
	} {
		path := filepath.Join(dir, name)
		want, wantErr := filepath.EvalSymlinks(path)
		got, err := links.Follow(path)
		if wantErr != nil {
			want = ""
		}
		if err != nil {
			got = ""
		}
		if got != want || (err == nil) != (wantErr == nil) || errors.Is(err, fs.ErrNotExist) != errors.Is(wantErr, fs.ErrNotExist) {
			t.Errorf("%s: %q, %v, want %q, %v", name, got, err, want, wantErr)
		}
		if known := links.Err(path); (known == nil) != (err == nil) {
			t.Errorf("%s: Err says %v, Follow %v", name, known, err)
		}
	}
}

// Of a path that does not exist, what does is followed.
func TestReal(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	var links paths.Links
	for _, tt := range []struct{ path, want string }{
		{"a", "a"}, {"link", "a"}, {"link/none", "a/none"}, {"link/none/deep/er", "a/none/deep/er"}, {"none", "none"}, {"none/link", "none/link"},
	} {
		if got, want := links.Real(filepath.Join(dir, tt.path)), filepath.Join(dir, tt.want); got != want {
			t.Errorf("%s is %s, want %s", tt.path, got, want)
		}
	}
	if root := filepath.VolumeName(dir) + string(filepath.Separator); links.Real(root) != root {
		t.Errorf("the root is %s", links.Real(root))
	}
}
