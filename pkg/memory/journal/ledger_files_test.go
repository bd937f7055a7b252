package journal

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// Files that are too old go, and no others.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	made := func(name string, age time.Duration) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		grow(t, path, age)
		return path
	}
	young, old := made("young", time.Minute), made("old", 2*time.Hour)
	sweep(dir, time.Hour)
	if _, err := os.Lstat(young); err != nil {
		t.Errorf("a young file: %v", err)
	}
	if _, err := os.Lstat(old); !os.IsNotExist(err) {
		t.Errorf("an old file is still there: %v", err)
	}
}

// Of many old files none stays for ever, and only some are looked at each time.
func TestSweepsSomeOfMany(t *testing.T) {
	dir := t.TempDir()
	const many = 3 * swept
	for i := range many {
		path := filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		grow(t, path, 2*time.Hour)
	}
	for want := many - swept; want >= 0; want -= swept {
		sweep(dir, time.Hour)
		if left, err := os.ReadDir(dir); err != nil || len(left) != want {
			t.Fatalf("%d files are left, want %d (%v)", len(left), want, err)
		}
	}
}

// grow makes a file older than it is.
func grow(t *testing.T, path string, age time.Duration) {
	t.Helper()
	then := time.Now().Add(-age)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}
