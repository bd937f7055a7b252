// Package shell parses shell text into statements, within bounds, and repairs
// what a shell would run all the same. It has the values that the reading of a
// text comes to: scripts, calls, words, arguments. It does not walk statements
// (package interpret does) nor judge calls, and it reads no file, no environment
// and no clock.
package shell

import (
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Script is a parsed shell text.
type Script struct {
	Text     string
	Calls    []Call
	Problems []Problem
	Work     *Work     // what reading it has cost, and judging it may
	Written  []Written // what the text writes into files, in order
	Files    []File    // what it runs and was looked up on this machine, in order
	material map[int]*Material
	Branches []int  // the branch that each branch of the text lies in; 0 is the text itself
	lender   Lender // of its memory; nil once it was released
}

// Lender lends the memory that a script takes.
type Lender interface {
	TakeBack()
}

// Lend notes whose memory the script is in.
func (s *Script) Lend(from Lender) { s.lender = from }

// Release gives the memory of a script to the next texts that are read. Who reads many
// texts and is done with one may call it. Nothing of that script may be used then.
func (s *Script) Release() {
	if s.lender != nil {
		s.lender.TakeBack()
	}
}

// Call is one simple command after abstract expansion. A command whose words
// can have several values gives several calls with the same span.
type Call struct {
	Program  string        // base name of the first word, without .exe; "" when unknown
	Model    *rule.Command // how the program reads its arguments; nil when that is not known
	About    *rule.Command // what else is known of the program; nil when nothing is
	Argv     []Word        // the words, the program first
	Args     Args          // Argv as the model reads it
	Redirs   []Redir
	Stdin    *Source // never nil
	Cwd      Dir
	Via      int  // index of the call this one is nested in; -1 for none
	Loop     bool // runs in a loop
	Spawn    bool // runs in the background
	Late     bool // runs only if something calls it: function body, alias, trap
	Captured bool // its output becomes words: $(..)
	InClone  bool // of git: it works in a clone that the text itself made
	Unread   bool // found in what was left unread of a file: what comes before it is not known
	Span     Span
	Branch   int // index into Script.branches
	*Rare        // never nil
}

// File is a file that a text runs, by its path on this machine.
type File struct {
	Path   string
	Text   string
	Unread unread.Part // why not all of it could be followed
	Call   int         // the call that runs it

	// Settings says that a program reads its settings there: where its database is.
	Settings bool
}

// Place is a line of a file.
type Place struct {
	Path string // on this machine
	Name string // as the text has it
	Line int
	// Unasked says that the file is read without being named: it is imported, or a
	// program looks for it. Not all that it defines need run.
	Unasked bool
}

// Span is a range of byte offsets [From, To) in the given text.
type Span struct{ From, To int }

// Assign is one assignment before a command or on its own.
type Assign struct {
	Name  string
	Value Word
}

// Source says what a call reads from standard input.
type Source struct {
	Kind  SourceKind
	Known bool  // Text holds all of it
	Text  Word  // the text when Known; the path for SourceFile
	From  []int // calls whose output it is
	Items []Word
	Taken *int   // how much of Text was read, for those that read a line each
	Maybe []Word // when Known is false: texts that may be part of it
}

// OwnInput is the standard input of the shell that runs the text.
var OwnInput = &Source{}

// SourceKind is where standard input comes from.
type SourceKind uint8

// The kinds of sources.
const (
	Inherited SourceKind = iota
	SourcePipe
	SourceText // here-document or here-string
	SourceFile
)

// Run is program text that a call executes. What could be read of it is in
// the script's calls as well, with Via set.
type Run struct {
	Lang  string
	Text  Word  // the text when Known
	Known bool  // Text holds all of it
	File  *Word // the file it is read from, if it is
	From  []int // calls whose output the text is
	Net   bool  // an embedded reader saw it fetched from the network
}

// Word is a shell word after abstract expansion.
type Word struct {
	Parts []Part
	Span  Span
	Made  bool // an operand: a path that the text itself made
	// Outside marks the path of a machine, where a container that runs there mounts it.
	Outside bool
}

// Part is a piece of a word.
type Part struct {
	Text string // literal text, or the glob as written; for Unknown the name of what made it: "$VAR", "$(cmd)"
	From []int  // for Unknown and derived literals: the calls whose output this is
	Kind PartKind
	Temp bool // an unknown that is a fresh temporary path: mktemp
	Path bool // an unknown that is an absolute directory of its own ($PWD, dirname): never empty
	Set  bool // an unknown that is surely not empty: ${x:?}
	Deep bool // a glob of names at any depth: what find lists
	// Unset marks a variable that the text gives a value on another way
	// through it: on this one it is empty, or what the environment holds.
	Unset bool
}

// PartKind is the kind of a part.
type PartKind uint8

// The kinds of parts.
const (
	Lit PartKind = iota
	Unknown
	Glob
)

// Args is an argument list as a command model reads it.
type Args struct {
	Sub      []string // leading subcommand words, as many as the model's Depth
	Flags    []Flag
	Operands []Word // without the subcommand words
	Front    int    // how many of them come before "--", which is a flag

	// Verbs are the rows of the model that may apply to the call, by its first
	// subcommand word. Holds checks the other conditions.
	Verbs []*rule.Verb

	letters letters // of all spellings of the flags; 0: they are not known
}

// Flag is one option that was given.
type Flag struct {
	Name   string       // as written, abbreviations completed, "-f" for bundled f
	Option *rule.Option // nil when the model does not list it
	Value  *Word        // nil without one
	Words  []Word       // the command of find -exec
	// shadowed says that it comes before a subcommand that has an option of
	// the same name: git -C is not git branch -C.
	shadowed bool
}

// Problem is something in the text that could not be followed. It is never
// a reason to trust the text.
type Problem struct {
	Kind   string        // by which rules speak of it: one of the constants, or of those of unread
	Unread unread.Reason // why a part was left unread; unread.No: all was read
	Say    string
	Span   Span
	In     *Place // where it stands in a file that the text runs; nil: in the text
}

// Left returns the problem of a part that was left unread.
func Left(why unread.Reason, say string, at Span, in *Place) Problem {
	return Problem{why.Problem(), why, say, at, in}
}

// The kinds of problems in a text.
const (
	ForkBomb   = "fork-bomb"   // a function that starts itself twice
	HiddenText = "hidden-text" // direction overrides, NUL, characters of no width: it is not run as it is shown
	LookAlike  = "look-alike"  // letters that look like others
	EscapeText = "escape-text" // what moves a terminal's cursor: colours, or something overwritten
)

// Dialect is the shell language of a text.
type Dialect uint8

// The dialects; Bash is the default, and what agents' shell tools run.
const (
	Bash Dialect = iota
	Sh
	Mksh
	Zsh
	Bats
	PowerShell // what the text of a call of pwsh -Command is read as
)
