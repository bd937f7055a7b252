package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// remember adds runs, one a minute from a time on.
func remember(t testing.TB, s *Store, from time.Time, n, output int) {
	t.Helper()
	text := redact.Clean(strings.Repeat("output ", output/7))
	for done := 0; done < n; {
		update(t, s, func(tx *Tx) error {
			for ; done < n; done++ {
				r := memory.Run{
					Session: fmt.Sprint("s", done/100), Project: "/p", Start: from.Add(time.Duration(done) * time.Minute),
					Command: redact.Clean(fmt.Sprintf("go test ./pkg/store -run Test%d", done)), Output: text,
				}
				if _, err := tx.AddRun(&r); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func maintain(t testing.TB, s *Store, p Policy) {
	t.Helper()
	if err := s.Maintain(p); err != nil {
		t.Fatal(err)
	}
}

func TestMaxAge(t *testing.T) {
	s := fresh(t)
	now := time.Now()
	const day = 24 * time.Hour
	for _, age := range []time.Duration{0, 10 * day, 100 * day, 100*day + time.Hour} {
		at := now.Add(-age)
		update(t, s, func(tx *Tx) error {
			if _, err := tx.AddRun(&memory.Run{Session: age.String(), Start: at, Output: redact.Clean("output"), Command: redact.Clean("ls")}); err != nil {
				return err
			}
			if _, err := tx.AddEdit(&memory.Edit{Time: at}); err != nil {
				return err
			}
			if err := tx.AddAdvice(&memory.Advice{Time: at}); err != nil {
				return err
			}
			if _, err := tx.AddDecision(&memory.Decision{Time: at, Action: "warn"}); err != nil {
				return err
			}
			return tx.PutLesson(&memory.Lesson{Kind: memory.LessonFix, Key: "k", Last: at})
		})
	}
	maintain(t, s, Policy{})
	maintain(t, s, Policy{MaxAge: 50 * day})
	for table, want := range map[string]int{"runs": 2, "outputs": 2, "edits": 2, "advice": 2, "decisions": 2, "sessions": 2, "lessons": 4} {
		if got := count(t, s, table); got != want {
			t.Errorf("%s: %d, want %d", table, got, want)
		}
	}
	if runs := search(t, s, "ls"); len(runs) != 2 {
		t.Errorf("%d runs are found", len(runs))
	}
}

// Outputs go first, the oldest of them, and then runs; and the file becomes
// smaller.
func TestMaxSize(t *testing.T) {
	s := fresh(t)
	remember(t, s, noon, 2000, 2000)
	update(t, s, func(tx *Tx) error { return tx.PutLesson(&memory.Lesson{Kind: memory.LessonFix, Key: "k"}) })
	before, err := s.used()
	if err != nil {
		t.Fatal(err)
	}
	maintain(t, s, Policy{MaxSize: before / 2})
	outputs := count(t, s, "outputs")
	if runs := count(t, s, "runs"); runs != 2000 || outputs == 0 || outputs > 1200 {
		t.Errorf("at half the size: %d runs, %d outputs", runs, outputs)
	}
	view(t, s, func(tx *Tx) error {
		list, err := tx.Runs(RunFilter{Output: true})
		if list[0].Output.Len() == 0 || list[len(list)-1].Output.Len() > 0 {
			t.Error("not the oldest outputs were removed")
		}
		return err
	})
	maintain(t, s, Policy{MaxSize: 300 << 10})
	runs, used := count(t, s, "runs"), int64(0)
	if used, err = s.used(); err != nil || used > 300<<10 || runs == 0 || runs == 2000 || count(t, s, "lessons") != 1 {
		t.Errorf("at 300 KiB: %d runs, %d bytes, %v", runs, used, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.o.Path); err != nil || info.Size() > 2*used {
		t.Errorf("the file has %d bytes, of which %d are used (%v)", info.Size(), used, err)
	}
}

func TestMaintainWithinItsTime(t *testing.T) {
	s := fresh(t)
	remember(t, s, noon, 3000, 0)
	start := time.Now()
	maintain(t, s, Policy{MaxAge: time.Hour, Within: time.Nanosecond})
	if took := time.Since(start); took > time.Second || count(t, s, "runs") == 0 {
		t.Errorf("it took %v and left %d runs", took, count(t, s, "runs"))
	}
	maintain(t, s, Policy{MaxAge: time.Hour})
	if n := count(t, s, "runs"); n != 0 {
		t.Errorf("%d runs are left", n)
	}
}

// A run is found whether it is in the index or not yet, and once.
func TestSearch(t *testing.T) {
	s := fresh(t)
	now := time.Now().UTC().Truncate(time.Second)
	add := func(id, command string, ago time.Duration, r memory.Run) {
		r.ID, r.Command, r.Start = id, redact.Clean(command), now.Add(-ago)
		update(t, s, func(tx *Tx) error { _, err := tx.AddRun(&r); return err })
	}
	failed := memory.Run{
		Session: "abc", Project: "/p", Outcome: memory.Failed, Errors: []memory.Error{{Line: redact.Clean("undefined: Frobnicate")}},
		Check: &memory.Check{Tool: "go test", Tests: []redact.Text{redact.Clean("TestÜber")}, Files: []redact.Text{redact.Clean("pkg/store/store_test.go")}},
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
				view(t, s, func(tx *Tx) error {
					list, err := tx.Runs(tt.filter)
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
	maintain(t, s, Policy{})
	check("indexed")
	add("r-3", "nothing of it", 0, memory.Run{})
	add("r-late", "frob late", time.Hour, memory.Run{})          // while the index was made it still ran
	add("r-spooled", "frob spooled", 72*time.Hour, memory.Run{}) // it waited
	maintain(t, s, Policy{})
	tests = tests[:0]
	tests = append(tests, struct {
		name   string
		filter RunFilter
		want   []string
	}{"what came late", RunFilter{Text: "frob"}, []string{"r-late", "r-1", "r-spooled"}})
	check("late")
	if _, err := s.db.run("UPDATE found_data SET block = x'00ff00ff' WHERE id > 1000"); err != nil {
		t.Fatal(err)
	}
	check("the index is damaged")
	maintain(t, s, Policy{})
	check("the index was damaged")
	if _, err := s.db.run("INSERT INTO found (found) VALUES ('integrity-check')"); err != nil {
		t.Errorf("the index is still damaged: %v", err)
	}
}

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
	load := func(text string) Imported {
		t.Helper()
		sum, err := other.Import(strings.NewReader(text), func(Imported) {})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	lines := strings.Count(all, "\n")
	if sum := load(all); sum != (Imported{Lines: lines, Added: lines}) {
		t.Errorf("imported: %+v of %d", sum, lines)
	}
	if diff := cmp.Diff(all, export(other, "")); diff != "" {
		t.Errorf("exported again (-first +second):\n%.2000s", diff)
	}
	if sum := load(all); sum != (Imported{Lines: lines}) {
		t.Errorf("imported twice: %+v", sum)
	}
	if part := strings.Count(export(s, "/p"), "\n"); part != 1516 { // with 15 sessions
		t.Errorf("of one project: %d lines", part)
	}
	update(t, s, func(tx *Tx) error {
		main, err := tx.knownProject("/p")
		if err != nil {
			return err
		}
		if _, err := tx.addProject("/p-feature", main, ""); err != nil {
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
		list, err := tx.FindLessons(LessonFilter{Limit: 1})
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
	if sum := load("{}\n\nnothing\n" + strings.Repeat("x", 17<<20) + "\n" + `{"run":{"id":"r-new"}}`); sum != (Imported{Lines: 4, Bad: 3, Added: 1}) {
		t.Errorf("what is no export: %+v", sum)
	}
	if _, err := other.Import(io.MultiReader(strings.NewReader(all), broken{}), func(Imported) {}); !errors.Is(err, errBroken) {
		t.Errorf("a broken pipe: %v", err)
	}
}

var errBroken = fmt.Errorf("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

// Leave keeps the log of writes short, and does not wait for anybody.
func TestLeave(t *testing.T) {
	s := fresh(t)
	log := func() int64 {
		info, err := os.Stat(s.o.Path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	remember(t, s, noon, 10, 100)
	s.Leave()
	if log() == 0 {
		t.Error("a short log was written through")
	}
	remember(t, s, noon, 500, 2000)
	reader := opened(t, s.o)
	view(t, reader, func(tx *Tx) error {
		if _, err := tx.Counts(); err != nil {
			return err
		}
		start := time.Now()
		s.Leave()
		if took := time.Since(start); took > time.Second {
			t.Errorf("it waited %v for a reader", took)
		}
		return nil
	})
	s.Leave()
	if n := log(); n != 0 {
		t.Errorf("the log has %d bytes", n)
	}
}

func TestVacuum(t *testing.T) {
	s := fresh(t)
	remember(t, s, noon, 1000, 1000)
	maintain(t, s, Policy{})
	if _, err := s.db.run("DELETE FROM outputs"); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.o.Path); err != nil || info.Size() > 500<<10 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	if runs := search(t, s, "test77"); len(runs) != 11 {
		t.Errorf("%d runs are found", len(runs))
	}
	sound(t, s)
}

func TestProjects(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, text := range map[string]string{
		"repo/.git/config":                      "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://ann:hunter2@example.org/shop.git\n",
		"repo/.git/worktrees/feature/commondir": "../..\n",
		"repo/.git/worktrees/feature/gitdir":    path("feature/.git") + "\n",
		"feature/.git":                          "gitdir: " + path("repo/.git/worktrees/feature") + "\n",
		"repo/.git/modules/sub/config":          "[remote \"origin\"]\n\turl = git@example.org:sub.git\n",
		"repo/sub/.git":                         "gitdir: ../.git/modules/sub\n",
		"bare.git/worktrees/main/commondir":     "../..",
		"bare.git/worktrees/main/gitdir":        "../../../main/.git",
		"sly/.git":                              "gitdir: own",
		"sly/own/commondir":                     path("repo/.git"),
		"sly/own/gitdir":                        path("sly/.git"),
		"slyer/.git":                            "gitdir: " + path("repo/.git/worktrees/feature"),
		"main/.git":                             "gitdir: ../bare.git/worktrees/main",
		"plain/.ctxhook/config.yaml":            "",
		"odd/.git":                              "gitdir: ",
	} {
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ root, main, remote string }{
		{"repo", "repo", "https://example.org/shop.git"},
		{"feature", "repo", "https://example.org/shop.git"},
		{"repo/sub", "repo/sub", "git@example.org:sub.git"},
		{"main", "bare.git", ""},
		{"plain", "plain", ""},
		{"odd", "odd", ""},
		{"sly", "sly", ""},
		{"slyer", "slyer", ""},
		{"gone", "gone", ""},
	}
	for _, tt := range tests {
		if main, remote := repository(path(tt.root)); main != path(tt.main) || remote != tt.remote {
			t.Errorf("%s is %s at %q, want %s at %q", tt.root, main, remote, path(tt.main), tt.remote)
		}
	}
	// What one work tree taught, the others know, whichever came first.
	for _, first := range []string{"repo", "feature"} {
		s := fresh(t)
		update(t, s, func(tx *Tx) error {
			return tx.PutLesson(&memory.Lesson{Project: path(first), Kind: memory.LessonFix, Key: "k"})
		})
		for _, second := range []string{"feature", "repo"} {
			view(t, s, func(tx *Tx) error {
				list, err := tx.Lessons(path(second), memory.LessonFix, nil)
				if len(list) != 1 || list[0].Project != path("repo") {
					t.Errorf("taught in %s, asked in %s: %v", first, second, list)
				}
				return err
			})
		}
	}
}

// What SQLite says of a failure does not name what was to be written.
func TestFaults(t *testing.T) {
	s := fresh(t)
	if err := s.db.script("NONSENSE"); err == nil || !strings.Contains(err.Error(), "syntax error") {
		t.Errorf("error %v", err)
	}
	_, err := s.db.run("INSERT INTO counters VALUES (?, NULL)", "secret")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v", err)
	}
	if _, err := s.db.run("SELECT ?", []byte{}); err == nil {
		t.Error("an argument of another type was taken")
	}
	if _, err := connect(t.TempDir(), sqlite3.SQLITE_OPEN_READWRITE, 0); err == nil {
		t.Error("a directory was opened")
	}
}
