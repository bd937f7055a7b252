package memory

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Check is the outcome of a verification: tests, a linter, a type checker, a
// build or a formatter.
type Check struct {
	Tool   string        `json:"tool,omitempty"` // as people call it: "go test"
	Kind   string        `json:"kind,omitempty"` // test, lint, types, build, format, or CheckRun
	Key    string        `json:"key,omitempty"`  // what was checked: equal for runs that check the same
	All    bool          `json:"all,omitempty"`  // it checked everything the tool can reach from its directory
	Failed bool          `json:"failed,omitempty"`
	Masked bool          `json:"masked,omitempty"` // it failed, but the exit code of the command hides it
	Tests  []redact.Text `json:"tests,omitempty"`  // that failed, in the order of the output
	Files  []redact.Text `json:"files,omitempty"`  // that the failures name, as the output names them
	Lines  redact.Text   `json:"lines,omitzero"`   // the lines that matter: errors, locations, the last ten
}

// CheckRun is the kind of a check that only ran a program: its output shows
// that it crashed, and verifies nothing else.
const CheckRun = "run"

// Covers reports whether a check looks at all that another looked at: it is
// the same, or it checks everything in a directory that contains the
// directory of the other. If it passes, the other would pass.
func (c *Check) Covers(o *Check) bool {
	if c.Key == o.Key {
		return true
	}
	if !c.All || c.Tool != o.Tool {
		return false
	}
	mine, other := c.dir(), o.dir()
	return mine == other || mine != "" && strings.HasPrefix(other, strings.TrimSuffix(mine, "/")+"/")
}

// dir returns the directory that a check ran in, with which its key begins;
// "" when it is not known.
func (c *Check) dir() string {
	dir, _, ok := strings.Cut(c.Key, ": ")
	if !ok {
		return ""
	}
	return dir
}
