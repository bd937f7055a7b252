package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sqlite3 "modernc.org/sqlite/lib"
)

// The migrations lead to what schema.sql says, which is what people read.
func TestMigrationsMakeTheSchema(t *testing.T) {
	made := func(schema string) (parts []string, version int) {
		s := opened(t, Options{Path: filepath.Join(t.TempDir(), "x.db"), Schema: schema})
		err := s.db.each("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name", nil, func(r Row) error {
			// How it is spaced does not matter.
			sql := strings.NewReplacer("( ", "(", " )", ")", " (", "(", " ,", ",").Replace(strings.Join(strings.Fields(r.Text(2)), " "))
			parts = append(parts, r.Text(0)+" "+r.Text(1)+": "+sql)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range [...]string{"user_version", "application_id", "auto_vacuum"} {
			if _, err := s.db.one("PRAGMA "+name, nil, func(r Row) { parts = append(parts, fmt.Sprint(name, " ", r.Int(0))) }); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.db.one("PRAGMA user_version", nil, func(r Row) { version = r.Int(0) }); err != nil {
			t.Fatal(err)
		}
		return parts, version
	}
	want, v := made(schema(t))
	got, _ := made("")
	if len(want) < 10 {
		t.Fatalf("a schema of %d parts", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("schema.sql and pkg/memory/store/migrate differ (-schema +migrations):\n%s", diff)
	}
	if v != version {
		t.Errorf("schema.sql is version %d, the migrations lead to %d", v, version)
	}
	files, err := fs.Glob(migrations, "migrate/*.sql")
	if err != nil || len(files) != version {
		t.Errorf("%d migrations lead to version %d", len(files), version)
	}
}

// oldest makes a database of the first version with a lesson in it.
func oldest(t *testing.T, path string) Options {
	t.Helper()
	first, err := migration(1)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Path: path, Schema: first, Wait: time.Second}
	if err := create(o); err != nil {
		t.Fatal(err)
	}
	db, err := connect(o.Path, sqlite3.SQLITE_OPEN_READWRITE, 0)
	if err != nil {
		t.Fatal(err)
	}
	const lesson = "INSERT INTO lessons (id, kind, key, state, seen, first, last, edit, worked, tried, misfire) VALUES ('l-1', 'fix', 'k', 'open', 1, 1, 1, 0, 1, 1, 0)"
	if err := errors.Join(db.script(lesson), db.close()); err != nil {
		t.Fatal(err)
	}
	return o
}

// Who looks at a database that an older version wrote sees all that is in it.
func TestLookAtOlder(t *testing.T) {
	o := oldest(t, filepath.Join(t.TempDir(), "x.db"))
	s, err := OpenForReading(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	view(t, s, func(tx *Tx) error {
		l, ok, err := tx.Lesson("l-1")
		if !ok || l.Key != "k" {
			t.Errorf("%v, %+v", ok, l)
		}
		return err
	})
	again, err := OpenForReading(o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if !again.o.ReadOnly {
		t.Error("a database of this version is opened for writing")
	}
}

// What an older version wrote, and is damaged, is read as far as it can be,
// too.
func TestDamagedOlder(t *testing.T) {
	s := fresh(t)
	oldest(t, s.o.Path+aside+"20260301T120000.000000")
	maintain(t, s, Policy{})
	if n := count(t, s, "lessons"); n != 1 {
		t.Errorf("%d lessons", n)
	}
}
