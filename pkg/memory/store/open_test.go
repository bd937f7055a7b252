package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestFilesAreForTheUserAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes on Windows")
	}
	s := fresh(t)
	update(t, s, func(tx *Tx) error { return tx.count("x", 1) })
	want := map[string]os.FileMode{"": 0o600, "-wal": 0o600, "-shm": 0o600}
	for end, mode := range want {
		if info, err := os.Stat(s.o.Path + end); err != nil || info.Mode() != mode {
			t.Errorf("%s: mode %v, %v", end, info.Mode(), err)
		}
	}
	if info, err := os.Stat(filepath.Dir(s.o.Path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("directory: mode %v, %v", info.Mode(), err)
	}
	s.Close()
	if err := os.Chmod(s.o.Path, 0o644); err != nil {
		t.Fatal(err)
	}
	opened(t, s.o)
	if info, err := os.Stat(s.o.Path); err != nil || info.Mode() != 0o600 {
		t.Errorf("opened again: mode %v, %v", info.Mode(), err)
	}
}

func TestOpenWhatIsNoDatabaseOfOurs(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sql := func(name, script string) {
		write(name, "")
		db, err := connect(path(name), sqlite3.SQLITE_OPEN_READWRITE, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.script(script), db.close()); err != nil {
			t.Fatal(err)
		}
	}
	write("file", "x")
	write("notes", strings.Repeat("these are my notes. ", 500))
	sql("foreign", "CREATE TABLE theirs (x)")
	sql("of our version", fmt.Sprintf("CREATE TABLE theirs (x); PRAGMA user_version = %d", version))
	sql("newer", fmt.Sprintf("CREATE TABLE runs (x); PRAGMA application_id = %d; PRAGMA user_version = %d", ours, version+1))
	links := runtime.GOOS != "windows"
	if links {
		for name, to := range map[string]string{"device": "/dev/zero", "link": path("notes"), "dangling": "/nowhere/at/all"} {
			if err := os.Symlink(to, path(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name, path string
		want       error
		readOnly   error
		skip       bool
	}{
		{"nowhere", "", paths.ErrNoHome, paths.ErrNoHome, false},
		{"a directory", dir, paths.ErrNotRegular, paths.ErrNotRegular, false},
		{"a device behind a link", path("device"), paths.ErrNotRegular, paths.ErrNotRegular, !links},
		{"a link to nowhere", path("dangling"), fs.ErrNotExist, fs.ErrNotExist, !links},
		{"below a file", filepath.Join(path("file"), "x"), errAny, errAny, false},
		{"no database", path("notes"), ErrForeign, ErrForeign, false},
		{"no database behind a link", path("link"), ErrForeign, ErrForeign, !links},
		{"somebody else's", path("foreign"), ErrForeign, ErrForeign, false},
		{"somebody else's that counts as we do", path("of our version"), ErrForeign, ErrForeign, false},
		{"of a newer version", path("newer"), ErrNewer, ErrNewer, false},
		{"none", path("none/of/it"), nil, ErrNone, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.skip {
				t.Skip("no links here")
			}
			before, _ := paths.ReadFile(tt.path, 1<<20)
			info, _ := os.Stat(tt.path)
			for _, readOnly := range []bool{true, false} {
				want := tt.want
				if readOnly {
					want = tt.readOnly
				}
				s, err := Open(Options{Path: tt.path, Schema: schema(t), ReadOnly: readOnly})
				if err == nil {
					defer s.Close()
				}
				if want == errAny && err != nil {
					continue
				}
				if !errors.Is(err, want) {
					t.Errorf("read-only %v: error %v, want %v", readOnly, err, want)
				}
			}
			if after, _ := paths.ReadFile(tt.path, 1<<20); tt.want != nil && string(before) != string(after) {
				t.Error("it was changed")
			}
			if after, err := os.Stat(tt.path); info != nil && (err != nil || !os.SameFile(info, after) || info.Mode() != after.Mode()) {
				t.Errorf("it was moved: %v", err)
			}
		})
	}
}

var errAny = errors.New("any error")

// Many processes may find no database at once: one makes it, the others use
// it.
func TestOpenAtOnce(t *testing.T) {
	o := Options{Path: filepath.Join(t.TempDir(), "a", "b", "ctxhook.db"), Schema: schema(t), Wait: 5 * time.Second}
	const n = 20
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			s, err := Open(o)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.Update(func(tx *Tx) error { return tx.count("x", 1) }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	view(t, opened(t, o), func(tx *Tx) error {
		counts, err := tx.Counts()
		if counts["x"] != n {
			t.Errorf("%d of %d", counts["x"], n)
		}
		return err
	})
}

// What SQLite keeps beside a database lies beside the file, and not beside a
// link to it.
func TestOpenBehindLink(t *testing.T) {
	s := fresh(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(s.o.Path, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	update(t, opened(t, Options{Path: link}), func(tx *Tx) error { return tx.count("x", 1) })
	view(t, s, func(tx *Tx) error {
		counts, err := tx.Counts()
		if counts["x"] != 1 {
			t.Errorf("counts %v", counts)
		}
		return err
	})
	if beside, _ := filepath.Glob(link + "-*"); len(beside) > 0 {
		t.Errorf("beside the link: %q", beside)
	}
}

func TestEmptyFileIsFilled(t *testing.T) {
	o := Options{Path: filepath.Join(t.TempDir(), "ctxhook.db"), Schema: schema(t)}
	if err := os.WriteFile(o.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	update(t, opened(t, o), func(tx *Tx) error { return tx.count("x", 1) })
}

// What cannot be written now is an error that says why, and nothing is lost
// of what was written before.
func TestWhatCannotBeWritten(t *testing.T) {
	add := func(s *Store, text string) error {
		return s.Update(func(tx *Tx) error {
			_, err := tx.AddRun(&memory.Run{Output: redact.Clean(text)})
			return err
		})
	}
	t.Run("locked", func(t *testing.T) {
		s := fresh(t)
		s2 := opened(t, Options{Path: s.o.Path, Wait: 10 * time.Millisecond})
		update(t, s, func(*Tx) error {
			if err := add(s2, "x"); !errors.Is(err, ErrLocked) {
				t.Errorf("error %v", err)
			}
			return nil
		})
		if err := add(s2, "x"); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
	t.Run("full", func(t *testing.T) {
		s := fresh(t)
		if err := errors.Join(add(s, "x"), s.db.script("PRAGMA max_page_count = 1")); err != nil {
			t.Fatal(err)
		}
		if err := add(s, strings.Repeat("x ", 20_000)); !errors.Is(err, ErrFull) {
			t.Errorf("error %v", err)
		}
		if n := count(t, s, "runs"); n != 1 {
			t.Errorf("%d runs", n)
		}
	})
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		return // nothing is read-only there
	}
	t.Run("read-only", func(t *testing.T) { readOnly(t, add) })
}

func readOnly(t *testing.T, add func(*Store, string) error) {
	s := fresh(t)
	if err := add(s, "x"); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(s.o.Path)
	if err := errors.Join(s.Close(), os.Chmod(s.o.Path, 0o400), os.Chmod(dir, 0o500)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	again, err := Open(s.o)
	if err == nil {
		err = add(again, "y")
	}
	if !errors.Is(err, ErrReadOnly) {
		t.Errorf("error %v", err)
	}
	if _, err := Open(Options{Path: filepath.Join(dir, "new.db"), Schema: schema(t)}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a new one: error %v", err)
	}
	o := s.o
	o.ReadOnly = true
	if n := count(t, opened(t, o), "runs"); n != 1 {
		t.Errorf("%d runs are seen", n)
	}
}

// A damaged database is moved aside; what can be read of it is taken over.
func TestDamage(t *testing.T) {
	const runs = 2000
	tests := []struct {
		name   string
		damage func(data []byte) []byte
		least  int // runs that are still there in the end
	}{
		{"no database", func([]byte) []byte { return []byte(strings.Repeat("this is no database. ", 500)) }, 0},
		{"the head", func(data []byte) []byte { return append([]byte(strings.Repeat("\xff", 100)), data[100:]...) }, 0},
		{"the first page behind the head", func(data []byte) []byte {
			copy(data[100:4096], strings.Repeat("\xff", 4000))
			return data
		}, 0},
		{"pages in the middle", func(data []byte) []byte {
			for at := len(data) / 2 &^ 4095; at < len(data)/2+8*4096; at += 4096 {
				copy(data[at:at+4096], strings.Repeat("\xff", 4096))
			}
			return data
		}, runs / 4},
		{"the end", func(data []byte) []byte { return data[:len(data)*3/4&^4095] }, runs / 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			update(t, s, func(tx *Tx) error {
				for i := range runs {
					if _, err := tx.AddRun(&memory.Run{Session: "s", Project: "/p", Start: noon.Add(time.Duration(i) * time.Second), Command: redact.Clean(strings.Repeat("word ", 40))}); err != nil {
						return err
					}
				}
				return nil
			})
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(s.o.Path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(s.o.Path, tt.damage(data), 0o600); err != nil {
				t.Fatal(err)
			}
			meet(t, s.o)
			s = opened(t, s.o)
			update(t, s, func(tx *Tx) error { _, err := tx.AddRun(&memory.Run{ID: "r-after"}); return err })
			aside, err := damagedFiles(s.o.Path)
			if err != nil || len(aside) != 1 {
				t.Fatalf("moved aside: %q, %v", aside, err)
			}
			if err := s.Maintain(Policy{}); err != nil {
				t.Fatal(err)
			}
			if n := count(t, s, "runs") - 1; n < tt.least {
				t.Errorf("%d of %d runs are left, want %d", n, runs, tt.least)
			} else {
				t.Logf("%d of %d runs are left", n, runs)
			}
			sound(t, s)
			if aside, _ = damagedFiles(s.o.Path); len(aside) != 1 || !strings.HasSuffix(aside[0], SalvagedEnd) {
				t.Errorf("afterwards: %q", aside)
			}
		})
	}
}

// meet works with a database as hooks do, until one has moved it aside.
func meet(t *testing.T, o Options) {
	t.Helper()
	for range 50 {
		s, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Update(func(tx *Tx) error {
			if _, err := tx.Steps("s", 5000); err != nil {
				return err
			}
			_, err := tx.AddRun(&memory.Run{Session: "s"})
			return err
		})
		s.Close()
		if aside, _ := damagedFiles(o.Path); len(aside) > 0 {
			return
		}
		if err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
	}
	t.Fatal("nobody noticed")
}

func sound(t *testing.T, s *Store) {
	t.Helper()
	var said []string
	if err := s.db.each("PRAGMA integrity_check", nil, func(r Row) error {
		said = append(said, r.Text(0))
		return nil
	}); err != nil || !slices.Equal(said, []string{"ok"}) {
		t.Errorf("integrity: %q, %v", said, err)
	}
}

// Only the file that was found damaged is moved: by then another process may
// have put a new one in its place.
func TestNewDatabaseIsNotMovedAside(t *testing.T) {
	s := fresh(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := moveAside(s.o, s.file); err != nil {
		t.Fatal(err)
	}
	again := opened(t, s.o)
	if err := moveAside(s.o, s.file); err != nil {
		t.Fatal(err)
	}
	update(t, again, func(tx *Tx) error { return tx.count("x", 1) })
	if aside, _ := damagedFiles(s.o.Path); len(aside) != 1 {
		t.Errorf("moved aside: %q", aside)
	}
}
