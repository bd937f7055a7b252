package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestExportImport(t *testing.T) {
	s := fresh(t)
	for range 2 {
		run, edit, lesson, advice, decision := full[memory.Run](), full[memory.Edit](), full[memory.Lesson](), full[memory.Advice](), full[memory.Decision]()
		update(t, s, func(tx *Tx) error {
			for _, clear := range []*string{&run.ID, &run.Call, &edit.ID, &edit.Call, &lesson.ID, &advice.ID, &decision.ID} {
				*clear = ""
			}
			if _, err := tx.AddRun(&run); err != nil {
				return err
			}
			if _, err := tx.AddEdit(&edit); err != nil {
				return err
			}
			if _, err := tx.AddDecision(&decision); err != nil {
				return err
			}
			if err := tx.AddAdvice(&advice); err != nil {
				return err
			}
			if _, err := tx.AddEpisode(&memory.Episode{Time: noon, Red: run.ID, Lessons: []string{"l-1"}}); err != nil {
				return err
			}
			return tx.PutLesson(&lesson)
		})
	}
	remember(t, s, noon.Add(time.Hour), 1500, 10)
	export := func(s *Store, project string) string {
		var out bytes.Buffer
		view(t, s, func(tx *Tx) error { return tx.Export(&out, Scope{Project: project}, func(int) {}) })
		return out.String()
	}
	all := export(s, "")
	other := fresh(t)
	load := func(text string) ImportResult {
		t.Helper()
		sum, err := other.Import(strings.NewReader(text), func(ImportResult) {})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	lines := strings.Count(all, "\n")
	if sum := load(all); sum != (ImportResult{Lines: lines, Added: lines}) {
		t.Errorf("imported: %+v of %d", sum, lines)
	}
	if diff := cmp.Diff(all, export(other, "")); diff != "" {
		t.Errorf("exported again (-first +second):\n%.2000s", diff)
	}
	if sum := load(all); sum != (ImportResult{Lines: lines}) {
		t.Errorf("imported twice: %+v", sum)
	}
	if part := strings.Count(export(s, "/p"), "\n"); part != 1516 { // with 15 sessions
		t.Errorf("of one project: %d lines", part)
	}
	update(t, s, func(tx *Tx) error {
		main, err := tx.numbers.knownProject("/p")
		if err != nil {
			return err
		}
		if _, err := tx.numbers.addProject("/p-feature", main, ""); err != nil {
			return err
		}
		_, err = tx.AddDecision(&memory.Decision{Time: noon, Project: "/p-feature", Action: "block"})
		return err
	})
	for _, root := range []string{"/p", "/p-feature"} {
		if part := strings.Count(export(s, root), "\n"); part != 1518 {
			t.Errorf("of %s with another work tree: %d lines", root, part)
		}
	}
	if none := export(s, "/unknown"); none != "" {
		t.Errorf("of an unknown project: %q", none)
	}
	// A lesson that knows more replaces one that knows less.
	update(t, s, func(tx *Tx) error {
		list, err := SelectLessons(tx, "")
		if err != nil {
			return err
		}
		list[0].Worked, list[0].Last = 99, noon.Add(time.Hour)
		return tx.PutLesson(&list[0])
	})
	load(export(s, ""))
	if diff := cmp.Diff(export(s, ""), export(other, "")); diff != "" {
		t.Errorf("a newer lesson (-want +got):\n%.2000s", diff)
	}
	if sum := load("{}\n\nnothing\n" + strings.Repeat("x", 17<<20) + "\n" + `{"run":{"id":"r-new"}}`); sum != (ImportResult{Lines: 4, Bad: 3, Added: 1}) {
		t.Errorf("what is no export: %+v", sum)
	}
	if _, err := other.Import(io.MultiReader(strings.NewReader(all), broken{}), func(ImportResult) {}); !errors.Is(err, errBroken) {
		t.Errorf("a broken pipe: %v", err)
	}
}

var errBroken = fmt.Errorf("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }
