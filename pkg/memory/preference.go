package memory

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Preference is what the user wants of commands, in the user's own words and,
// where it can be enforced, in a form that commands are compared with.
type Preference struct {
	ID      string          `json:"id"`                // p-...
	Project string          `json:"project,omitempty"` // its root; "" is every project
	Under   string          `json:"under,omitempty"`   // the part of the project that it holds for, from its root on; "" is all
	State   PreferenceState `json:"state"`
	Words   redact.Text     `json:"words"` // what the user wants, in a line
	Rule    PreferenceRule  `json:"rule,omitzero"`

	Confidence float64    `json:"confidence"` // 0 to 1, over distinct layers of Evidence
	Evidence   []Evidence `json:"evidence,omitempty"`
	First      time.Time  `json:"first"`
	Last       time.Time  `json:"last"`
}

// PreferenceRule is the part of a preference that can be enforced. Commands are
// given by their first words, as a user types them: "npm", "git push",
// "npm run dev".
type PreferenceRule struct {
	Form   PreferenceForm `json:"form,omitempty"`   // "" is a text that can only be told
	Avoid  string         `json:"avoid,omitempty"`  // FormUse, FormNever: the command that is not wanted, or several with "or" between them; FormUse, "": any that does the same
	Class  string         `json:"class,omitempty"`  // FormNever: the class of commands that is not wanted: "server", "commit"; FormAfter: in place of When; FormUse: what Prefer is for: "test"; FormAlways: in place of When
	Branch string         `json:"branch,omitempty"` // FormNever: only what goes to this branch, or one of several with "or" between them
	Prefer string         `json:"prefer,omitempty"` // FormUse: the command in its place
	When   string         `json:"when,omitempty"`   // FormAlways, FormAfter: the command that this is about; FormAlways, "": any that With can wrap
	With   string         `json:"with,omitempty"`   // FormAlways: the variable ("OSD=sdl"), option or wrapper ("uv run") that it takes
	Except string         `json:"except,omitempty"` // FormUse, FormNever: calls that it is not about, or that run the command: "cargo test --doc", "srun", or several
	After  string         `json:"after,omitempty"`  // FormAfter: the command, or the kind of check ("test"), that has to go well first in the session
	Place  PlaceRule      `json:"place,omitzero"`   // FormPlace
}

// PreferenceState is how far a preference has come. Its values are stored and shown.
type PreferenceState string

// The states.
const (
	Candidate    PreferenceState = "candidate"    // seen, and not yet worth asking about
	Proposed     PreferenceState = "proposed"     // the user was asked
	Active       PreferenceState = "active"       // the user confirmed it, or it is proven
	Rejected     PreferenceState = "declined"     // the user does not want it: it is not proposed again
	Contradicted PreferenceState = "contradicted" // later evidence says the opposite
	Expired      PreferenceState = "expired"      // nothing has shown it for long
)

// Evidence is one sighting of a preference.
type Evidence struct {
	Time       time.Time   `json:"time"`
	Layer      Layer       `json:"layer"`
	Confidence float64     `json:"confidence"`
	Session    string      `json:"session,omitempty"`
	Words      redact.Text `json:"words,omitzero"`   // of the user, or of the file
	Command    redact.Text `json:"command,omitzero"` // that was refused, corrected or run instead
	File       string      `json:"file,omitempty"`   // that says it
	Line       int         `json:"line,omitempty"`   // from 1
	Noted      redact.Text `json:"noted,omitzero"`   // how an agent understands Words, which are a line of File: a rule, or NoRule
}

// NoRule is noted of a line that states no rule about commands or files.
const NoRule = "none"

// IsNone reports whether a preference is only the note that a line states no rule. Nobody
// declined anything.
func (p *Preference) IsNone() bool {
	return p.Rule.Form == "" && p.State == Rejected && slices.ContainsFunc(p.Evidence, func(e Evidence) bool { return e.Noted.Len() > 0 })
}

// Layer is where evidence comes from.
type Layer uint8

// The layers, the surest first.
const (
	LayerExplicit  Layer = 1 // the user said it
	LayerRejection Layer = 2 // the user refused or changed what the agent did
	LayerWritten   Layer = 3 // a command breaks a written rule, a lockfile or a manifest
	LayerBehaviour Layer = 4 // the same is done again and again
	LayerCluster   Layer = 5 // corrections with similar words
)

// Avoided returns the commands that are not wanted.
func (r PreferenceRule) Avoided() []string { return split(r.Avoid) }

// Spared returns the commands that the rule is not about.
func (r PreferenceRule) Spared() []string { return split(r.Except) }

// Wanted returns the command that is wanted in the place of another, or in front of it; ""
// where the rule names none.
func (r PreferenceRule) Wanted() string {
	if with := r.With; with != "" && with[0] != '-' && !strings.Contains(with, "=") {
		return with
	}
	return r.Prefer
}

// Branches returns the branches that the rule is about, none for all.
func (r PreferenceRule) Branches() []string { return split(r.Branch) }

// Done is the class of a rule about what has to go well before an agent says that it is done.
const Done = "done"

// AnyValue stands in With for the value of a variable, where any will do.
const AnyValue = "…"

// Or is written between several commands or branches of a rule.
const Or = " or "

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, Or)
}

func quoted(list []string) string {
	all := "`" + strings.Join(list, "`"+Or+"`") + "`"
	if strings.Contains(all, " "+Whole) {
		return strings.ReplaceAll(all, " "+Whole, "") + " on all there is"
	}
	return strings.ReplaceAll(all, " "+Writing, "")
}

// IsOfWriting reports whether commands are not wanted only where they change something.
func (r PreferenceRule) IsOfWriting() bool { return strings.HasSuffix(r.Avoid, " "+Writing) }

// classWords says what the commands of a class do, as an order.
func (r PreferenceRule) classWords() string {
	switch r.Class {
	case Done:
		return "say that you are done"
	case "dev-server":
		return "start the dev server"
	case "server":
		return "start a server"
	case "pull-request":
		return "open pull requests"
	case "global-install":
		return "install packages globally"
	case "stage-all":
		return "stage everything with `git add`"
	case "git-push-force":
		return "run `git push --force`"
	case "force-push", "cherry-pick":
		return r.Class
	case "watch":
		return "start anything in watch mode"
	case "test":
		return "run the " + r.all() + "tests"
	case "lint":
		return "run the linter"
	case "types":
		return "run the type check"
	case "format":
		return "run the formatter"
	}
	return strings.ReplaceAll(r.Class, "-", " ")
}

// all is a word for all tests, where some may be run.
func (r PreferenceRule) all() string {
	if r.Avoid == Whole {
		return "whole set of "
	}
	return ""
}

// afterWords says what has to go well first: a kind of check, or a command.
func (r PreferenceRule) afterWords() string {
	switch r.After {
	case "test":
		return "the tests pass"
	case "lint":
		return "the linter passes"
	case "types":
		return "the type check passes"
	case "build", "format":
		return "the " + r.After + " passes"
	}
	return "`" + r.After + "` passes"
}
