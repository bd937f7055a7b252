package replay

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Trial is what other shared packs would have said to commands that ran.
type Trial struct {
	Commands int           `json:"commands"`
	Stopped  int           `json:"stopped"` // that ran, and would be asked about or blocked
	Warned   int           `json:"warned"`  // that ran without a warning
	Freed    int           `json:"freed"`   // that would no longer be stopped
	Changes  []TrialChange `json:"changes"` // the latest first, each command once

	now, then *Replay
	known     map[[2]string]trialOutcome // by command and directory
}

// TrialChange is a command to which the packs say something else.
type TrialChange struct {
	Command string    `json:"command"`
	Cwd     string    `json:"cwd,omitempty"`
	Before  string    `json:"before"`
	After   string    `json:"after"`
	Rules   []string  `json:"rules"` // of the stricter of the two
	Times   int       `json:"times"`
	Last    time.Time `json:"last"`
}

// trialOutcome is what both say to a command, and its index in Changes; -1 if they
// say the same.
type trialOutcome struct {
	now, then policy.Action
	change    int
}

// NewTrial returns a trial of packs in place of those that the user added.
func NewTrial(o judge.Options, packs []rulefile.Dir) *Trial {
	other := o
	other.Packs = packs
	return &Trial{now: New(o), then: New(other), known: make(map[[2]string]trialOutcome), Changes: []TrialChange{}}
}

// Add judges a command that ran. How the machine was then is not known, so no
// facts soften or raise a risk.
func (t *Trial) Add(r *memory.Run) {
	t.Commands++
	key := [2]string{r.Command.String(), r.Cwd}
	k, seen := t.known[key]
	if !seen {
		call := protocol.Call{Commands: []string{key[0]}, Cwd: r.Cwd}
		now, then := t.now.answer(&call), t.then.answer(&call)
		k = trialOutcome{now.action, then.action, -1}
		if now.action != then.action {
			rules := then.rules
			if now.action > then.action {
				rules = now.rules
			}
			k.change = len(t.Changes)
			t.Changes = append(t.Changes, TrialChange{
				Command: key[0], Cwd: r.Cwd, Before: now.action.String(), After: then.action.String(), Rules: slices.Clone(rules), Last: r.Start,
			})
		}
		t.known[key] = k
	}
	if k.change < 0 {
		return
	}
	t.Changes[k.change].Times++
	switch {
	case k.then >= policy.Ask && k.now < policy.Ask:
		t.Stopped++
	case k.then < policy.Ask && k.now >= policy.Ask:
		t.Freed++
	case k.then > k.now && k.now == policy.Silent:
		t.Warned++
	}
}
