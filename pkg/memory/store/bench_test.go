package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// BenchmarkSizes times what hooks and people do, in a database of a thousand
// runs and in one of a million, which takes some minutes to fill:
//
//	go test ./pkg/memory/store -run '^$' -bench Sizes -long -benchtime 300x
//
// A look-up by key takes as long in both.
func BenchmarkSizes(b *testing.B) {
	sizes := []int{1000}
	if *long {
		sizes = append(sizes, 1_000_000)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkSize(b, n) })
	}
}

func benchmarkSize(b *testing.B, n int) {
	path := filepath.Join(b.TempDir(), "ctxhook.db")
	s := opened(b, Options{Path: path, Schema: schema(b), Wait: time.Second})
	fillUp(b, s, n)
	maintain(b, s, Policy{})
	// s stays open: so those that are closed below leave the log as it is, as
	// hooks do.
	o := Options{Path: path, Wait: time.Second}
	used := rand.New(rand.NewPCG(1, 2))
	fresh := 0
	for _, bench := range []struct {
		name string
		do   func(*Tx) error
	}{
		{"open", nil},
		{"add a run", func(tx *Tx) error {
			fresh++
			r := memory.Run{
				Session: "new", Project: "/srv/p1", Call: fmt.Sprint("new-", n, fresh, b.N), Command: redact.Clean("go test ./..."),
				Output: redact.Clean("ok"), Outcome: memory.OK,
			}
			_, err := tx.AddRun(&r)
			return err
		}},
		{"steps of a session", func(tx *Tx) error { _, err := tx.Steps(fmt.Sprint("session-", used.IntN(n/100)), 20); return err }},
		{"lessons of an error", func(tx *Tx) error {
			_, err := tx.Lessons("/srv/p1", memory.LessonFix, []string{fmt.Sprintf("%016x", used.IntN(n/10))})
			return err
		}},
		{"the words of a project's commands", func(tx *Tx) error { _, err := tx.CommandWords("/srv/p1", 2000, nil); return err }},
		{"the sessions of another project", func(tx *Tx) error { _, err := tx.OpenSessions("/srv/other", "", 3); return err }},
		{"the latest runs", func(tx *Tx) error { _, err := Runs.Select(tx, " ORDER BY at DESC LIMIT 50"); return err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				s, err := Open(o)
				if err != nil {
					b.Fatal(err)
				}
				if bench.do != nil {
					if err := s.Update(bench.do); err != nil {
						b.Fatal(err)
					}
				}
				s.Leave()
				b.StopTimer()
				s.Close()
				b.StartTimer()
			}
		})
	}
}

// manyCommands is more than are kept of a project, and no multiple of how many
// runs a project has in a row.
const manyCommands = 8009

// fillUp adds many runs of many sessions, and lessons.
func fillUp(b *testing.B, s *Store, n int) {
	b.Helper()
	begin := time.Now().Add(-time.Duration(n) * time.Second)
	commands := []string{"go test ./pkg/%d -run Test%d", "git show HEAD~%d -- file%d.go", "make target%d VERBOSE=%d", "cat pkg/%d/file%d.go"}
	for done := 0; done < n; {
		update(b, s, func(tx *Tx) error {
			for end := min(done+2000, n); done < end; done++ {
				r := memory.Run{
					Start: begin.Add(time.Duration(done) * time.Second), Session: fmt.Sprint("session-", done/100), Project: fmt.Sprint("/srv/p", done/100%50),
					Cwd: "/srv", Agent: "claude", Call: fmt.Sprintf("toolu_%022d", done), Command: redact.Clean(fmt.Sprintf(commands[done%4], done%97, done)),
					Outcome: memory.OK,
				}
				if done%10 == 0 {
					r.Output = redact.Clean("some output of a command\n")
					r.Outcome = memory.Failed
					r.Errors = []memory.Error{{Class: "test", Signature: fmt.Sprintf("%016x", done/10), Line: redact.Clean("--- FAIL: x")}}
					l := memory.Lesson{Kind: memory.LessonFix, Project: r.Project, Key: r.Errors[0].Signature, What: redact.Clean("x"), Last: r.Start}
					if err := tx.PutLesson(&l); err != nil {
						return err
					}
				}
				if _, err := tx.AddRun(&r); err != nil {
					return err
				}
				c := memory.Command{Project: r.Project, Key: fmt.Sprint(done % manyCommands), Run: r.ID}
				c.Count(&r)
				if err := tx.PutCommand(&c); err != nil {
					return err
				}
			}
			return nil
		})
		s.Leave()
	}
}
