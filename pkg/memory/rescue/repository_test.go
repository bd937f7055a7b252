package rescue

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func newSmallWorld(t *testing.T) *world { return newWorld(t, rand.New(rand.NewPCG(1, 2))) }

// A linked worktree has snapshots of its own, and a repository in a repository is
// not part of the outer one's.
func TestWorktreesAndRepositoriesInside(t *testing.T) {
	w := newSmallWorld(t)
	other := filepath.Join(filepath.Dir(w.root), "linked")
	w.sh("git worktree add -q " + shellQuote(other) + "; git init -q inner; echo x > inner/x")
	data := t.TempDir()
	here, there := openAt(t, data, w.root), openAt(t, data, other)
	put(t, filepath.Join(other, "work"), "1")
	if here.dir == there.dir {
		t.Fatal("two trees have one store")
	}
	state := take(t, here, AtCommand)
	if m := state.misses(Loss{Path: "inner/x"}); m == nil {
		t.Error("a repository inside is taken for kept")
	}
	if m := state.misses(Loss{Path: "."}); m != nil {
		t.Errorf("git reset --hard would not lose %+v", m)
	}
	take(t, there, AtCommand)
	before := seen(t, w.root)
	os.Remove(filepath.Join(other, "work"))
	undo(t, there)
	if data, err := os.ReadFile(filepath.Join(other, "work")); err != nil || string(data) != "1" {
		t.Errorf("%q %v", data, err)
	}
	if diff := cmp.Diff(before, seen(t, w.root)); diff != "" {
		t.Errorf("the main tree: %s", diff)
	}
}

// Work in a submodule is not kept, and it is known that it is not.
func TestSubmodule(t *testing.T) {
	w := newSmallWorld(t)
	lib := filepath.Join(filepath.Dir(w.root), "lib")
	w.sh("git init -q " + shellQuote(lib) + "; cd " + shellQuote(lib) + "; git commit -q --allow-empty -m lib")
	w.sh("git -c protocol.file.allow=always submodule --quiet add " + shellQuote(lib) + " sub; git commit -q -m sub; echo x > sub/x")
	s := openAt(t, t.TempDir(), w.root)
	state := take(t, s, AtCommand)
	if state.misses(Loss{Path: "sub", Deletes: true}) == nil || state.misses(Loss{Path: ".", Deletes: true}) == nil {
		t.Error("a submodule is taken for kept")
	}
	before := seen(t, w.root)
	w.sh("git reset -q --hard; git clean -qfdx")
	undo(t, s)
	if diff := cmp.Diff(before, seen(t, w.root)); diff != "" {
		t.Error(diff)
	}
}

// What a program of the user's makes of a file, as git-lfs does, is left to git;
// line ends come back as they were.
func TestFilters(t *testing.T) {
	w := newSmallWorld(t)
	w.sh("git stash clear; git add -A; git commit -q -m three")
	w.write(".gitattributes", "*.big filter=big\n*.txt text eol=crlf\n", 0o644)
	w.sh("git config filter.big.clean 'sed s/.*/pointer/'; git config filter.big.smudge 'sed s/.*/large/'")
	w.write("x.big", "large\n", 0o644)
	w.write("y.txt", "a\r\nb\r\n", 0o644)
	w.sh("git add -A; git commit -q -m four")
	s := openAt(t, t.TempDir(), w.root)
	state := take(t, s, AtCommand)
	before := seen(t, w.root)
	os.Remove(filepath.Join(w.root, "x.big"))
	os.Remove(filepath.Join(w.root, "y.txt"))
	r := apply(t, s, state.ID, Options{End: ended(t, s)})
	got := seen(t, w.root)
	if why := failed(r)["x.big"]; got["x.big"] == "" && !strings.Contains(why, "git checkout") {
		t.Errorf("x.big: %q", why)
	}
	if got["x.big"] != "" && got["x.big"] != before["x.big"] {
		t.Errorf("x.big is %q", got["x.big"])
	}
	if diff := cmp.Diff(before["y.txt"], got["y.txt"]); diff != "" {
		t.Error(diff)
	}
}

// A bare repository has no tree to keep.
func TestBareRepository(t *testing.T) {
	root := filepath.Join(t.TempDir(), "bare.git")
	w := newSmallWorld(t)
	w.sh("git clone -q --bare . " + shellQuote(root))
	s := openAt(t, t.TempDir(), root)
	if s.InGit() {
		t.Error("a bare repository is taken for a tree")
	}
	if state, err := s.Take(Moment{}, AtCommand); err == nil {
		t.Errorf("kept: %d", state.Len())
	}
}

// Two names that a file system takes for one are one file: nothing of it is
// removed.
func TestNamesInAnotherCase(t *testing.T) {
	root, s := plainTree(t, map[string]string{"Name": "1"})
	state := take(t, s, AtCommand)
	if err := os.Link(filepath.Join(root, "Name"), filepath.Join(root, "name")); err != nil {
		t.Skip(err)
	}
	apply(t, s, state.ID, Options{End: ended(t, s)})
	if data, err := os.ReadFile(filepath.Join(root, "Name")); err != nil || string(data) != "1" {
		t.Errorf("%q %v", data, err)
	}
}
