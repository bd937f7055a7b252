package rescue

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// plainTree makes a tree that is in no repository.
func plainTree(t *testing.T, files map[string]string) (root string, s *Store) {
	t.Helper()
	root = filepath.Join(t.TempDir(), "tree")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		put(t, filepath.Join(root, name), text)
	}
	return root, openAt(t, t.TempDir(), root)
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, s *Store, b Bounds) *State {
	t.Helper()
	state, err := s.Take(Moment{Before: BeforeCommand}, b)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// apply brings a snapshot back.
func apply(t *testing.T, s *Store, id string, o Options) *Result {
	t.Helper()
	state, err := s.State(id)
	if err != nil {
		t.Fatal(err)
	}
	planner, err := s.Planner(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Plan(context.Background(), state, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Apply(context.Background(), p, Moment{}, o.Force)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func failed(r *Result) map[string]string {
	out := make(map[string]string)
	for _, c := range r.Failed {
		out[c.Path] = c.Refused
	}
	return out
}

// One mechanism inside and outside git.
func TestUndoOutsideGit(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "1", "dir/b": "2", "new\nline": "3", "esc\x1b[2J": "4"})
	s.Generated = func(path string) bool { return filepath.Base(path) == "node_modules" }
	put(t, filepath.Join(root, "node_modules/x/index.js"), "made")
	take(t, s, AtCommand)
	before := seen(t, root)
	for _, name := range []string{"a", "dir", "new\nline"} {
		if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	undo(t, s)
	if diff := cmp.Diff(before, seen(t, root)); diff != "" {
		t.Error(diff)
	}
	state, _ := s.State(mustMoments(t, s)[0].ID)
	if _, kept := state.entries["node_modules/x/index.js"]; kept {
		t.Error("what tools make again was kept")
	}
}

// A directory that holds nothing but what tools make again stays when that is gone.
func TestUndoLeavesHollow(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "1"})
	s.Generated = func(path string) bool { return filepath.Base(path) == "node_modules" }
	put(t, filepath.Join(root, "web/node_modules/x/index.js"), "made")
	take(t, s, AtCommand)
	for _, name := range []string{"a", "web/node_modules"} {
		if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	undo(t, s)
	for _, name := range []string{"a", "web"} {
		if _, err := os.Lstat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

func mustMoments(t *testing.T, s *Store) []Moment {
	t.Helper()
	list, err := s.Moments()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Undo writes and reads nothing behind a link, whenever it was put there.
func TestLinksThatLeadOut(t *testing.T) {
	root, s := plainTree(t, map[string]string{"dir/a": "mine", "b": "mine"})
	outside := t.TempDir()
	put(t, filepath.Join(outside, "a"), "theirs")
	if err := os.Symlink(outside, filepath.Join(root, "out")); err != nil {
		t.Fatal(err)
	}
	state := take(t, s, AtCommand)
	if _, kept := state.entries["out/a"]; kept {
		t.Error("what lies behind a link was kept")
	}
	if _, ok := s.Below(filepath.Join(root, "out", "a")); ok {
		t.Error("what lies behind a link is taken for a part of the tree")
	}
	before := seen(t, root)
	os.RemoveAll(filepath.Join(root, "dir"))
	if err := os.Symlink(outside, filepath.Join(root, "dir")); err != nil {
		t.Fatal(err)
	}
	undo(t, s)
	if diff := cmp.Diff(before, seen(t, root)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"a": "f-rw-r--r--theirs"}, seen(t, outside)); diff != "" {
		t.Errorf("outside: %s", diff)
	}
}

// Pipes, sockets and devices are not opened; an unreadable file and one that is
// too large are named; the rest is kept.
func TestWhatIsNotKept(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "1", "secret": "2"})
	if out, err := exec.Command("mkfifo", filepath.Join(root, "pipe")).CombinedOutput(); err != nil {
		t.Skipf("%v %s", err, out)
	}
	large, err := os.Create(filepath.Join(root, "large"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(large.Truncate(300<<20), large.Close()); err != nil {
		t.Fatal(err)
	}
	os.Chmod(filepath.Join(root, "secret"), 0)
	put(t, filepath.Join(root, "sub/.git/HEAD"), "")
	put(t, filepath.Join(root, "sub/x"), "")
	began := time.Now()
	state := take(t, s, AtCommand)
	if took := time.Since(began); took > AtCommand.Wall+time.Second {
		t.Errorf("it took %v", took)
	}
	var unkept []string
	for _, u := range state.Unkept {
		unkept = append(unkept, u.Path+": "+u.Why)
	}
	slices.Sort(unkept)
	want := []string{"large: too much to keep at once", "secret: cannot be read", "sub: a repository of its own"}
	if os.Geteuid() == 0 {
		want = slices.Delete(want, 1, 2)
	}
	if diff := cmp.Diff(want, unkept); diff != "" {
		t.Error(diff)
	}
	for _, row := range []struct {
		loss  Loss
		holds bool
	}{
		{Loss{Path: "a", Deletes: true}, true},
		{Loss{Path: "large"}, false},
		{Loss{Path: "."}, false},
		{Loss{Path: "sub/x"}, false},
		{Loss{Path: "sub", Deletes: true}, false},
		{Loss{Path: "pipe", Deletes: true}, true},
	} {
		if m := state.misses(row.loss); (m == nil) != row.holds {
			t.Errorf("%+v misses %+v", row.loss, m)
		}
	}
	os.Remove(filepath.Join(root, "a"))
	undo(t, s)
	if _, err := os.Lstat(filepath.Join(root, "pipe")); err != nil {
		t.Error("undo removed a pipe")
	}
}

// The bounds of a prompt hold: many files are kept over several prompts.
func TestBounds(t *testing.T) {
	files := make(map[string]string)
	for i := range 300 {
		files[strings.Repeat("d/", i%7)+"f"+string(rune('a'+i%26))+strings.Repeat("x", i/26)] = strings.Repeat("x", i)
	}
	_, s := plainTree(t, files)
	time.Sleep(100 * time.Millisecond) // what was just written is read again
	b := Bounds{Look: 5 * time.Second, Wall: 5 * time.Second, Bytes: 1 << 20, Files: 120}
	for _, most := range []int{180, 60, 0} {
		state := take(t, s, b)
		if n := len(state.Unkept) + state.More; n != most {
			t.Errorf("%d files were not kept, want %d", n, most)
		}
	}
	state, err := s.Take(Moment{}, Bounds{Look: time.Nanosecond, Wall: time.Nanosecond, Bytes: 1, Files: 1})
	if err != nil || len(state.Unkept)+state.More != 0 {
		t.Errorf("what is unchanged and kept takes no time: %+v, %v", state, err)
	}
}

// A file that is written over while it is kept is kept whole, or named.
func TestTreeThatChanges(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": strings.Repeat("0", 1<<20)})
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := byte('0'); ; i++ {
			select {
			case <-stop:
				return
			default:
				f, err := os.Create(filepath.Join(root, "new"))
				if err != nil {
					continue
				}
				f.WriteString(strings.Repeat(string(rune('0'+i%10)), 1<<20))
				f.Close()
				os.Rename(filepath.Join(root, "new"), filepath.Join(root, "a"))
			}
		}
	}()
	for range 20 {
		state := take(t, s, AtCommand)
		e, ok := state.entries["a"]
		if !ok {
			continue // it is named
		}
		var b strings.Builder
		if err := s.copyTo(&b, e.Hash); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); len(text) != 1<<20 || strings.Trim(text, text[:1]) != "" {
			t.Errorf("half of one and half of another: %d bytes", len(text))
		}
	}
	close(stop)
	<-done
}

// What was damaged in the store is not brought back.
func TestDamagedStore(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "one", "b": "two"})
	state := take(t, s, AtCommand)
	object := filepath.Join(s.objects(), state.entries["a"].Hash)
	if info, err := os.Lstat(object); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if err := os.WriteFile(object, []byte("rother"), 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(root, "a"), "now")
	os.Remove(filepath.Join(root, "b"))
	r := apply(t, s, state.ID, Options{End: ended(t, s)})
	if diff := cmp.Diff(map[string]string{"a": ErrDamaged.Error()}, failed(r)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"a": "f-rw-r--r--now", "b": "f-rw-r--r--two"}, seen(t, root)); diff != "" {
		t.Error(diff)
	}
}

