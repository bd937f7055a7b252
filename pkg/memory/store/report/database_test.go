package report

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// noon is a time as the database keeps it.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// fresh opens a new database with the schema that people read.
func fresh(t testing.TB) *store.Store {
	t.Helper()
	s, _ := freshAt(t)
	return s
}

// freshAt opens a new database and returns where it is, too.
func freshAt(t testing.TB) (*store.Store, store.Options) {
	t.Helper()
	schema, err := os.ReadFile("../../../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	o := store.Options{Path: filepath.Join(t.TempDir(), "data", "ctxhook.db"), Schema: string(schema), Wait: 5 * time.Second}
	s, err := store.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, o
}

func update(t testing.TB, s *store.Store, do func(*store.Tx) error) {
	t.Helper()
	if err := s.Update(do); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s *store.Store, do func(*store.Tx) error) {
	t.Helper()
	if err := s.View(do); err != nil {
		t.Fatal(err)
	}
}
