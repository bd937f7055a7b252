package lint

import (
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// Finding is a rule that fired at a place in a file.
type Finding struct {
	Path        string   // with slashes, from the directory the user is in where that is above it
	Start, End  Position // End is behind the last character
	Rule        *rule.Rule
	Risk        policy.Risk // the rule's on the surface it was found on
	Message     redact.Text // one line: what would happen
	Instead     []redact.Text
	Where       string // the place in the words of the file's own language: "jobs.build.steps[2].run"; may be empty
	Fingerprint string // stable when the lines around it move
	Source      Source

	key string // its file below the project
}

// Position is a place in a file. All its numbers count from 1.
type Position struct {
	Line   int
	Column int // in characters
	Byte   int // in bytes
}

// Source is the text a finding stands on: whole lines, of a long finding the
// first ones. Lines with a secret are shown without it, and then nothing in
// them can be marked.
type Source struct {
	Text     redact.Text
	From, To int // what is marked; both 0 when nothing can be
}

// Note is something about the run that is no finding: a file that was passed
// over, and why.
type Note struct {
	Path string
	Say  string
}

// Summary is what there is to say when a run is over.
type Summary struct {
	Files      int // files that hold shell
	Unknown    int // files that were named, and hold no shell that is known
	Failed     int // files that could not be read or judged
	Pieces     int // shell texts in them
	Findings   int
	ByRisk     [policy.Critical + 1]int
	Suppressed Suppressed
}

// Suppressed counts the findings that were not told, by what kept them back.
// Those under the least risk wanted and those of rules left out are not
// counted: nobody looked for them.
type Suppressed struct {
	Inline   int // a comment in the file
	Config   int // lint_ignore
	Baseline int
	Old      int // on lines that were there before
}