// A chain may name no path that undo must not write to.
func TestPathsThatAreRefused(t *testing.T) {
	for _, path := range []string{"", ".", "..", "../x", "/etc/passwd", ".git", ".git/config", "a/.GIT/config", ".git./x", "git~1/x", "a//b", "a/../b", ".g\u200cit/x", ".\u200cgit", "\u200c.git/x", "a\x00b"} {
		e := Entry{Path: path, Kind: Absent}
		if got, ok := parseEntry(strings.TrimSuffix(string(e.appendLine(nil)), "\n")); ok {
			t.Errorf("%q is taken as %+v", path, got)
		}
	}
	for _, path := range []string{"a", ".gitignore", "a/.github/x", "git", "new\nline", "bytes\xff", "a b", "\"q"} {
		e := Entry{Path: path, Kind: Link, Link: "../" + path, Ignored: true}
		if got, ok := parseEntry(strings.TrimSuffix(string(e.appendLine(nil)), "\n")); !ok || got != e {
			t.Errorf("%q comes back as %+v %v", path, got, ok)
		}
	}
}

// A file that was changed after the command had ended is left alone.
func TestChangedSince(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "one", "b": "two"})
	state := take(t, s, AtCommand)
	put(t, filepath.Join(root, "a"), "lost")
	time.Sleep(20 * time.Millisecond)
	end := time.Now()
	time.Sleep(20 * time.Millisecond)
	put(t, filepath.Join(root, "b"), "later")
	r := apply(t, s, state.ID, Options{End: End{At: end, Call: ended(t, s).Call}})
	if diff := cmp.Diff(map[string]string{"b": ChangedSince}, failed(r)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"a": "f-rw-r--r--one", "b": "f-rw-r--r--later"}, seen(t, root)); diff != "" {
		t.Error(diff)
	}
	if r := apply(t, s, state.ID, Options{End: End{At: end}, Force: true}); len(r.Failed) > 0 {
		t.Errorf("with force: %v", failed(r))
	}
	if diff := cmp.Diff(map[string]string{"a": "f-rw-r--r--one", "b": "f-rw-r--r--two"}, seen(t, root)); diff != "" {
		t.Error(diff)
	}
}

// Only what is named comes back, and what a prompt does not know stays.
func TestSomePaths(t *testing.T) {
	root, s := plainTree(t, map[string]string{"src/a": "1", "src/b": "2", "c": "3"})
	state, err := s.Take(Moment{Before: BeforePrompt}, AtCommand)
	if err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(filepath.Join(root, "src"))
	os.Remove(filepath.Join(root, "c"))
	put(t, filepath.Join(root, "newer"), "4")
	apply(t, s, state.ID, Options{Paths: []string{"src"}, End: ended(t, s)})
	if diff := cmp.Diff(map[string]string{"src": "ddrwxr-xr-x", "src/a": "f-rw-r--r--1", "src/b": "f-rw-r--r--2", "newer": "f-rw-r--r--4"}, seen(t, root)); diff != "" {
		t.Error(diff)
	}
}
