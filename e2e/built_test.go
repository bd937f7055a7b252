package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// programs is the directory of the program that built makes.
var programs string

// withPrograms runs the tests with a directory for what they build.
type withPrograms struct{ tests *testing.M }

func (w withPrograms) Run() int {
	dir, err := os.MkdirTemp("", "ctxhook-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	programs = dir
	return w.tests.Run()
}

// built returns the path of the program, as main builds it. All tests share one
// build and do not change it.
func built(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatalf("build: %v", err)
	}
	return path
}

// build inherits the flags of the build of this test, so that only the link is new; it is
// linked as a release is, which is smaller: some tests copy it for each of their rows.
var build = sync.OnceValues(func() (string, error) {
	path := filepath.Join(programs, "ctxhook")
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "..")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// copyProgram copies a program to where a test needs one of its own.
func copyProgram(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o755)
}
