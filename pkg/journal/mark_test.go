package journal

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// A mark counts while it is young, and is made anew after that.
func TestMark(t *testing.T) {
	path := recordFile(t.TempDir(), "told", "s1")
	if before, made := mark(path, time.Hour); before || !made {
		t.Errorf("the first time: before %t, made %t", before, made)
	}
	if before, made := mark(path, time.Hour); !before || made {
		t.Errorf("the second time: before %t, made %t", before, made)
	}
	grow(t, path, 2*time.Hour)
	if before, made := mark(path, time.Hour); before || !made {
		t.Errorf("when it is too old: before %t, made %t", before, made)
	}
}

// Making a mark removes those of others that are too old, and no other.
func TestMarkSweeps(t *testing.T) {
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
	mark(recordFile(dir, "new"), time.Hour)
	if _, err := os.Lstat(young); err != nil {
		t.Errorf("a young mark: %v", err)
	}
	if _, err := os.Lstat(old); !os.IsNotExist(err) {
		t.Errorf("an old mark is still there: %v", err)
	}
}

// Of many old marks none stays for ever, and only some are looked at each time.
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
			t.Fatalf("%d marks are left, want %d (%v)", len(left), want, err)
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
