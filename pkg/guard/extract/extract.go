// Package extract finds shell in the files of other languages, with the
// position of every byte in the file. It does not judge what it finds, does
// not run or evaluate anything, and opens no file: it gets bytes.
package extract

import (
	"sort"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Piece is one shell text in a file.
type Piece struct {
	Surface  string // one of rule.Surfaces
	Dialect  shell.Dialect
	Language string            // of a text that is no shell of Unix: "powershell", "cmd"
	Name     string            // where it is, for the user: "jobs.build.steps[2].run"; "" for a whole script
	Text     string            // what the shell gets; expressions of other languages are masked at equal length
	Segments []tree.Segment    // where Text is in the file, in order
	Prose    bool              // it may be no shell at all: code in a text that does not say of what language
	Notes    []Note            // what is wrong with the text, besides what it runs
	Empty    map[string]string // variables that may be empty where the text runs, as the file has them
	given    map[string]string // variables that the file gives a text
	secrets  map[string]string // variables that hold secrets
}

// Env returns the value of a variable that the file or the service gives the
// text. Of secrets it is a name by which they are known for what they are.
func (p *Piece) Env(name string) (string, bool) {
	v := p.secrets[name]
	if v == "" {
		v = p.given[name]
	}
	if v == "" && p.Surface == "ci" && isRunnerDir(name) {
		v = "/builds/" + strings.ToLower(name)
	}
	return v, v != ""
}

// HasSecrets reports whether the text is given secrets.
func (p *Piece) HasSecrets() bool { return len(p.secrets) > 0 }

// Note is a finding of the reader itself, of one of the rules in Rules.
type Note struct {
	Rule string
	Span shell.Span // in the piece's Text
	Say  string     // one line

	// Job is the job of the step; of a job, only the first step that runs checked-out code
	// counts. Pasted: the step holds text of another step, which may come from there.
	Job    string
	Pasted bool
}

// pieceOf ends a text and makes it a piece.
func pieceOf(w *tree.Weaver, surface, name string) Piece {
	text, segments := w.Close()
	return Piece{Surface: surface, Name: name, Text: text, Segments: segments}
}

// isRunnerDir reports whether a service that runs CI sets a variable to a
// directory of its own, always.
func isRunnerDir(variable string) bool {
	switch variable {
	case "GITHUB_WORKSPACE", "RUNNER_TEMP", "RUNNER_TOOL_CACHE", "CI_PROJECT_DIR", "CI_BUILDS_DIR", "BITBUCKET_CLONE_DIR", "DRONE_WORKSPACE",
		"CI_WORKSPACE", "TRAVIS_BUILD_DIR", "APPVEYOR_BUILD_FOLDER", "BUILD_SOURCESDIRECTORY", "BUILD_ARTIFACTSTAGINGDIRECTORY", "AGENT_TEMPDIRECTORY",
		"CODEBUILD_SRC_DIR", "CIRRUS_WORKING_DIR", "BUILDKITE_BUILD_CHECKOUT_PATH":
		return true
	}
	return false
}

// pos returns the offset in the file of an offset in Text. Between segments it
// continues byte by byte as far as the file does, which is exact for text that
// was masked at equal length.
func (p *Piece) pos(off int) int {
	i := sort.Search(len(p.Segments), func(i int) bool { return p.Segments[i].Text > off }) - 1
	if i < 0 {
		if len(p.Segments) == 0 {
			return 0
		}
		first := p.Segments[0]
		return max(first.File-(first.Text-max(off, 0)), 0)
	}
	s := p.Segments[i]
	at := s.File + off - s.Text
	if i+1 < len(p.Segments) {
		at = min(at, p.Segments[i+1].File)
	}
	return at
}

// Span returns the range of the file that a range of Text stands for. Its end
// is after the last byte, not before the next one, which may be lines further
// down.
func (p *Piece) Span(s shell.Span) (from, to int) {
	from = p.pos(s.From)
	if s.To <= s.From {
		return from, from
	}
	return from, max(p.pos(s.To-1)+1, from)
}
