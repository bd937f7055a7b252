package rescue

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// planned compares the tree with so many snapshots, and returns what that took.
func planned(t *testing.T, s *Store, most int) *sight {
	t.Helper()
	planner, err := s.Planner(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Moments()
	if err != nil {
		t.Fatal(err)
	}
	for i := range list[:min(len(list), most)] {
		state, err := s.State(list[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := planner.Plan(context.Background(), state, Options{End: ended(t, s)}); err != nil {
			t.Fatal(err)
		}
	}
	return planner.seen
}

func TestPlansLookOnce(t *testing.T) {
	const deep = 200
	nested := strings.Repeat("d/", deep)
	root, s := plainTree(t, map[string]string{nested + "a": "a", nested + "b": "b", "c": "c"})
	take(t, s, AtCommand)
	put(t, filepath.Join(root, nested, "a"), "changed")
	time.Sleep(100 * time.Millisecond) // what was just written is read again
	for range 5 {
		take(t, s, AtCommand)
	}
	put(t, filepath.Join(root, nested, "a"), "changed again")
	time.Sleep(100 * time.Millisecond)
	one, all := planned(t, s, 1), planned(t, s, 6)
	// A stamp that is not sure has the content read, once.
	if one.reads > deep+10 || all.reads > one.reads+3 {
		t.Errorf("one plan reads %d times, six plans %d", one.reads, all.reads)
	}
}

func TestNewestPassesEqualSnapshots(t *testing.T) {
	files := make(map[string]string)
	for i := range 20 {
		files[fmt.Sprint("f", i)] = "text"
	}
	root, s := plainTree(t, files)
	first := take(t, s, AtCommand)
	put(t, filepath.Join(root, "f1"), "changed")
	time.Sleep(100 * time.Millisecond) // what was just written is read again
	for range 10 {
		take(t, s, AtCommand)
	}
	newest := func() (*Plan, int) {
		planner, err := s.Planner(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		p, err := planner.Newest(context.Background(), Options{}, func(*Moment) End { return ended(t, s) })
		if err != nil {
			t.Fatal(err)
		}
		return p, planner.seen.compared
	}
	p, compared := newest()
	if p == nil || p.State.ID != first.ID || len(p.Changes) != 1 {
		t.Errorf("newest %+v, want the first, %s", p, first.ID)
	}
	// The last, the first of those that are equal, where its stamps were not sure, and
	// the first of all.
	if compared > 4*len(files) {
		t.Errorf("it compares %d paths", compared)
	}
	if err := os.Remove(filepath.Join(root, "f2")); err != nil {
		t.Fatal(err)
	}
	if p, _ = newest(); p == nil || p.State.ID == first.ID || len(p.Changes) != 1 || p.Changes[0].Path != "f2" {
		t.Errorf("newest %+v, want the last", p)
	}
}
