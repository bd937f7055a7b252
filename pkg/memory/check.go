package memory

import (
	"strings"
	"time"

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

	Seen *Sighting `json:"seen,omitempty"` // in a lesson: where it failed last
}

// Sighting is where and by which command a check was seen to fail. The same
// command in the same directory settles the check when it goes well, and what
// fails in one work tree or on one branch says nothing of another.
type Sighting struct {
	Command redact.Text `json:"command,omitzero"`
	Cwd     string      `json:"cwd,omitempty"`
	Tree    string      `json:"tree,omitempty"`   // root of the work tree; "" when it was recorded too late to know what follows
	Branch  string      `json:"branch,omitempty"` // "": none, or detached
	Commit  string      `json:"commit,omitempty"`
	Ended   time.Time   `json:"ended,omitzero"`
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
	mine, other := c.Dir(), o.Dir()
	return mine == other || mine != "" && strings.HasPrefix(other, strings.TrimSuffix(mine, "/")+"/")
}

// Dir returns the directory that a check ran in, with which its key begins;
// "" when it is not known.
func (c *Check) Dir() string {
	dir, _, ok := strings.Cut(c.Key, ": ")
	if !ok {
		return ""
	}
	return dir
}
