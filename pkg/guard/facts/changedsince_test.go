package facts

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

func TestChangedSince(t *testing.T) {
	tests := []struct {
		name           string
		touched        string // after the moment; "" nothing
		most           int
		changed, known bool
	}{
		{"nothing", "", 100, false, true},
		{"a file", "main.go", 100, true, true},
		{"a file deep below", "a/b/c/d.go", 100, true, true},
		{"a hidden file", ".env", 100, true, true},
		{"what was installed", "node_modules", 100, true, true},
		{"in what was installed", "node_modules/x/index.js", 100, false, true},
		{"what git keeps", ".git/index", 100, false, true},
		{"more than may be looked at", "a/b/c/d.go", 3, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			then := time.Now().Add(-time.Hour)
			for _, path := range []string{"main.go", ".env", "a/b/c/d.go", "node_modules/x/index.js", ".git/index"} {
				path = filepath.Join(root, path)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
				if err != nil {
					return err
				}
				return os.Chtimes(path, then, then)
			}); err != nil {
				t.Fatal(err)
			}
			if tt.touched != "" {
				if err := os.Chtimes(filepath.Join(root, tt.touched), time.Now(), time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			changed, known := ChangedSince(root, then.Add(time.Minute), tt.most)
			if changed != tt.changed || known != tt.known {
				t.Errorf("changed %v, known %v, want %v, %v", changed, known, tt.changed, tt.known)
			}
		})
	}
	if changed, known := ChangedSince(filepath.Join(t.TempDir(), "gone"), time.Now(), 10); changed || !known {
		t.Errorf("of a directory that is gone: changed %v, known %v", changed, known)
	}
}

// A project may be named by a link to it.
func TestChangedSinceBehindALink(t *testing.T) {
	root, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip(err)
	}
	then := time.Now().Add(-time.Minute)
	if err := os.WriteFile(filepath.Join(root, "new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if changed, known := ChangedSince(link, then, 10); !changed || !known {
		t.Errorf("changed %v, known %v", changed, known)
	}
}

func BenchmarkChangedSince(b *testing.B) {
	root := b.TempDir()
	for i := range 1900 {
		dir := filepath.Join(root, "d"+strconv.Itoa(i%100))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), nil, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if changed, known := ChangedSince(root, time.Now().Add(time.Hour), 2000); changed || !known {
			b.Fatal(changed, known)
		}
	}
}
