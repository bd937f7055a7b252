package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Session is one session of an agent.
type Session struct {
	Key     string    `json:"key"` // as the agent calls it
	Agent   string    `json:"agent,omitempty"`
	Project string    `json:"project,omitempty"`
	Started time.Time `json:"started"`          // its first event
	Ended   time.Time `json:"ended,omitzero"`   // zero: not known
	Before  string    `json:"before,omitempty"` // the session of the project before it
	Summary *Summary  `json:"summary,omitempty"`
	Told    []string  `json:"told,omitempty"` // ids of the lessons that its model was told, and of lines of files that it was asked about

	Namespace string      `json:"namespace,omitempty"` // as the agent calls it
	Metadata  redact.Text `json:"metadata,omitzero"`   // of the agent: JSON
}

// Summary is what a session came to.
type Summary struct {
	Until    time.Time `json:"until"`    // the last activity that it counts
	Commands int       `json:"commands"` // that ran
	Failures int       `json:"failures"` // commands that failed
	Fixes    int       `json:"fixes"`    // errors that went away, and checks that passed again
	Lessons  int       `json:"lessons"`  // new ones
	Blocked  int       `json:"blocked"`  // commands that were blocked
}
