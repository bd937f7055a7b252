//go:build unix

package place

import (
	"errors"
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
}
