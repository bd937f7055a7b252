package install

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// progName is the program's name on PATH.
const progName = "ctxhook"

// program returns how settings of a scope name this program. In shared
// settings a path of this machine would be wrong on every other.
func (s *Setup) program(scope Scope) string {
	if scope == Project && !s.isUserFile() {
		return progName
	}
	return s.Binary
}

// Program returns the path by which settings should name this program: the
// name on PATH if that leads to it, because it outlives an update, else the
// path it was started from.
func Program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(self, os.TempDir()) && strings.Contains(self, "go-build") {
		return "", errors.New("go run leaves no program to call: build or install ctxhook first")
	}
	if path, err := exec.LookPath(progName); err == nil && paths.SameFile(path, self) {
		return filepath.Abs(path)
	}
	return self, nil
}

// OnPath reports whether the shared name leads to a program, and to this one.
func (s *Setup) OnPath() (found, same bool) {
	path, err := exec.LookPath(progName)
	return err == nil, err == nil && paths.SameFile(path, s.Binary)
}

// Shared reports whether settings of a scope name the program without a path.
func (s *Setup) Shared(scope Scope) bool { return s.program(scope) == progName }
