// Package code reads program text of other languages for what it would do to
// the world: delete, write, execute, send. It knows their lexical grammar and
// constant strings, and no more: it runs nothing and proves nothing.
package code

// Step is one thing the text would do, in the vocabulary of the shell:
// shutil.rmtree("x") is the argv rm -r x.
type Step struct {
	Argv  []Arg  // a command and its arguments
	Text  string // or program text for Lang (os.system, eval), when Argv is nil
	Lang  string // language of Text; "" is shell
	Known bool   // Text is complete
	From  int    // byte offsets in the source
	To    int
	Note  string // the expression as a person would name it: "shutil.rmtree"
	// Effect is an effect kind of package rule for what has no argv, with
	// its targets in Argv[1:]: SQL's DROP TABLE.
	Effect string
}

// Arg is an argument: literal text with holes where the value is unknown.
type Arg struct {
	Text string // unknown parts are left out
	// Holes are the byte offsets in Text at which an unknown part stands.
	Holes []Hole
}

// Hole is an unknown part of an Arg.
type Hole struct {
	At   int
	Name string // the expression, for messages
	Home bool   // expands to the home directory: Path.home()
	Temp bool   // a fresh temporary path
	Net  bool   // content fetched from the network
}
