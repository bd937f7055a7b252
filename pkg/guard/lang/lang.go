// Package lang reads program text of other languages for what it would do to
// the world: delete, write, execute, send. It knows their lexical grammar and
// constant strings, and no more: it runs nothing and proves nothing. What their
// functions do is handed in. The rooms below it read the languages that have a
// grammar of their own.
package lang

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

// The bounds of one reading. A text longer than MaxBytes is read up to there;
// a reading that has found MaxSteps steps ends, which are more than the work for a
// command suffices for. Both are for the caller to notice: what lies beyond was not
// looked at.
const (
	MaxBytes = 256 << 10
	MaxSteps = 8 << 10
)

// Step is one thing the text would do, in the vocabulary of the shell:
// shutil.rmtree("x") is the argv rm -r x.
//
// A step has one of three forms. An argv: Argv alone. Program text: Text in
// Lang, with Argv nil and Effect empty; it is not read further here, so that
// the caller's bound on nesting holds. An effect: Effect with a verb phrase in
// Argv[0] and its targets in Argv[1:]. Code that comes from the network is the
// effect "run", with Lang the language it is run as and a Net hole in Argv[1].
type Step struct {
	Argv  []Arg  // a command and its arguments
	Text  string // or program text for Lang (os.system, eval), when Argv is nil
	Holes []Hole // the byte offsets in Text at which an unknown part stands
	Lang  string // language of Text; "" is shell
	Known bool   // Text is complete
	From  int    // byte offsets in the source
	To    int
	Note  string // the expression as a user would name it: "shutil.rmtree"
	// Effect is an effect kind of package rule for what has no argv, with
	// its targets in Argv[1:]: SQL's DROP TABLE.
	Effect string
	// Include is a file that the text goes on with, when Argv is nil and Text empty:
	// psql's \i. Beside says that its path begins at the file that names it.
	Include string
	Beside  bool
	All     bool // an effect on everything rather than on what is named: DELETE without WHERE
}

// Arg is an argument: literal text with holes where the value is unknown.
type Arg struct {
	Text string // unknown parts are left out
	// Holes are the byte offsets in Text at which an unknown part stands.
	Holes []Hole
	Glob  bool // Text is a file name pattern that the program expands: glob.glob
}

// Hole is an unknown part of an Arg.
type Hole struct {
	At   int
	Name string // the expression, for messages; "$NAME" for an environment variable
	Home bool   // expands to the home directory: Path.home()
	Temp bool   // a fresh temporary path
	Net  bool   // content fetched from the network
}

// Read lists what a program in a language with expressions and calls would do,
// in the order of the text. The languages with a grammar of their own have a
// room each; any other has no steps. The work is linear in the text and
// bounded; whatever the text, Read returns.
func Read(language, text string, functions rule.Functions) []Step {
	if s := syntaxOf(language); s != nil {
		return readProgram(s, text, functions)
	}
	return nil
}
