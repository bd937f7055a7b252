package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

var forgotten = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fillWith remembers one of everything for a session of a project. word is in
// all of it.
func fillWith(t *testing.T, s *Store, project, session, word string, at time.Time) {
	t.Helper()
	text := redact.Clean("say " + word)
	if err := s.Update(func(tx *Tx) error {
		run := &memory.Run{Start: at, Project: project, Session: session, Command: text, Output: text, Outcome: memory.Failed}
		if _, err := tx.AddRun(run); err != nil {
			return err
		}
		command := &memory.Command{Project: project, Key: word, Text: text, Bad: 1, First: at, Last: at, Run: run.ID, Session: session}
		if err := tx.PutCommand(command); err != nil {
			return err
		}
		if _, err := tx.AddEdit(&memory.Edit{Time: at, Project: project, Session: session, Path: text}); err != nil {
			return err
		}
		lesson := &memory.Lesson{Kind: memory.LessonFix, Project: project, Session: session, Run: run.ID, Key: "k", What: text, First: at, Last: at}
		if err := tx.PutLesson(lesson); err != nil {
			return err
		}
		advice := &memory.Advice{Time: at, Project: project, Session: session, Run: run.ID, Fix: memory.Fix{Text: text, Lesson: lesson.ID}}
		if err := tx.AddAdvice(advice); err != nil {
			return err
		}
		preference := &memory.Preference{Project: project, State: memory.Active, Words: text, First: at, Last: at, Evidence: []memory.Evidence{{Time: at, Session: session, Words: text}}}
		if err := tx.PutPreference(preference); err != nil {
			return err
		}
		episode := &memory.Episode{Time: at, Project: project, Session: session, Steps: []memory.Step{{Text: text}}}
		if _, err := tx.AddEpisode(episode); err != nil {
			return err
		}
		if _, err := tx.AddTask(&memory.Task{Start: at, Project: project, Session: session, What: text, Result: text}); err != nil {
			return err
		}
		_, err := tx.AddDecision(&memory.Decision{Time: at, Project: project, Session: session, Action: "warn", Command: text})
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestForgetAll(t *testing.T) {
	one := Inventory{1, 1, 1, 1, 1, 1, 1, 1}
	tests := []struct {
		name  string
		scope Scope
		want  Inventory
		gone  []string
		stay  []string
	}{
		{"a session", Scope{Session: "s1"}, one, []string{"zanzibar"}, []string{"yucatan", "xanadu"}},
		{"a project", Scope{Project: "/shop"}, Inventory{2, 2, 2, 2, 2, 2, 2, 2}, []string{"zanzibar", "yucatan", "/shop"}, []string{"xanadu"}},
		{"everything", Scope{}, Inventory{3, 3, 3, 3, 3, 3, 3, 3}, []string{"zanzibar", "yucatan", "xanadu", "/shop"}, nil},
		{"an unknown session", Scope{Session: "s9"}, Inventory{}, nil, []string{"zanzibar", "yucatan", "xanadu"}},
		{"an unknown project", Scope{Project: "/else"}, Inventory{}, nil, []string{"zanzibar", "yucatan", "xanadu"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "new", "ctxhook.db")
			s, err := Open(Options{Path: path, Wait: time.Second})
			if err != nil {
				t.Fatal(err)
			}
			fillWith(t, s, "/shop", "s1", "zanzibar", forgotten)
			fillWith(t, s, "/shop", "s2", "yucatan", forgotten.Add(time.Hour))
			fillWith(t, s, "/bank", "s3", "xanadu", forgotten.Add(2*time.Hour))
			if err := s.Maintain(Policy{}); err != nil { // so that the index has them
				t.Fatal(err)
			}
			var counted, got Inventory
			if err := s.Update(func(tx *Tx) (err error) {
				if counted, err = tx.Inventory(tt.scope); err != nil {
					return err
				}
				got, err = tx.ForgetAll(tt.scope)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("forgotten (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(got, counted); diff != "" {
				t.Errorf("what was counted is not what was forgotten (-forgotten +counted)\n%s", diff)
			}
			if err := s.Scrub(); err != nil {
				t.Fatal(err)
			}
			for _, word := range tt.gone {
				if holds(t, path, word) {
					t.Errorf("%s is still in the files of the database", word)
				}
			}
			for _, word := range tt.stay {
				if runs := search(t, s, word); len(runs) != 1 || !holds(t, path, word) {
					t.Errorf("%d runs are found with %s, want 1", len(runs), word)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestForgetSessionName: no other session and no lesson names it any more, and
// the one after it follows the one before it.
func TestForgetSessionName(t *testing.T) {
	tests := []struct {
		name  string
		scope Scope
		want  string // the session before the last
	}{
		{"a session", Scope{Session: "zanzibar"}, "yucatan"},
		{"a project", Scope{Project: "/shop"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			for i, key := range []string{"yucatan", "zanzibar", "xanadu"} {
				update(t, s, func(tx *Tx) error {
					return tx.BeginSession(&memory.Session{Key: key, Project: "/shop", Started: forgotten.Add(time.Duration(i) * time.Hour)})
				})
			}
			update(t, s, func(tx *Tx) error {
				// Another session taught it first.
				lesson := memory.Lesson{Kind: memory.LessonFix, Project: "/shop", Session: "zanzibar", Key: "k", First: forgotten, Last: forgotten.Add(time.Hour)}
				if err := tx.PutLesson(&lesson); err != nil {
					return err
				}
				// The last one went on elsewhere.
				if _, err := tx.AddRun(&memory.Run{Start: forgotten.Add(3 * time.Hour), Project: "/bank", Session: "xanadu"}); err != nil {
					return err
				}
				_, err := tx.ForgetAll(tt.scope)
				return err
			})
			if err := s.Scrub(); err != nil {
				t.Fatal(err)
			}
			view(t, s, func(tx *Tx) error {
				got, ok, err := tx.Session("xanadu")
				if !ok || got.Before != tt.want {
					t.Errorf("the session before is %q (found: %v), want %q", got.Before, ok, tt.want)
				}
				return err
			})
			if holds(t, s.o.Path, "zanzibar") {
				t.Error("its name is still in the files of the database")
			}
		})
	}
}

// TestForgetLeavesNoTrace: what is forgotten is not in the bytes of the file,
// the index included.
func TestForgetLeavesNoTrace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ctxhook.db")
	s, err := Open(Options{Path: path, Wait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		fillWith(t, s, "/shop", "s1", fmt.Sprintf("word%d", i), forgotten.Add(time.Duration(i)*time.Minute))
	}
	fillWith(t, s, "/shop", "s2", "zanzibar", forgotten)
	if err := s.Maintain(Policy{}); err != nil {
		t.Fatal(err)
	}
	if runs := search(t, s, "zanzibar"); len(runs) != 1 {
		t.Fatalf("%d runs are found, want 1", len(runs))
	}
	if err := s.Update(func(tx *Tx) error {
		var ids []string
		columns := []struct{ table, name string }{
			{"edits", "path"}, {"tasks", "what"}, {"lessons", "what"}, {"preferences", "words"}, {"episodes", "steps"}, {"advice", "text"}, {"decisions", "command"},
			{"runs", "command"}, // the last: what it taught goes with it
		}
		for _, column := range columns {
			if err := tx.db.each("SELECT id FROM "+column.table+" WHERE "+column.name+" LIKE '%zanzibar%'", nil, func(r Row) error {
				ids = append(ids, r.Text(0))
				return nil
			}); err != nil {
				return err
			}
		}
		if len(ids) != len(columns) {
			t.Errorf("%d things hold the word, want %d", len(ids), len(columns))
		}
		for _, id := range ids {
			if ok, err := tx.Forget(id); !ok || err != nil {
				t.Errorf("forget %s: %v, %v", id, ok, err)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Scrub(); err != nil {
		t.Fatal(err)
	}
	if holds(t, path, "zanzibar") {
		t.Error("it is still in the files of the database")
	}
	if runs := search(t, s, "word7"); len(runs) != 1 {
		t.Errorf("%d other runs are found, want 1", len(runs))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// holds tells whether a word is in the bytes of a database, or beside it.
func holds(t *testing.T, path, word string) bool {
	t.Helper()
	for _, end := range companions {
		data, err := os.ReadFile(path + end)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(data), []byte(word)) {
			return true
		}
	}
	return false
}

func search(t *testing.T, s *Store, word string) (runs []memory.Run) {
	t.Helper()
	if err := s.View(func(tx *Tx) error {
		return Runs.EachFrom(tx, "found CROSS JOIN runs ON runs.at = found.rowid WHERE found MATCH ?", []any{`"` + word + `"*`}, func(r *memory.Run) error {
			runs = append(runs, *r)
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	return runs
}
