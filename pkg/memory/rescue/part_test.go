package rescue

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Where there is no time to see all of a tree, what was seen is kept, what was not is
// named, and undo changes nothing there.
func TestPartOfATree(t *testing.T) {
	w := newSmallWorld(t)
	w.sh("git stash clear; git add -A; git commit -q -m all")
	const dirs = 200
	for i := range dirs {
		w.write(fmt.Sprintf("d%03d/kept.txt", i), "one\n", 0o644)
	}
	w.sh("git add -A; git commit -q -m dirs")
	for i := range dirs {
		w.write(fmt.Sprintf("d%03d/kept.txt", i), "the user's work\n", 0o644)
		w.write(fmt.Sprintf("d%03d/new.txt", i), "new\n", 0o600)
	}
	s := openAt(t, t.TempDir(), w.root)
	state, err := s.Take(Moment{Before: BeforeCommand}, Bounds{Look: time.Nanosecond, Wall: time.Minute, Bytes: 1 << 20, Files: 1000})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }
	late := func(u Unkept) bool { return u.Why == noTimeToLook }
	if state.Len() == 0 || !slices.ContainsFunc(state.Unkept, late) {
		t.Fatalf("%d paths were kept, and %v were not", state.Len(), state.Unkept)
	}
	if m := state.misses(Loss{Path: "."}); m == nil || !late(*m) {
		t.Errorf("all of the tree would come back: %v", m)
	}
	before := seen(t, w.root)
	w.sh("git reset -q --hard; rm -f d*/new.txt")
	for i := range dirs { // the directories that were not seen have a life of their own
		w.write(fmt.Sprintf("d%03d/later.txt", i), "later\n", 0o640)
	}
	undo(t, s)
	back := 0
	for i := range dirs {
		dir := fmt.Sprintf("d%03d", i)
		held := state.misses(Loss{Path: dir}) == nil
		for _, name := range []string{"kept.txt", "new.txt"} {
			name = dir + "/" + name
			if _, ok := state.entries[name]; !ok {
				if held {
					t.Errorf("%s was neither kept nor named", name)
				}
				continue
			}
			back++
			if got := seen(t, w.root)[name]; got != before[name] {
				t.Errorf("%s came back as %q, want %q", name, got, before[name])
			}
		}
		if _, err := os.Lstat(at(dir + "/later.txt")); err != nil && !held {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if back == 0 {
		t.Error("nothing came back")
	}
	for _, u := range state.Unkept {
		if late(u) && in(u.Path, "d199/later.txt") {
			return
		}
	}
	t.Error("the last directory was not named")
}

// More ignored files than are kept are named by their directory, once something in it was
// changed, and do not keep an undo from keeping the rest.
func TestTooManyIgnoredFiles(t *testing.T) {
	w := newSmallWorld(t)
	w.sh("printf 'cache\\n' > .gitignore; mkdir -p cache/many; for i in $(seq 700); do echo $i > cache/many/$i; done; echo mine > notes")
	s := openAt(t, t.TempDir(), w.root)
	state := take(t, s, AtCommand)
	if len(state.Unkept) != 1 || state.Unkept[0].Path != "cache/many" || state.More != 0 {
		t.Fatalf("%+v and %d more", state.Unkept, state.More)
	}
	if m := state.misses(Loss{Path: "notes", Deletes: true}); m != nil {
		t.Errorf("%+v", m)
	}
	if m := state.misses(Loss{Path: "cache", Deletes: true}); m == nil {
		t.Error("all of it is said to be kept")
	}
	w.sh("echo lost > notes")
	p := plan(t, s, state, Options{End: ended(t, s)})
	if len(p.Unkept) > 0 || len(p.Changes) != 1 {
		t.Errorf("%+v is lost, %+v", p.Unkept, p.Changes)
	}
	settle()
	w.sh("rm cache/many/69*")
	if r := apply(t, s, state.ID, Options{End: ended(t, s)}); len(r.Failed) > 0 || len(r.Done) < 1 {
		t.Errorf("%+v", r)
	}
	if p := plan(t, s, state, Options{End: ended(t, s)}); len(p.Unkept) != 1 {
		t.Errorf("%+v is lost", p.Unkept)
	}
}

// What a command names by itself is kept before what is in a directory that it names, and
// what git ignores after what it does not.
func TestWhatIsKeptFirst(t *testing.T) {
	_, s := plainTree(t, map[string]string{"data/a": "1", "data/b": "12", "notes.md": "the notes", "src/x.go": "package x", "src/y.go": "p", ".env": "KEY=value of some length"})
	k := s.keeper(AtCommand, time.Now())
	todo := s.changed(k, &State{entries: make(map[string]Entry)}, &State{}, []found{
		{path: ".env", ignored: true, named: true, alone: true}, {path: "data/a", ignored: true, named: true}, {path: "data/b", ignored: true, named: true},
		{path: "notes.md", named: true}, {path: "src/x.go"}, {path: "src/y.go"},
	})
	var got []string
	for _, f := range todo {
		got = append(got, f.path)
	}
	if want := []string{".env", "src/y.go", "notes.md", "src/x.go", "data/a", "data/b"}; !slices.Equal(got, want) {
		t.Errorf("order %q, want %q", got, want)
	}
}
