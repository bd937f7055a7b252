package rescue

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// A file that an agent has written is in the newest snapshot, with all that the
// last prompt kept.
func TestEditIsKept(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "1"})
	if _, err := s.Take(Moment{Before: BeforePrompt, Session: "s"}, AtCommand); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(root, "new/b"), "2")
	if _, err := s.Edit(Moment{Before: AfterEdit, Session: "s"}, []string{filepath.Join(root, "new/b"), "/etc/hostname", filepath.Join(root, ".git/config")}); err != nil {
		t.Fatal(err)
	}
	before := seen(t, root)
	os.RemoveAll(filepath.Join(root, "new"))
	os.Remove(filepath.Join(root, "a"))
	undo(t, s)
	if diff := cmp.Diff(before, seen(t, root)); diff != "" {
		t.Error(diff)
	}
}

// Old snapshots go, then the oldest until the rest fits; with them what only they
// have. One that is forgotten takes its content with it and leaves the others as
// they were.
func TestPruneAndForget(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "one", "b": "same"})
	first := take(t, s, AtCommand)
	put(t, filepath.Join(root, "a"), "two")
	second := take(t, s, AtCommand)
	put(t, filepath.Join(root, "a"), "three")
	third := take(t, s, AtCommand)
	if err := s.Forget(second.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.State(second.ID); !errors.Is(err, ErrUnknown) {
		t.Errorf("forgotten: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(s.objects(), second.entries["a"].Hash)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the content of what was forgotten: %v", err)
	}
	for _, state := range []*State{first, third} {
		got, err := s.State(state.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(state.entries["a"].Hash, got.entries["a"].Hash); diff != "" || got.entries["b"].Hash == "" {
			t.Error(diff)
		}
	}
	if err := s.Prune(time.Now().Add(-time.Hour), MaxSize); err != nil {
		t.Fatal(err)
	}
	if u, err := s.usage(); err != nil || u.Snapshots != 2 || u.Bytes == 0 {
		t.Errorf("%+v %v", u, err)
	}
	if err := s.Prune(time.Now().Add(time.Hour), MaxSize); err != nil {
		t.Fatal(err)
	}
	if u, err := s.usage(); err != nil || u != (Usage{}) {
		t.Errorf("%+v %v", u, err)
	}
	if left, _ := os.ReadDir(s.objects()); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// A tree or a store that cannot be written to is said, and nothing is half done.
func TestReadOnlyPlaces(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	root, s := plainTree(t, map[string]string{"dir/a": "1"})
	places := filepath.Dir(s.dir)
	if err := errors.Join(os.Mkdir(filepath.Dir(places), 0o700), os.Mkdir(places, 0o500)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Take(Moment{}, AtCommand); err == nil {
		t.Error("a store that cannot be written: no error")
	}
	os.Chmod(places, 0o700)
	state := take(t, s, AtCommand)
	os.Remove(filepath.Join(root, "dir/a"))
	os.Remove(filepath.Join(root, "dir"))
	os.Chmod(root, 0o500)
	defer os.Chmod(root, 0o700)
	if r := apply(t, s, state.ID, Options{End: ended(t, s)}); len(r.Failed) == 0 {
		t.Error("a tree that cannot be written: nothing failed")
	}
}

// Whatever stands in a chain, it is read without harm, and what is whole in it
// counts.
func FuzzChain(f *testing.F) {
	f.Add("\n# \nf 644 1 2 3 4 " + strings.Repeat("ab", 32) + " \"a\"\n= {\"id\":\"s-1\"}\n\n> s-1 1795\n")
	f.Add("\n# \nl \"x\" \"y\"\nd 755 \"z\"\nx \"q\"\n- \"q\"\n= {\"id\":\"s-1\"}\n\n# s-1\n= {\"id\":\"s-2\",\"head\":\"\xff\"}\nf 6")
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := parseChain([]byte(text))
		for i := range list {
			for p, e := range fold(list, i+1).entries {
				if !validPath(p) || e.Kind == File && !isHash(e.Hash) {
					t.Errorf("%+v", e)
				}
			}
		}
		if len(list) == 0 {
			return
		}
		last := fold(list, len(list))
		lines := batchLines(last, nil)
		again, damaged := parseChain(lines)
		if damaged || len(again) != 1 {
			t.Fatalf("%q is read as %+v", lines, again)
		}
		if diff := cmp.Diff(last.entries, fold(again, 1).entries, cmp.AllowUnexported(Entry{}, stamp{})); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(last.Moment, fold(again, 1).Moment, cmp.AllowUnexported(redact.Text{})); diff != "" {
			t.Error(diff)
		}
	})
}

// TestMomentMembers: the moment of a chain has the members that the tags name.
func TestMomentMembers(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 5000, time.UTC)
	m := Moment{
		"s-1", at, BeforeUndo, "session", "call", redact.Clean("rm <a> & \u2028 ü"), "s-0", "claude", at.Add(time.Second),
		true, "0123", 2, []Stash{{"4567", "WIP"}, {"89ab", "more"}}, 0o2755, []Unkept{{"a", "too large", true}, {Path: "b", Why: "too many files"}}, 3, true,
		"home/u", []string{"home/u/notes", "b"}, []string{"c"}, []LeftDir{{"d", 7}, {".", 8}}, []Target{{"e/*", true, false, rule.Delete}, {Path: "f", Kind: rule.Edit}},
	}
	want, err := json.Marshal(&m)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	got := members.Append(nil, m.members())
	if err := errors.Join(json.Unmarshal(want, &a), json.Unmarshal(got, &b)); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("(-by the tags +by the members):\n%s", diff)
	}
	var read Moment
	if !members.Read(string(want), read.members()) {
		t.Fatalf("%s is not read", want)
	}
	if diff := cmp.Diff(m, read, cmp.AllowUnexported(redact.Text{})); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}
