package git_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// TestContent: what a commit or the index holds of a file is what git says.
func TestContent(t *testing.T) {
	dir := newRepo(t)
	first := git(t, dir, "rev-parse", "HEAD")[:40]
	write(t, filepath.Join(dir, "dir", "b.txt"), "changed\n")
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	git(t, dir, "add", "link")
	git(t, dir, "rm", "-q", "--cached", "a.txt")
	git(t, dir, "commit", "-q", "-m", "second")
	second := git(t, dir, "rev-parse", "HEAD")[:40]
	git(t, dir, "add", "dir")
	for _, packed := range []bool{false, true} {
		if packed {
			git(t, dir, "gc", "-q")
		}
		for _, tt := range []struct {
			name, commit, path, want string
			err                      error
		}{
			{"below a directory", first, "dir/b.txt", "b\n", nil},
			{"as staged", "", "dir/b.txt", "changed\n", nil},
			{"unchanged", second, "dir/b.txt", "b\n", nil},
			{"deleted", second, "a.txt", "", fs.ErrNotExist},
			{"not staged", "", "a.txt", "", fs.ErrNotExist},
			{"a directory", first, "dir", "", fs.ErrNotExist},
			{"below a file", first, "a.txt/x", "", fs.ErrNotExist},
			{"a link", second, "link", "", reader.ErrUnsupported},
			{"a staged link", "", "link", "", reader.ErrUnsupported},
			{"no commit", "0123456789012345678901234567890123456789", "a.txt", "", reader.ErrDamaged},
		} {
			t.Run(tt.name, func(t *testing.T) {
				r, err := reader.Open(dir, reader.Options{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Content(tt.commit, tt.path)
				if string(got) != tt.want || !errors.Is(err, tt.err) {
					t.Errorf("Content(%q, %q) = %q, %v, want %q, %v", tt.commit, tt.path, got, err, tt.want, tt.err)
				}
			})
		}
	}
}

// TestNoSettings: the null device is how a user says that there are none.
func TestNoSettings(t *testing.T) {
	dir := newRepo(t)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	r, err := reader.Open(dir, reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Tracked("a.txt"); err != nil {
		t.Errorf("Tracked: %v", err)
	}
}
