package hook

import "github.com/ctxhook/ctxhook/pkg/judge"

// Journal is the memory as the settings of one user and one project have it.
type Journal struct {
	*judge.Judge

	repeated bool        // which commands fail repeatedly has changed
	list     *repeatList // the commands that did so far, once read
	listRead bool
}

// NewJournal returns the journal that goes with a judge.
func NewJournal(j *judge.Judge) *Journal { return &Journal{Judge: j} }
