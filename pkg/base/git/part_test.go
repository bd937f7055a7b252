package git_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// TestPartOfTheIndex: what a repository says does not depend on what it was asked
// before, although the first question about one path reads no more of the index.
func TestPartOfTheIndex(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are compared by git")
	}
	for _, version := range []string{"2", "3", "4"} {
		t.Run("version "+version, func(t *testing.T) {
			dir := newRepo(t)
			at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
			for _, name := range []string{"a", "a.b/x", "a0", "b/a/x", "b/x", "b.x", "c/" + fmt.Sprintf("%04200d", 1)[:200]} {
				write(t, at(name), name)
			}
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-q", "-m", "more")
			git(t, dir, "update-index", "--index-version", version)
			for _, name := range []string{"a", "b/x", "b/new", "a.b/new", "c/new"} {
				write(t, at(name), "changed since")
			}
			git(t, dir, "add", "b/x")
			paths := []string{"", "a", "a.b", "b", "b/a", "b/x", "c", "nowhere"}
			ask := func(r *reader.Repo, path string) (list []reader.Change) {
				t.Helper()
				tracked, _, err := r.Tracked(path)
				if err != nil {
					t.Fatal(err)
				}
				list = []reader.Change{{Path: fmt.Sprint(tracked)}}
				if err := r.Status(reader.Query{Path: path, Untracked: reader.Each}, func(c reader.Change) bool {
					list = append(list, c)
					return true
				}); err != nil {
					t.Fatal(err)
				}
				return list
			}
			open := func() *reader.Repo {
				r, err := reader.Open(dir, reader.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			whole := open()
			ask(whole, "")
			for _, first := range paths {
				for _, then := range paths {
					r := open()
					for _, path := range []string{first, then, "", first} {
						if diff := cmp.Diff(ask(whole, path), ask(r, path)); diff != "" {
							t.Errorf("%q after %q (-want +got):\n%s", path, first, diff)
						}
					}
				}
			}
			if got := ask(whole, "b"); !slices.ContainsFunc(got, func(c reader.Change) bool { return c.Path == "b/x" && c.Staged == reader.Modified }) {
				t.Errorf("b: %v", got)
			}
		})
	}
}
