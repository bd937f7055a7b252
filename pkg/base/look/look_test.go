package look

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// names lists a directory and returns what it holds, sorted.
func names(t *testing.T, tree *Tree, rel string) (list []string) {
	t.Helper()
	entries, open, err := tree.List(rel, 1000)
	Close(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch {
		case e.IsDir():
			list = append(list, e.Name()+"/")
		case e.Type()&fs.ModeSymlink != 0:
			list = append(list, e.Name()+"@")
		default:
			list = append(list, e.Name())
		}
	}
	slices.Sort(list)
	return list
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// settle gives a directory a stamp that no later change can have.
func settle(t *testing.T) {
	t.Helper()
	time.Sleep(2 * tick)
}

// again looks at root and below it, as an earlier look has kept it, and keeps it.
func again(t *testing.T, root, file string, below ...string) (seen map[string][]string, listed int) {
	t.Helper()
	tree := New(root)
	tree.Recall(file)
	tree.All()
	seen = make(map[string][]string)
	for _, rel := range append([]string{""}, below...) {
		seen[rel] = names(t, tree, rel)
	}
	if err := tree.Keep(); err != nil {
		t.Fatal(err)
	}
	return seen, tree.listed
}

// What was kept is as good as what is listed: directories that changed are listed
// again, whatever changed in them, and the others are not.
func TestKeptIsWhatIsThere(t *testing.T) {
	root := realDir(t)
	file := filepath.Join(realDir(t), "looks", "one")
	for _, name := range []string{"a", "same/x", "made/x", "removed/x", "removed/y", "renamed/x", "swapped/x", "written/x"} {
		write(t, filepath.Join(root, filepath.FromSlash(name)))
	}
	if err := os.Symlink("nowhere", filepath.Join(root, "swapped", "link")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	dirs := []string{"same", "made", "removed", "renamed", "swapped", "written"}
	settle(t)
	again(t, root, file, dirs...)
	if _, listed := again(t, root, file, dirs...); listed != 0 && New(root).supported(t) {
		t.Errorf("%d directories were listed again, and nothing had changed", listed)
	}
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	write(t, at("made/new"))
	write(t, at("written/x")) // no name changes
	for _, err := range []error{
		os.Remove(at("removed/y")), os.Rename(at("renamed/x"), at("renamed/z")),
		os.Remove(at("swapped/link")), os.Mkdir(at("swapped/link"), 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := map[string][]string{
		"":     {"a", "made/", "removed/", "renamed/", "same/", "swapped/", "written/"},
		"same": {"x"}, "made": {"new", "x"}, "removed": {"x"}, "renamed": {"z"}, "swapped": {"link/", "x"}, "written": {"x"},
	}
	for range 2 { // at once, and as it is kept then
		got, _ := again(t, root, file, dirs...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		settle(t)
	}
}

// supported reports whether names are kept on the file system of the tree at all.
func (t *Tree) supported(tt *testing.T) bool {
	names(tt, t, "")
	return t.stable
}

// A name that is made just after the look, within the same step of the clock, is
// seen: what had changed that recently is not kept.
func TestJustChanged(t *testing.T) {
	root := realDir(t)
	file := filepath.Join(realDir(t), "one")
	write(t, filepath.Join(root, "d", "first"))
	for i := range 200 {
		before, _ := again(t, root, file, "d")
		name := fmt.Sprint("n", i)
		write(t, filepath.Join(root, "d", name))
		if after, _ := again(t, root, file, "d"); !slices.Contains(after["d"], name) {
			t.Fatalf("%s is not seen: %v, %v before", name, after["d"], before["d"])
		}
	}
}

// A file that is not what was written counts as none, and so does one of another tree.
func TestDamagedFile(t *testing.T) {
	root := realDir(t)
	file := filepath.Join(realDir(t), "one")
	write(t, filepath.Join(root, "d", "x"))
	settle(t)
	again(t, root, file, "d")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Skip("nothing is kept on this file system")
	}
	want := map[string][]string{"": {"d/"}, "d": {"x"}}
	for at := range whole {
		changed := slices.Clone(whole)
		changed[at] ^= 0x41
		for _, data := range [][]byte{changed, whole[:at]} {
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			tree := New(root)
			tree.Recall(file)
			tree.All()
			if got := map[string][]string{"": names(t, tree, ""), "d": names(t, tree, "d")}; !cmp.Equal(want, got) {
				t.Fatalf("byte %d: %v", at, got)
			}
			if len(tree.kept.dirs) > 0 {
				t.Fatalf("byte %d: it was believed", at)
			}
		}
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	other := New(realDir(t))
	other.Recall(file)
	other.All()
	if len(other.kept.dirs) > 0 {
		t.Error("what was kept of another tree was believed")
	}
}

// The time is asked for inside the look, a small tree is seen however little there
// is, and nothing that is a part of a tree is kept for all of it.
func TestNoTime(t *testing.T) {
	root := realDir(t)
	file := filepath.Join(realDir(t), "one")
	for i := range 2 * between {
		write(t, filepath.Join(root, fmt.Sprint(i), "x"))
	}
	settle(t)
	tree := New(root)
	tree.Recall(file)
	tree.All()
	asked := 0
	tree.StopWhen(func() bool { asked++; return true })
	seen := 0
	for i := range 2 * between {
		_, open, err := tree.List(fmt.Sprint(i), 10)
		Close(open)
		if err == nil {
			seen++
		} else if !errors.Is(err, ErrLate) {
			t.Fatal(err)
		}
	}
	if seen != between-1 || asked != 1 || !tree.late {
		t.Errorf("%d directories were seen, the time was asked for %d times, late: %v", seen, asked, tree.late)
	}
	if err := tree.Keep(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(file); err == nil {
		t.Error("a part was kept")
	}
	tree.StopWhen(nil)
	if got := names(t, tree, "100"); !slices.Equal(got, []string{"x"}) {
		t.Errorf("with more time: %v", got)
	}
}

// A directory that has become a link is not followed.
func TestLinkIsNoDirectory(t *testing.T) {
	if !Complete {
		t.Skip("links are told apart by the caller")
	}
	root, other := realDir(t), realDir(t)
	if err := os.Symlink(other, filepath.Join(root, "d")); err != nil {
		t.Fatal(err)
	}
	_, open, err := New(root).List("d", 10)
	Close(open)
	if err == nil {
		t.Error("a link was listed")
	}
}
