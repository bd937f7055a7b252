package git_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// TestChangedInTheSameMoment: a file that changed once more, just after git
// looked at it, may have the size and the times that the index holds. Only an
// index that was written a while later proves that it is unchanged.
func TestChangedInTheSameMoment(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are compared by git")
	}
	dir := newRepo(t)
	file, index := filepath.Join(dir, "a.txt"), filepath.Join(dir, ".git", "index")
	entry := func() (all, stat []byte) {
		all, err := os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		const name, size = 62, 40
		at := bytes.Index(all, []byte("a.txt\x00")) - name
		return all, all[at : at+size]
	}
	first, stat := entry()
	for n := time.Now().Nanosecond(); n < 1e8 || n > 5e8; n = time.Now().Nanosecond() { // so that all of it is in one second
		time.Sleep(time.Millisecond)
	}
	write(t, file, "b\n")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", "a.txt")
	_, now := entry()
	copy(stat, now)
	for _, tt := range []struct {
		later time.Duration
		want  reader.Kind
	}{{-time.Second, reader.Modified}, {0, reader.Modified}, {15 * time.Millisecond, reader.Modified}, {100 * time.Millisecond, 0}, {2 * time.Second, 0}} {
		if err := os.WriteFile(index, first, 0o644); err != nil {
			t.Fatal(err)
		}
		at := info.ModTime().Add(tt.later)
		if err := os.Chtimes(index, at, at); err != nil {
			t.Fatal(err)
		}
		r, err := reader.Open(dir, reader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got reader.Kind
		if err := r.Status(reader.Query{Path: "a.txt"}, func(c reader.Change) bool {
			got = c.Work
			return true
		}); err != nil || got != tt.want {
			t.Errorf("written %v later: %c, %v", tt.later, got, err)
		}
	}
}
