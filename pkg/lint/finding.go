package lint

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Finding is a rule that fired at a position in a file.
type Finding struct {
	Path        string   // with slashes, from the user's directory where that is above it
	Start, End  Position // End is after the last character
	Rule        *rule.Rule
	Risk        policy.Risk // the rule's on the surface it was found on
	Message     redact.Text // one line: what would happen
	Instead     []redact.Text
	Advice      string // in the words of the file's own language, where the rule's are not right in it
	Where       string // the place in terms of the file's own language: "jobs.build.steps[2].run"; may be empty
	Fingerprint string // stable when the lines around it move
	Source      Source
	Edits       []Edit  // that take the danger away and change nothing else
	Also        []Place // further places with the same origin; see fold

	key string // its file below the project
}

// Place is a line of a file.
type Place struct {
	Path string
	Line int
}

// Edit replaces Old at an offset of a file.
type Edit struct {
	At       int
	Old, New string
}

// Position is a position in a file. All its numbers count from 1.
type Position struct {
	Line   int
	Column int // in characters
	Byte   int // in bytes
}

// Source is the text of a finding: whole lines, or the first lines of a long
// one. Lines with a secret are shown without it, and then nothing in them is
// marked.
type Source struct {
	Text     redact.Text
	From, To int // what is marked; both 0 when nothing can be
}

// Note is a remark that is not a finding: a file that was skipped, and why.
type Note struct {
	Path string
	Say  string
}

// Summary is the summary of a run.
type Summary struct {
	Files      int      // files that hold shell
	Unknown    int      // files that the user named, and that hold no known shell
	Failed     int      // files that could not be read or judged
	Missing    []string // paths that the user named, and that do not exist
	Pieces     int      // shell texts in them
	Unread     int      // files that were not read to the end
	Findings   int
	Folded     int // further places of them
	ByRisk     [policy.Critical + 1]int
	Suppressed Suppression
	Unused     Unused
}

// Suppression counts the findings that were not reported, by the reason. It
// does not count findings below the minimum risk or of disabled rules.
type Suppression struct {
	Inline   int // a comment in the file
	Config   int // lint_ignore
	Baseline int
	Old      int // on lines that were there before
}
