package git_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// TestSeen: directories and permissions are told as they were when they were
// looked at, and no file that is not there, not tracked or no plain one.
func TestSeen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are compared by git")
	}
	dir := newRepo(t)
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"dir/run.sh", "dir/shared", "dir/gone", "dir/link", "moved/x", "hidden"} {
		write(t, at(name), name)
	}
	modes := map[string]fs.FileMode{"dir/run.sh": 0o755, "dir/shared": 0o664 | fs.ModeSticky, "hidden": 0o600}
	for name, mode := range modes {
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "more")
	git(t, dir, "update-index", "--assume-unchanged", "hidden")
	write(t, at("dir/untracked"), "u")
	for _, err := range []error{
		os.Remove(at("dir/gone")), os.Remove(at("dir/link")), os.Symlink("b.txt", at("dir/link")),
		os.Rename(at("moved"), at("elsewhere")), os.Symlink("elsewhere", at("moved")), os.Chmod(at("dir"), 0o750),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := reader.Open(dir, reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	permissions := func(below string) map[string]uint32 {
		got := make(map[string]uint32)
		if err := r.Permissions(below, func(path string, permissions uint32) { got[path] = permissions }); err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := permissions(""); len(got) > 0 {
		t.Errorf("before anything was compared: %v", got)
	}
	if err := r.Status(reader.Query{Untracked: reader.Each}, func(reader.Change) bool { return true }); err != nil {
		t.Fatal(err)
	}
	want := map[string]uint32{".gitignore": 0o644, "a.txt": 0o644, "dir/b.txt": 0o644, "dir/run.sh": 0o755, "dir/shared": 0o1664}
	if diff := cmp.Diff(want, permissions("")); diff != "" {
		t.Errorf("permissions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]uint32{"dir/b.txt": 0o644, "dir/run.sh": 0o755, "dir/shared": 0o1664}, permissions("dir")); diff != "" {
		t.Errorf("permissions below dir (-want +got):\n%s", diff)
	}
	write(t, at("dir/later"), "l")
	list, mode, err := r.Entries("dir")
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"b.txt", "link", "run.sh", "shared", "untracked"}, names); diff != "" || mode != 0o750 || err != nil {
		t.Errorf("dir has %#o, %v (-want +got):\n%s", mode, err, diff)
	}
	for _, name := range []string{"nowhere", "moved", "a.txt"} {
		if _, _, err := r.Entries(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
