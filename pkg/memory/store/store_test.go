package store

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestNothingIsLost: every field of what is remembered comes back from the
// database.
func TestNothingIsLost(t *testing.T) {
	s := fresh(t)
	values := fullValues()
	for _, k := range kinds() {
		update(t, s, func(tx *Tx) error {
			added, err := k.restore(tx, values[k.name])
			if added != 1 {
				t.Errorf("%s: added %d", k.name, added)
			}
			return err
		})
		view(t, s, func(tx *Tx) error {
			var got any
			err := k.each(tx, " ORDER BY "+k.order+" DESC LIMIT 1", nil, func(v any) error {
				got = v
				return nil
			})
			if diff := cmp.Diff(values[k.name], got, texts); diff != "" {
				t.Errorf("%s (-want +got):\n%s", k.name, diff)
			}
			return err
		})
	}
}

// What a table holds is exported, imported and salvaged, but for what is counted, found
// again, or part of a row of another.
func TestEachTableIsAKind(t *testing.T) {
	rest := map[string]bool{"outputs": true, "counters": true, "tallies": true, "visits": true, "found": true}
	names := make(map[string]bool)
	for _, k := range kinds() {
		names[k.name] = true
	}
	schema, err := os.ReadFile("../../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	tables := regexp.MustCompile(`(?m)^CREATE (?:VIRTUAL )?TABLE (\w+)`).FindAllStringSubmatch(string(schema), -1)
	for _, m := range tables {
		name := strings.TrimSuffix(m[1], "s")
		if !rest[m[1]] && !names[name] {
			t.Errorf("the table %s is no row of kinds: it is not exported, imported or salvaged", m[1])
		}
	}
	if len(tables) < len(names) {
		t.Errorf("%d tables, and %d kinds", len(tables), len(names))
	}
}

func TestUpdateIsWhole(t *testing.T) {
	s := fresh(t)
	failed := fmt.Errorf("no")
	if err := s.Update(func(tx *Tx) error {
		tx.after(func() { t.Error("done what was not committed") })
		if _, err := tx.AddRun(&memory.Run{}); err != nil {
			return err
		}
		return failed
	}); err != failed {
		t.Errorf("error %v", err)
	}
	if n := count(t, s, "runs"); n != 0 {
		t.Errorf("%d runs of a transaction that failed", n)
	}
	update(t, s, func(tx *Tx) error { return tx.count("x", 2) })
	update(t, s, func(tx *Tx) error { return tx.count("x", 3) })
	view(t, s, func(tx *Tx) error {
		counts, err := tx.Counts()
		if counts["x"] != 5 {
			t.Errorf("counts %v", counts)
		}
		return err
	})
}

func TestSteps(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *Tx) error {
		for i := range 6 {
			at := noon.Add(time.Duration(i) * time.Second)
			var err error
			if i%2 == 0 {
				_, err = tx.AddRun(&memory.Run{ID: fmt.Sprint("r-", i), Session: "s", Start: at, Output: redact.Clean("long")})
			} else {
				_, err = tx.AddEdit(&memory.Edit{ID: fmt.Sprint("e-", i), Session: "s", Time: at})
			}
			if err != nil {
				return err
			}
		}
		_, err := tx.AddRun(&memory.Run{ID: "r-other", Session: "t", Start: noon})
		return err
	})
	tests := []struct {
		session string
		limit   int
		want    []string
	}{
		{"s", 10, []string{"e-5", "r-4", "e-3", "r-2", "e-1", "r-0"}},
		{"s", 3, []string{"e-5", "r-4", "e-3"}},
		{"s", 0, nil},
		{"t", 10, []string{"r-other"}},
		{"nobody", 10, nil},
		{"", 10, nil},
	}
	for _, tt := range tests {
		view(t, s, func(tx *Tx) error {
			steps, err := tx.Steps(tt.session, tt.limit)
			var got []string
			for _, s := range steps {
				if s.Run != nil {
					got = append(got, s.Run.ID)
					if s.Run.Output.Len() > 0 {
						t.Error("a step with its output")
					}
				} else {
					got = append(got, s.Edit.ID)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s, %d (-want +got):\n%s", tt.session, tt.limit, diff)
			}
			return err
		})
	}
}

// What is masked once stays masked, and what a payload says of itself is
// masked here.
func TestNoSecretInTheFile(t *testing.T) {
	s := fresh(t)
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	update(t, s, func(tx *Tx) error {
		_, err := tx.AddRun(&memory.Run{Session: secret, Cwd: "/home/x?token=" + secret, Agent: secret, Call: secret, Project: "/srv/" + secret, Command: redact.Clean("curl -H 'Authorization: Bearer " + secret + "' x")})
		return err
	})
	s.Close()
	files, err := filepath.Glob(s.o.Path + "*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files, %v", err)
	}
	for _, file := range files {
		if data, err := os.ReadFile(file); err != nil || strings.Contains(string(data), secret) {
			t.Errorf("%s holds the secret, or is not there: %v", file, err)
		}
	}
}
