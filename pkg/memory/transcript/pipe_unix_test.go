//go:build unix

package transcript

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: a pipe in a transcript's place would keep the hook waiting.
func TestPipe(t *testing.T) {
	root, path := write(t, use(1, "t1", "make"))
	pipe := filepath.Join(filepath.Dir(path), "pipe.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Calls(root, pipe, session); err == nil {
		t.Error("it was read")
	}
}
