// Package safety judges a script: it holds rules against calls and effects and
// gives findings and one action. It is pure: what it knows of this machine
// comes lazily through rule.Facts, and its work is bounded in bytes and nodes,
// never in time.
package safety

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Engine is a set of rules and models with the user's choices. With Rules and
// Models alone it judges at the permissive level.
type Engine struct {
	Models    func(program string) *rule.Command // nil result: no model
	Functions rule.Functions                     // what functions of embedded languages do; nil: nothing
	Rules     []*rule.Rule                       // held against every call
	// Candidates returns further rules: those that may fire on a trigger. Rules that
	// it leaves out do not fire. May be nil.
	Candidates  func(t rule.Trigger) []*rule.Rule
	Match       Match // regex conditions; nil: they never hold
	Table       policy.Table
	MaxLength   int                      // bytes of command text without data heredocs; 0: no bound
	Custom      map[string]string        // program -> name of a custom command type
	Blocked     []Pattern                // the user's blocked_patterns: high, and blocked at every level
	Allowed     []Allow                  // the user's allowed_patterns and allow entries
	Permissions []Permission             // the user's rules in the settings of the agent
	Held        func(rule string) string // the file of the machine that a rule holds by, so that no user loosens it; "" none
	Least       policy.Table             // what is done at least about the findings of those
	Dialect     shell.Dialect
	Language    string                           // of a text that is no shell
	Surface     string                           // where the text was found: one of rule.Surfaces; "" is a command about to run
	Env         func(name string) (string, bool) // values of variables the text does not set; may be nil

	Files bool // the files that a command runs are looked through, where facts are known

	KnownOnly bool // programs without a model are not judged by their words

	Steps int // that reading and judging a text may cost; 0: shell.Steps

	Unsandboxed bool // the agent asks to run the command outside of its sandbox

	work    *shell.Work // of the text around; nil: a Work of its own
	use     *Use        // nil: a command is judged, and no tool for files
	inner   bool        // the text stands in a file that a command writes
	offered bool        // the text is a command that a rule offers: nothing is offered in its place
}

// Match holds a regular expression against a text. doubt is the answer where
// matching was given up: one that lets nothing through.
type Match func(pattern, text string, doubt bool) bool

// Pattern is a user's pattern over a command.
type Pattern struct {
	Text string // as the user wrote it, for messages
	Kind string // "text": substring; "glob": over the argv of a call; "regex"
	By   string // the place in the machine's settings; "" the user's own
}

// Allow silences findings. It binds to a rule or to a command shape, never
// to a blocked pattern's finding.
type Allow struct {
	ID      string   // names the entry, so that a one-time entry can be consumed
	Rule    string   // rule id; "" any rule
	Pattern *Pattern // command shape; nil any command
	Command string   // exact command text; "" any
}

// Surface returns where a text of a file stands, of which its reader says what
// it is: a script that belongs to the tests is a test, one of a pipeline is CI.
func Surface(path, reader string) string {
	switch reader {
	case "ci", "image", "doc":
		return reader
	}
	switch {
	case effect.ForTests(path):
		return rule.Test
	case reader == "script" && effect.ForCI(path):
		return "ci"
	}
	return reader
}

// Dirs is where a script would run.
type Dirs = effect.Dirs

// Verdict is the outcome for one command.
type Verdict struct {
	Risk     policy.Risk
	Action   policy.Action
	Type     string // command type of the riskiest call, or of the first
	Findings []Finding
	Allowed  []string // ids of the Allow entries that silenced something
	Script   *shell.Script
}

// Offer is what a command is for that is offered.
type Offer uint8

// The commands that are offered.
const (
	Replaces Offer = iota // run in the place of the command
	Looks                 // shows what the command would find
	Saves                 // keeps what the command would lose
)

// Finding is a rule that fired.
type Finding struct {
	Rule       string
	Risk       policy.Risk
	Span       shell.Span
	Message    string   // one line: what would happen
	On         []string // the targets, as far as they are words of the call
	Why        string
	Mitigation string
	Instead    []string        // commands that can be run as written
	Offers     []Offer         // what each of them is for
	Facts      []string        // what was seen on this machine, in words
	Theirs     []rule.Authored // work that is lost and not the session's own
	Call       int             // index into Script.Calls; -1 for the text itself
	Empty      bool            // a target is the root or another directory only if a variable is empty
	Gone       bool            // nothing on this machine brings back what is lost
	Astray     bool            // only if the cd before it fails
	Once       bool            // asked about once a session
	Tell       string          // who is told of it once a session where its risk is low
	Losses     []Loss          // what is lost, where a snapshot of the project brings back all of it
	Missed     bool            // not all of it: Facts name the rest
	Kept       string          // the command that brings it back, once there is a snapshot
	Least      policy.Action   // what is done at least, whatever users set or allow
	By         string          // the file of the machine that demands this
	In         *shell.Place    // where it stands in a file that the command runs; nil: in the command
}

// Offer returns what the first command is for that is offered.
func (f *Finding) Offer() Offer {
	if len(f.Offers) == 0 {
		return Replaces
	}
	return f.Offers[0]
}
