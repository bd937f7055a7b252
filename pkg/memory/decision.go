package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Decision is what was decided about one command before it ran.
type Decision struct {
	ID        string // d-...
	Time      time.Time
	Session   string
	Project   string
	Cwd       string
	Agent     string
	Action    string // what was done: warn, ask, block
	Risk      string
	Rules     []string
	AllowedBy []string // ids of the allow entries that let something pass
	Message   redact.Text
	Command   redact.Text
	Hash      string // of the exact command: config.Hash
}
