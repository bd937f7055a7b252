package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// A run is found whether it is in the index or not yet, and once.
func TestSearch(t *testing.T) {
	s := fresh(t)
	now := time.Now().UTC().Truncate(time.Second)
	add := func(id, command string, ago time.Duration, r memory.Run) {
		r.ID, r.Command, r.Start = id, redact.Clean(command), now.Add(-ago)
		update(t, s, func(tx *store.Tx) error { _, err := tx.AddRun(&r); return err })
	}
	failed := memory.Run{
		Session: "abc", Project: "/p", Outcome: memory.Failed, Errors: []memory.Error{{Line: redact.Clean("undefined: Frobnicate")}},
		Check: &memory.Check{Tool: "go test", Tests: []redact.Text{redact.Clean("TestÜber")}, Files: []redact.Text{redact.Clean("pkg/memory/store/store_test.go")}},
	}
	add("r-old", "make all", 48*time.Hour, memory.Run{Outcome: memory.OK})
	add("r-1", "go test ./...", 3*time.Hour, failed)
	add("r-2", "git push", 2*time.Hour, memory.Run{Session: "abd", Project: "/q", Outcome: memory.OK})
	tests := []struct {
		name   string
		filter RunFilter
		want   []string
	}{
		{"all", RunFilter{}, []string{"r-2", "r-1", "r-old"}},
		{"a word of the command", RunFilter{Text: "push"}, []string{"r-2"}},
		{"the beginning of a word", RunFilter{Text: "pus"}, []string{"r-2"}},
		{"words", RunFilter{Text: "test go"}, []string{"r-1"}},
		{"an error", RunFilter{Text: "frobnicate"}, []string{"r-1"}},
		{"a test", RunFilter{Text: "testü"}, []string{"r-1"}},
		{"a file", RunFilter{Text: "store_test.go"}, []string{"r-1"}},
		{"a word that nothing has", RunFilter{Text: "go nothing"}, nil},
		{"what is no query", RunFilter{Text: `" OR NEAR( *`}, nil},
		{"project", RunFilter{Project: "/p"}, []string{"r-1"}},
		{"unknown project", RunFilter{Project: "/r"}, nil},
		{"session", RunFilter{Session: "abd"}, []string{"r-2"}},
		{"beginning of a session", RunFilter{Session: "ab"}, []string{"r-2", "r-1"}},
		{"outcomes", RunFilter{Outcomes: []memory.Outcome{memory.Failed, memory.Masked}}, []string{"r-1"}},
		{"since", RunFilter{Since: now.Add(-3 * time.Hour)}, []string{"r-2", "r-1"}},
		{"the next page", RunFilter{Before: now.Add(-2 * time.Hour), Limit: 1}, []string{"r-1"}},
		{"words and more", RunFilter{Text: "go", Outcomes: []memory.Outcome{memory.OK}}, nil},
	}
	check := func(when string) {
		for _, tt := range tests {
			t.Run(when+"/"+tt.name, func(t *testing.T) {
				view(t, s, func(tx *store.Tx) error {
					list, err := Runs(tx, tt.filter)
					var got []string
					for _, r := range list {
						got = append(got, r.ID)
					}
					if diff := cmp.Diff(tt.want, got); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
					return err
				})
			})
		}
	}
	check("not indexed")
	maintain(t, s)
	check("indexed")
	add("r-3", "nothing of it", 0, memory.Run{})
	add("r-late", "frob late", time.Hour, memory.Run{})          // while the index was made it still ran
	add("r-spooled", "frob spooled", 72*time.Hour, memory.Run{}) // it waited
	maintain(t, s)
	tests = tests[:0]
	tests = append(tests, struct {
		name   string
		filter RunFilter
		want   []string
	}{"what came late", RunFilter{Text: "frob"}, []string{"r-late", "r-1", "r-spooled"}})
	check("late")
	t.Run("late/some of what came late and of the rest", func(t *testing.T) {
		for limit, want := range []int{3, 1, 2, 3} {
			view(t, s, func(tx *store.Tx) error {
				list, err := Runs(tx, RunFilter{Text: "frob", Limit: limit})
				if len(list) != want {
					t.Errorf("%d of at most %d", len(list), limit)
				}
				return err
			})
		}
	})
	update(t, s, func(tx *store.Tx) error {
		return tx.Each("UPDATE found_data SET block = x'00ff00ff' WHERE id > 1000", nil, nil)
	})
	check("the index is damaged")
	maintain(t, s)
	check("the index was damaged")
	update(t, s, func(tx *store.Tx) error {
		return tx.Each("INSERT INTO found (found) VALUES ('integrity-check')", nil, nil)
	})
}

func maintain(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.Maintain(store.Policy{}); err != nil {
		t.Fatal(err)
	}
}
