package install

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Astray is a registration that does not start ctxhook.
type Astray struct {
	Scope Scope
	Says  string // for people
}

// Astray lists the registrations of the client that start a program which is not there, or
// another one under ctxhook's name, and the scopes of those that may start ctxhook. It runs
// nothing: a project's settings may name a program of strangers.
func (s *Setup) Astray() (list []Astray, good []Scope) {
	self, err := os.Executable()
	if err != nil {
		self = s.Binary
	}
	for _, scope := range s.Registered() {
		if program, why := s.astray(scope, self); why != "" {
			list = append(list, Astray{scope, fmt.Sprintf("the %s settings start %s, %s", scope, display.Plain(program), why)})
		} else {
			good = append(good, scope)
		}
	}
	return list, good
}

func (s *Setup) astray(scope Scope, self string) (program, why string) {
	path, err := s.File(scope)
	if err != nil || s.client().layout == nil {
		return "", ""
	}
	f, err := paths.ReadUserFile(path, maxSettings)
	if err != nil {
		return "", ""
	}
	d, err := s.client().layout.parse(f.Data)
	if err != nil {
		return "", ""
	}
	before := ""
	for _, e := range d.entries() {
		if e.program == before {
			continue
		}
		before = e.program
		program = strings.ReplaceAll(e.program, projectDir, s.Root)
		if why = startsOther(program, self); why != "" {
			return program, why
		}
	}
	return "", ""
}

// startsOther says why a program of a registration is not ctxhook; "" if it may be.
func startsOther(program, self string) string {
	if strings.Contains(program, "$") {
		return ""
	}
	path, err := exec.LookPath(program)
	switch {
	case err != nil && filepath.Base(program) == program:
		return "which is not on PATH"
	case err != nil:
		return whyNot(err)
	case !paths.SameFile(path, self) && !mayBeOurs(path):
		return "which is another program"
	}
	return ""
}

// maxProgram bounds what is read of a program.
const maxProgram = 128 << 20

// mayBeOurs reports whether a file may be ctxhook by what is in it: a program of Go holds
// the names of its packages, and a script or a program that starts another one names that.
func mayBeOurs(path string) bool {
	data, err := paths.ReadFile(path, maxProgram)
	if err != nil {
		return true
	}
	if bytes.Contains(data, []byte("\xff Go buildinf:")) {
		return bytes.Contains(data, []byte("github.com/ctxhook/ctxhook/"))
	}
	return bytes.Contains(data, []byte(progName))
}
