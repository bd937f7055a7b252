package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Step is one thing that was done: a command that was run, or a file that was
// edited.
type Step struct {
	Text redact.Text // the command, or the file
	Edit bool        // it is a file
}

// Episode is a check from red to green: it failed, things were done, and it
// passed.
type Episode struct {
	ID      string // g-...
	Time    time.Time
	Session string
	Project string
	Key     string   // Check.Key of the run that failed
	Tool    string   // as people call it
	Red     string   // the run that failed first
	Green   string   // the run that passed
	Steps   []Step   // what was done between the two, in order: of many the latest
	Lessons []string // what it taught
}
