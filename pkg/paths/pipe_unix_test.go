//go:build unix

package paths

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe without a writer makes open wait for ever.
func TestPipeIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(path, 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("ReadFile: %v", err)
	}
	if _, err := ReadFileIn(dir, "pipe", 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("ReadFileIn: %v", err)
	}
	if _, err := OpenAppend(path); err == nil {
		t.Error("appended to a pipe")
	}
	d, err := OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if names, err := d.Readdirnames(-1); err == nil {
		t.Errorf("listed a pipe: %q", names)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if err := WriteFile(name, nil); !errors.Is(err, ErrNotRegular) {
			t.Errorf("WriteFile: %v", err)
		}
	}
}
