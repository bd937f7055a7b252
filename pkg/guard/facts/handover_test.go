package facts_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// TestHandOver: what questions have seen is given away once, and nothing of a look
// that is too old.
func TestHandOver(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are compared by git")
	}
	changed := func(s *facts.Source, dir string) (n int) {
		t.Helper()
		r, err := s.HandOver(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Status(reader.Query{}, func(reader.Change) bool { n++; return true }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	dir := newRepo(t)
	s := source(t, dir)
	if got := s.Tree("."); got.Modified != 0 {
		t.Fatalf("%+v", got)
	}
	write(t, filepath.Join(dir, "a.txt"), "longer than before\n")
	if got := changed(s, dir); got != 0 {
		t.Errorf("%d changes, want those of the look before", got)
	}
	if got := changed(s, dir); got != 1 {
		t.Errorf("%d changes in the reader of a second caller, want 1", got)
	}
	if got := s.Path("a.txt"); got.Is(rule.PathClean) {
		t.Errorf("a later question sees %+v", got)
	}

	old := facts.New(facts.Options{Cwd: dir, Wall: 50 * time.Millisecond})
	old.Tree(".")
	write(t, filepath.Join(dir, "dir", "b.txt"), "longer than before\n")
	time.Sleep(60 * time.Millisecond)
	if got := changed(old, dir); got != 2 {
		t.Errorf("%d changes some time after the look, want 2", got)
	}
	if _, err := s.HandOver(realDir(t)); !errors.Is(err, reader.ErrNone) {
		t.Errorf("outside: %v", err)
	}
}
