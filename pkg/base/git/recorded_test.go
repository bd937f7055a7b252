package git_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// What the index has of a file is what git recorded: its blob, its size and when it had got
// that content.
func TestRecorded(t *testing.T) {
	dir := newRepo(t)
	path := filepath.Join(dir, "a.txt")
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "update-index", "--refresh")
	blob := strings.TrimSpace(git(t, dir, "hash-object", "a.txt"))
	open := func() *reader.Repo {
		r, err := reader.Open(dir, reader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	got, size, changed, ok := open().Recorded("a.txt")
	if !ok || got != blob || size != 2 || changed.Before(old) {
		t.Errorf("a.txt: %q of %d bytes at %v, %v; git says %q", got, size, changed, ok, blob)
	}
	future := time.Now().Add(time.Hour).Truncate(time.Second)
	if err := os.Chtimes(path, future, future); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "update-index", "--refresh")
	if _, _, changed, _ := open().Recorded("a.txt"); !changed.Equal(future) {
		t.Errorf("a file dated %v has its content since %v", future, changed)
	}
	for _, name := range []string{"dir", "none", "a", "dir/b"} {
		if _, _, _, ok := open().Recorded(name); ok {
			t.Errorf("%s is recorded", name)
		}
	}
}

// Content is found under whatever name the index has it, and is read only where a file has
// its size.
func TestHolds(t *testing.T) {
	dir := newRepo(t)
	write(t, filepath.Join(dir, "new.txt"), "new\n")
	git(t, dir, "add", "-N", "new.txt")
	r, err := reader.Open(dir, reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		content     string
		holds, read bool
	}{
		{"a\n", true, true}, {"b\n", true, true}, {"c\n", false, true}, {"longer than any file in there\n", false, false}, {"new\n", false, false},
	} {
		read := false
		holds := r.Holds(int64(len(tt.content)), func() ([]byte, error) { read = true; return []byte(tt.content), nil })
		if holds != tt.holds || read != tt.read {
			t.Errorf("%q: holds %v, read %v", tt.content, holds, read)
		}
	}
	if r.Holds(2, func() ([]byte, error) { return nil, os.ErrPermission }) {
		t.Error("content that cannot be read is held")
	}
}

// Files whose content a filter makes another one are found by the attributes that name it.
func TestFiltered(t *testing.T) {
	for _, tt := range []struct{ name, file, attributes, below, want string }{
		{"none", "", "", ".", ""},
		{"ends of lines", ".gitattributes", "*.txt text eol=lf\n", ".", ""},
		{"a filter", ".gitattributes", "*.txt filter=lfs\n", ".", "a.txt dir/b.txt"},
		{"a filter below", ".gitattributes", "*.txt filter=lfs\n", "dir", "dir/b.txt"},
		{"of a directory", "dir/.gitattributes", "*.txt filter=lfs\n", ".", "dir/b.txt"},
		{"an encoding", ".gitattributes", "a.txt working-tree-encoding=UTF-16\n", ".", "a.txt"},
		{"of this repository alone", ".git/info/attributes", "a.txt filter=x\n", ".", "a.txt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := newRepo(t)
			if tt.file != "" {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, tt.file)), 0o755); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(dir, tt.file), tt.attributes)
			}
			if path.Base(tt.file) == ".gitattributes" {
				git(t, dir, "add", tt.file)
			}
			r, err := reader.Open(dir, reader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			below := strings.TrimPrefix(tt.below, ".")
			if err := r.Filtered(below, func(path string) { got = append(got, path) }); err != nil {
				t.Fatal(err)
			}
			slices.Sort(got)
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%q, want %q", strings.Join(got, " "), tt.want)
			}
		})
	}
}
