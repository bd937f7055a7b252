package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// spooled puts a decision into a spool.
func spooled(t *testing.T, dir string, d memory.Decision) string {
	t.Helper()
	if _, err := store.Spool(dir, store.Entry{Decision: &d}); err != nil {
		t.Fatal(err)
	}
	return d.ID
}

func TestReadDecisions(t *testing.T) {
	s, at := freshAt(t)
	dir := t.TempDir()
	for i, d := range []memory.Decision{
		{Session: "s", Project: "/a", Action: "warn", Rules: []string{"x/y"}},
		{Session: "t", Project: "/a", Action: "block", Rules: []string{"x/y", "z"}},
		{Session: "t", Project: "/b", Action: "ask", Rules: []string{"x_y"}},
		{Session: "s", Project: "/b", Action: "ask", Rules: []string{"zz"}},
	} {
		d.ID, d.Time = fmt.Sprintf("d-%d", i), noon.Add(time.Duration(i)*time.Hour)
		if i%2 == 0 {
			spooled(t, dir, d)
		} else {
			update(t, s, func(tx *store.Tx) error { _, err := tx.AddDecision(&d); return err })
		}
	}
	none := store.Options{Path: filepath.Join(t.TempDir(), "none.db")}
	tests := []struct {
		name   string
		filter DecisionFilter
		want   []string
	}{
		{"all", DecisionFilter{}, []string{"d-3", "d-2", "d-1", "d-0"}},
		{"since", DecisionFilter{Since: noon.Add(2 * time.Hour)}, []string{"d-3", "d-2"}},
		{"session", DecisionFilter{Session: "t"}, []string{"d-2", "d-1"}},
		{"project", DecisionFilter{Project: "/a"}, []string{"d-1", "d-0"}},
		{"action", DecisionFilter{Action: "ask"}, []string{"d-3", "d-2"}},
		{"rule", DecisionFilter{Rule: "x/y"}, []string{"d-1", "d-0"}},
		{"the second rule", DecisionFilter{Rule: "z"}, []string{"d-1"}},
		{"latest", DecisionFilter{Limit: 3}, []string{"d-3", "d-2", "d-1"}},
		{"a rule that looks alike", DecisionFilter{Rule: "x_y"}, []string{"d-2"}},
		{"nothing", DecisionFilter{Session: "s", Action: "block"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := ReadDecisions(at, dir, tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range list {
				got = append(got, d.ID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			for _, o := range []store.Options{none, {Path: t.TempDir()}} {
				if list, _ := ReadDecisions(o, dir, tt.filter); len(list) > len(tt.want) {
					t.Errorf("without a database: %v", list)
				}
			}
		})
	}
}

// What was decided in a work tree is of the project, wherever it is kept.
func TestReadDecisionsOfWorkTrees(t *testing.T) {
	s, at := freshAt(t)
	dir := t.TempDir()
	lines := `{"project":{"root":"/p"}}` + "\n" + `{"project":{"root":"/p-feature","same":"/p"}}`
	if _, err := s.Import(strings.NewReader(lines), func(store.ImportResult) {}); err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *store.Tx) error {
		_, err := tx.AddDecision(&memory.Decision{ID: "d-1", Time: noon, Project: "/p-feature", Action: "block"})
		return err
	})
	spooled(t, dir, memory.Decision{ID: "d-2", Time: noon, Project: "/p-feature", Action: "ask"})
	for root, want := range map[string]int{"/p": 2, "/p-feature": 2, "/q": 0} {
		list, err := ReadDecisions(at, dir, DecisionFilter{Project: root})
		if err != nil || len(list) != want {
			t.Errorf("%s: %v, %v", root, list, err)
		}
	}
}
