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
