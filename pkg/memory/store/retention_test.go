package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// tableRows counts the rows of every table there is, so that a new one is not
// overlooked.
func tableRows(t *testing.T, s *Store) map[string]int {
	t.Helper()
	rows := make(map[string]int)
	if err := s.db.each("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'", nil, func(r Row) error {
		rows[r.Text(0)] = 0
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("there are no tables")
	}
	for table := range rows {
		rows[table] = count(t, s, table)
	}
	return rows
}

// Whatever grows is removed for its age and for its size, but lessons, preferences, and the
// project that they are about.
func TestNothingGrowsForEver(t *testing.T) {
	tests := []struct {
		name   string
		policy Policy
	}{
		{"for its age", Policy{MaxAge: time.Hour}},
		{"for its size", Policy{MaxSize: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			for i := range 3 {
				fillWith(t, s, "/shop", fmt.Sprint("s", i), "word", noon.Add(time.Duration(i)*time.Hour))
			}
			update(t, s, func(tx *Tx) error {
				_, err := tx.AddEdit(&memory.Edit{Time: noon, Project: "/gone", Session: "s0"})
				return err
			})
			maintain(t, s, Policy{})
			for table, n := range tableRows(t, s) {
				if n == 0 {
					t.Errorf("%s is empty before", table)
				}
			}
			maintain(t, s, tt.policy)
			want := map[string]int{"lessons": 3, "preferences": 3, "projects": 1, "counters": 2}
			got := tableRows(t, s)
			for table, n := range got {
				if n == 0 {
					delete(got, table)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("what is left (-want +got)\n%s", diff)
			}
		})
	}
}

// Where runs are few, the oldest of the rest goes.
func TestMaxSizeWithoutRuns(t *testing.T) {
	s := fresh(t)
	const n = 5000
	update(t, s, func(tx *Tx) error {
		for i := range n {
			at := noon.Add(time.Duration(i) * time.Minute)
			session := fmt.Sprint("s", i/100)
			if _, err := tx.AddEdit(&memory.Edit{Time: at, Project: "/shop", Session: session}); err != nil {
				return err
			}
			if _, err := tx.AddDecision(&memory.Decision{Time: at, Project: "/shop", Session: session, Action: "warn"}); err != nil {
				return err
			}
		}
		_, err := tx.AddRun(&memory.Run{Start: noon.Add(2 * n * time.Minute), Project: "/shop", Session: "late"})
		return err
	})
	used, err := s.used()
	if err != nil {
		t.Fatal(err)
	}
	most := used / 2
	maintain(t, s, Policy{MaxSize: most})
	if used, err = s.used(); err != nil || used > most || used < most/2 {
		t.Errorf("%d bytes are used, %v, want about %d", used, err, most)
	}
	var first [2]int64
	for i, table := range [...]string{"edits", "decisions"} {
		if _, err := s.db.one("SELECT min(at) FROM "+table, nil, func(r Row) { first[i] = r.Int64(0) }); err != nil {
			t.Fatal(err)
		}
	}
	edits, sessions := count(t, s, "edits"), count(t, s, "sessions")
	if first[0] != first[1] || edits == 0 || edits == n || count(t, s, "runs") != 1 || sessions > edits/100+2 || count(t, s, "projects") != 1 {
		t.Errorf("%d edits are left, those since %v, decisions since %v, %d sessions", edits, moment(first[0]), moment(first[1]), sessions)
	}
}
