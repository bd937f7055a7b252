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
	if _, err := Open(path); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Open: %v", err)
	}
	if _, err := OpenDir(path); err == nil {
		t.Error("listed a pipe")
	}
	if _, err := OpenRoot(path); err == nil {
		t.Error("opened a pipe as a root")
	}
	root, err := OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := OpenIn(root, "pipe"); !errors.Is(err, ErrNotRegular) {
		t.Errorf("OpenIn: %v", err)
	}
	if _, err := OpenDirIn(root, "pipe"); err == nil {
		t.Error("listed a pipe in a root")
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
