package e2e

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// programs is the directory of the program that built makes.
var programs string

// quickGit has git neither start its maintenance after a commit, which takes as long as
// the commit, nor wait for the disk.
const quickGit = "[maintenance]\n\tauto = false\n[core]\n\tfsync = none\n"

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
	if err := os.WriteFile(filepath.Join(dir, "gitconfig"), []byte(quickGit), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
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

// copyProgram copies a program to where a test needs one of its own. The kernel copies it:
// to read it would cost as much as ten starts of it.
func copyProgram(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
