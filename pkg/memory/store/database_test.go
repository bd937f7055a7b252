package store

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
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
	data, err := os.ReadFile("../../../schema.sql")
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
	if _, err := s.db.one("SELECT count(*) FROM "+table, nil, func(r Row) { n = r.Int(0) }); err != nil {
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

// fullValues returns a full value of every kind, by the name of its records.
func fullValues() map[string]any {
	return map[string]any{
		"project": new(full[memory.Project]()), "session": new(full[memory.Session]()), "run": new(full[memory.Run]()), "edit": new(full[memory.Edit]()),
		"command": new(full[memory.Command]()), "task": new(full[memory.Task]()), "lesson": new(full[memory.Lesson]()), "episode": new(full[memory.Episode]()),
		"advice": new(full[memory.Advice]()), "decision": new(full[memory.Decision]()), "preference": new(full[memory.Preference]()),
	}
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
	case *memory.TaskOutcome:
		*x = memory.Partial
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
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("the "+name), reflect.ValueOf(int64(7)))
	case reflect.String:
		v.SetString("the " + name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(2.5)
	case reflect.Uint8:
		v.SetUint(7)
	default:
		v.SetInt(7)
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
