package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// noon is a time as the database keeps it.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// texts compares redact.Text by what it says.
var texts = cmp.Transformer("text", func(x redact.Text) string { return x.String() })

// fresh opens a new database with the schema that people read.
func fresh(t testing.TB) *Store {
	t.Helper()
	return opened(t, Options{Path: filepath.Join(t.TempDir(), "data", "ctxhook.db"), Schema: schema(t), Wait: 5 * time.Second})
}

func opened(t testing.TB, o Options) *Store {
	t.Helper()
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func schema(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func update(t testing.TB, s *Store, do func(*Tx) error) {
	t.Helper()
	if err := s.Update(do); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s *Store, do func(*Tx) error) {
	t.Helper()
	if err := s.View(do); err != nil {
		t.Fatal(err)
	}
}

func count(t testing.TB, s *Store, table string) (n int) {
	t.Helper()
	if _, err := s.db.one("SELECT count(*) FROM "+table, nil, func(r row) { n = r.int(0) }); err != nil {
		t.Fatal(err)
	}
	return n
}

// full is a value in which nothing is zero, so that a field that is not kept
// is seen.
func full[T any]() T {
	var v T
	populate(reflect.ValueOf(&v).Elem(), "x")
	return v
}

func populate(v reflect.Value, name string) {
	switch x := v.Addr().Interface().(type) {
	case *redact.Text:
		*x = redact.Clean("text of " + name + " <&> \x01\nü")
		return
	case *time.Time:
		*x = noon
		return
	case *time.Duration:
		*x = 1234567 * time.Microsecond
		return
	case *memory.Outcome:
		*x = memory.TimedOut
		return
	case *memory.LessonState:
		*x = memory.Retired
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			populate(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		populate(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			populate(v.Index(i), fmt.Sprint(name, i))
		}
	case reflect.String:
		v.SetString("the " + name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(2.5)
	default:
		v.SetInt(7)
	}
}

// Every field of what is remembered comes back, from the database and from
// JSON.
func TestNothingIsLost(t *testing.T) {
	s := fresh(t)
	run, edit, lesson := full[memory.Run](), full[memory.Edit](), full[memory.Lesson]()
	advice, decision, episode := full[memory.Advice](), full[memory.Decision](), full[memory.Episode]()
	episode.ID = "g-1"
	run.ID, edit.ID, lesson.ID, advice.ID, decision.ID = "r-1", "e-1", "l-1", "v-1", "d-1"
	update(t, s, func(tx *Tx) error {
		for name, add := range map[string]func() (bool, error){
			"run":      func() (bool, error) { return tx.AddRun(&run) },
			"edit":     func() (bool, error) { return tx.AddEdit(&edit) },
			"decision": func() (bool, error) { return tx.AddDecision(&decision) },
			"episode":  func() (bool, error) { return tx.AddEpisode(&episode) },
			"lesson":   func() (bool, error) { return true, tx.PutLesson(&lesson) },
			"advice":   func() (bool, error) { return true, tx.AddAdvice(&advice) },
		} {
			if added, err := add(); err != nil || !added {
				t.Errorf("%s: added %v, %v", name, added, err)
			}
		}
		return nil
	})
	view(t, s, func(tx *Tx) error {
		compare(t, run, tx.Run)
		compare(t, edit, tx.Edit)
		compare(t, lesson, tx.Lesson)
		compare(t, advice, tx.AdviceByID)
		compare(t, decision, tx.Decision)
		compare(t, episode, tx.Episode)
		return nil
	})
	for name, r := range map[string]record{
		"run": {Run: toRun(&run)}, "edit": {Edit: toEdit(&edit)}, "lesson": {Lesson: toLesson(&lesson)},
		"episode": {Episode: toEpisode(&episode)}, "advice": {Advice: toAdvice(&advice)}, "decision": {Decision: toDecision(&decision)},
	} {
		data, err := r.line()
		if err != nil || strings.Contains(string(data), "\n") {
			t.Fatalf("%s: %q, %v", name, data, err)
		}
		back, err := decodeRecord(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var want, got any
		switch name {
		case "run":
			want, got = run, *back.Run.run()
		case "edit":
			want, got = edit, *back.Edit.edit()
		case "lesson":
			want, got = lesson, *back.Lesson.lesson()
		case "episode":
			want, got = episode, *back.Episode.episode()
		case "advice":
			want, got = advice, *back.Advice.advice()
		case "decision":
			want, got = decision, *back.Decision.decision()
		}
		if diff := cmp.Diff(want, got, texts); diff != "" {
			t.Errorf("%s as JSON (-want +got):\n%s", name, diff)
		}
	}
}

func compare[T any](t *testing.T, want T, find func(string) (T, bool, error)) {
	t.Helper()
	name := reflect.ValueOf(want).FieldByName("ID").String()
	got, ok, err := find(name)
	if err != nil || !ok {
		t.Fatalf("%s: found %v, %v", name, ok, err)
	}
	if diff := cmp.Diff(want, got, texts); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
	if _, ok, err := find("?-nothing"); ok || err != nil {
		t.Errorf("%s: found what is not there, %v", name, err)
	}
}

// A run that comes twice is kept once, whichever way it is known again; and
// two runs are kept as two, even where they share an id or a time.
func TestAddRunAgain(t *testing.T) {
	text := redact.Clean
	tests := []struct {
		name   string
		first  memory.Run
		second memory.Run
		want   bool
	}{
		{"the same event", memory.Run{ID: "r-1", Session: "s", Command: text("ls"), Start: noon}, memory.Run{ID: "r-1", Session: "s", Command: text("ls"), Start: noon}, false},
		{"the same call", memory.Run{Session: "s", Call: "c", Command: text("ls")}, memory.Run{Session: "s", Call: "c", Command: text("ls")}, false},
		{"a call in another session", memory.Run{Session: "s", Call: "c", Command: text("ls")}, memory.Run{Session: "t", Call: "c", Command: text("ls")}, true},
		{"an id that was given twice", memory.Run{ID: "r-1", Session: "s", Command: text("ls")}, memory.Run{ID: "r-1", Session: "s", Command: text("pwd")}, true},
		{"the same moment", memory.Run{Session: "s", Command: text("ls"), Start: noon}, memory.Run{Session: "s", Command: text("ls"), Start: noon}, true},
		{"a run that says nothing of itself", memory.Run{}, memory.Run{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			update(t, s, func(tx *Tx) error {
				if added, err := tx.AddRun(&tt.first); !added || err != nil {
					t.Errorf("the first: %v, %v", added, err)
				}
				added, err := tx.AddRun(&tt.second)
				if added != tt.want || err != nil {
					t.Errorf("the second: added %v, %v; want %v", added, err, tt.want)
				}
				return err
			})
			if same := tt.first.ID == tt.second.ID; same == tt.want || tt.second.ID == "" {
				t.Errorf("ids %q and %q", tt.first.ID, tt.second.ID)
			}
		})
	}
}

// What became of a run may be told late: it is the run that was kept before.
func TestRunThatEndsLate(t *testing.T) {
	s := fresh(t)
	begun := memory.Run{Session: "s", Call: "c", Command: redact.Clean("make slow"), Start: noon}
	ended := begun
	ended.Outcome, ended.Exited, ended.Start, ended.Output = memory.OK, true, noon.Add(time.Second), redact.Clean("it was slow")
	for i, tt := range []struct {
		run  memory.Run
		want bool
	}{{begun, true}, {begun, false}, {ended, true}, {ended, false}, {begun, false}} {
		update(t, s, func(tx *Tx) error {
			added, err := tx.AddRun(&tt.run)
			if added != tt.want {
				t.Errorf("%d: added %v", i, added)
			}
			return err
		})
	}
	view(t, s, func(tx *Tx) error {
		runs, err := tx.Runs(RunFilter{})
		if len(runs) != 1 || runs[0].Outcome != memory.OK || !runs[0].Start.Equal(ended.Start) {
			t.Errorf("runs %+v", runs)
		}
		return err
	})
	if n := count(t, s, "outputs"); n != 1 {
		t.Errorf("%d outputs", n)
	}
}

// Many runs of one moment find their places in the order in which they came.
func TestOneMoment(t *testing.T) {
	s := fresh(t)
	const n = 300
	update(t, s, func(tx *Tx) error {
		for i := range n {
			if _, err := tx.AddRun(&memory.Run{Session: "s", Start: noon, Command: redact.Clean(fmt.Sprint(i))}); err != nil {
				return err
			}
		}
		return nil
	})
	if got := count(t, s, "runs"); got != n {
		t.Errorf("%d of %d runs", got, n)
	}
	view(t, s, func(tx *Tx) error {
		steps, err := tx.Steps("s", n)
		if len(steps) != n || steps[n-1].Time() != noon || steps[0].Time().Sub(noon) > time.Minute {
			t.Errorf("%d steps, the last at %v", len(steps), steps[0].Time())
		}
		return err
	})
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
	update(t, s, func(tx *Tx) error { return tx.Count("x", 2) })
	update(t, s, func(tx *Tx) error { return tx.Count("x", 3) })
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

func TestLessons(t *testing.T) {
	s := fresh(t)
	put := func(project, kind, key string, hour int) {
		update(t, s, func(tx *Tx) error {
			return tx.PutLesson(&memory.Lesson{Project: project, Kind: kind, Key: key, What: redact.Clean(fmt.Sprint(key, hour)), Last: noon.Add(time.Duration(hour) * time.Hour)})
		})
	}
	put("/p", "fix", "a", 1)
	put("/p", "fix", "a", 3)
	put("/p", "fix", "b", 2)
	put("/p", "check", "a", 4)
	put("/q", "fix", "a", 5)
	put("", "fix", "a", 6)
	tests := []struct {
		name, project, kind string
		keys                []string
		want                []string
	}{
		{"one key", "/p", "fix", []string{"a"}, []string{"a3", "a1"}},
		{"keys, one of them twice", "/p", "fix", []string{"a", "b", "a", "c"}, []string{"a3", "b2", "a1"}},
		{"all keys", "/p", "fix", nil, []string{"a3", "b2", "a1"}},
		{"no key", "/p", "fix", []string{}, nil},
		{"another kind", "/p", "check", nil, []string{"a4"}},
		{"no project", "", "fix", []string{"a"}, []string{"a6"}},
		{"an unknown project", "/r", "fix", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			view(t, s, func(tx *Tx) error {
				list, err := tx.Lessons(tt.project, tt.kind, tt.keys)
				var got []string
				for _, l := range list {
					got = append(got, l.What.String())
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				return err
			})
		})
	}
	// A lesson is written anew under its id.
	update(t, s, func(tx *Tx) error {
		list, err := tx.Lessons("/q", "fix", nil)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		list[0].State, list[0].Worked = memory.Retired, 9
		return tx.PutLesson(&list[0])
	})
	view(t, s, func(tx *Tx) error {
		list, err := tx.FindLessons(LessonFilter{States: []memory.LessonState{memory.Retired}})
		if len(list) != 1 || list[0].Worked != 9 || list[0].Project != "/q" {
			t.Errorf("retired: %+v", list)
		}
		list, _ = tx.FindLessons(LessonFilter{Project: "/p", Kind: "fix", Since: noon.Add(2 * time.Hour), Limit: 1})
		if len(list) != 1 || list[0].What.String() != "a3" {
			t.Errorf("filtered: %+v", list)
		}
		return err
	})
}

func TestAdvice(t *testing.T) {
	s := fresh(t)
	run := memory.Run{Session: "s"}
	a := memory.Advice{Session: "s", Fix: memory.Fix{Source: memory.SourceTool, Text: redact.Clean("try")}}
	update(t, s, func(tx *Tx) error {
		if _, err := tx.AddRun(&run); err != nil {
			return err
		}
		a.Run = run.ID
		if err := tx.AddAdvice(&a); err != nil {
			return err
		}
		again := a
		if err := tx.AddAdvice(&again); err != nil {
			return err
		}
		worked := false
		a.Followed, a.Worked = "r-x", &worked
		return tx.UpdateAdvice(&a)
	})
	view(t, s, func(tx *Tx) error {
		inSession, err := tx.Advice("s", 5)
		if err != nil || len(inSession) != 1 || inSession[0].Followed != "r-x" || inSession[0].Worked == nil || *inSession[0].Worked {
			t.Errorf("in the session: %+v, %v", inSession, err)
		}
		after, err := tx.AdviceAfter(run.ID)
		if len(after) != 1 || after[0].ID != a.ID {
			t.Errorf("after the run: %+v, %v", after, err)
		}
		return err
	})
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

// What is written by hand is what encoding/json would write.
func TestObject(t *testing.T) {
	for name, r := range map[string]memory.Run{
		"full": full[memory.Run](), "empty": {ID: "r-1"},
		"odd": {ID: "r-1", Start: noon, Command: redact.Clean("\x00\x7f\"\\\r\n\t<&>\u2028 \xff ü 😀"), Exited: true, Check: &memory.Check{}},
	} {
		want, err := json.Marshal(toRun(&r))
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		got := toRun(&r).append(nil)
		if err := errors.Join(json.Unmarshal(want, &a), json.Unmarshal(got, &b)); err != nil {
			t.Fatalf("%s: %v: %s", name, err, got)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s (-encoding/json +by hand):\n%s", name, diff)
		}
	}
}
