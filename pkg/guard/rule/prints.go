package rule

// Output is a row of what a program prints and where that comes from. The
// first row whose conditions hold counts; one that says neither exempts.
type Output struct {
	Program []string // only under these names
	Sub     []string // only with these subcommands, as in Verb.Sub
	Any     []string // only with one of these flags
	Operand []string // only with an operand that matches one of these globs
	Alone   bool     // only without operands
	Prints  string   // one of Prints, "" when it cannot be worked out
	Path    string   // a path that it prints: ~/go
	From    string   // one of Provenances, "" when it says nothing of its own
}

func (o *Output) fields(c *codec) {
	c.list('n', &o.Program)
	c.list('s', &o.Sub)
	c.list('a', &o.Any)
	c.list('o', &o.Operand)
	c.bool('l', &o.Alone)
	c.text('p', &o.Prints)
	c.text('h', &o.Path)
	c.text('f', &o.From)
	c.end()
}

// What a program prints, as far as it can be worked out from its words and its
// input. For each of these words there is a function in package shell.
const (
	PrintsNothing     = "nothing"
	PrintsArguments   = "arguments"   // its words, as echo does
	PrintsFormat      = "format"      // the others of its words in the form of the first: printf
	PrintsRepeated    = "repeated"    // its words, again and again: yes
	PrintsFiles       = "files"       // its files, or its input: cat
	PrintsCopy        = "copy"        // its input, which it writes into files too: tee
	PrintsLines       = "lines"       // lines of its input, in some order: sort
	PrintsSelected    = "selected"    // lines of its input that match: grep
	PrintsSubstituted = "substituted" // its input with one text in place of another: sed
	PrintsTranslated  = "translated"  // its input with other letters: tr
	PrintsReversed    = "reversed"    // the lines of its input backwards: rev
	PrintsBase64      = "base64"      // its input in base64
	PrintsUnbase64    = "unbase64"    // what its input is the base64 of
	PrintsUnhex       = "unhex"       // the bytes whose numbers are its input: xxd -r
	PrintsDirectory   = "directory"   // where it runs: pwd
	PrintsWorkTree    = "work-tree"   // the top of the work tree it runs in
	PrintsTemp        = "temp"        // the name of a new temporary file: mktemp
	PrintsPath        = "path"        // the path it is given, in another form: realpath
	PrintsBase        = "base"        // the last part of a path: basename
	PrintsParent      = "parent"      // the path without it: dirname
	PrintsProgram     = "program"     // where a program is: which
	PrintsFound       = "found"       // the files it finds: find
	PrintsSearched    = "searched"    // some of the files that it searches, hidden ones too: rg -l --hidden
	PrintsListed      = "listed"      // the files it is given: ls
	PrintsWord        = "word"        // one word: whoami
)

// Prints lists them.
var Prints = [...]string{
	PrintsNothing, PrintsArguments, PrintsFormat, PrintsRepeated, PrintsFiles, PrintsCopy, PrintsLines, PrintsSelected, PrintsSubstituted,
	PrintsTranslated, PrintsReversed, PrintsBase64, PrintsUnbase64, PrintsUnhex, PrintsDirectory, PrintsWorkTree, PrintsTemp, PrintsPath,
	PrintsBase, PrintsParent, PrintsProgram, PrintsFound, PrintsSearched, PrintsListed, PrintsWord,
}
