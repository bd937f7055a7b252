package rule

import "strings"

// Function says what a function of an embedded language does, and what its
// result is worth to what is done with it.
//
// Do is empty or one of
//
//	rm -r %1          an argv
//	$ %1              shell text
//	& %1              shell text when it is a string, an argv when it is a list
//	! %1 %2*          an argv whose words are these arguments
//	=python %1        program text in that language
//	~NAME %1          the effect NAME, Argv[0] being the function
//	#NAME             an event of a connection: connect, wire
//
// in which %1 is the first argument, %1:path the first or the one named path,
// %2* all from the second on with lists taken apart, %s the object of a
// method, %1m a mode in octal, and @%1 the argument as curl takes data. A word
// that ends in ?name stands only if that option is given and not false. With
// "name? A | B" it is A if the option is given, else B.
//
// Gives says what the result is: a type whose methods are functions of their
// own, standing for the first argument; "net" for what comes from the network;
// "file" for the content of the first argument; "sock" for a connection; "~"
// for the home directory; "tmp" for a fresh temporary path; "=x" for x.
//
// Value names one of Values, for a result that has to be worked out.
type Function struct {
	Do, Gives, Value string
}

// Functions finds what a function of a language does.
type Functions func(language, name string) (Function, bool)

// Text writes a function as it stands in its line of knowledge.txt.
func (f Function) Text() string {
	return strings.TrimRight(f.Do+"\t"+f.Gives+"\t"+f.Value, "\t")
}

// FunctionOf reads what Text wrote.
func FunctionOf(text string) Function {
	var f Function
	f.Do, text, _ = strings.Cut(text, "\t")
	f.Gives, f.Value, _ = strings.Cut(text, "\t")
	return f
}

// Values are the ways to work out the result of a function, by the name that
// its row has for it.
var Values = [...]string{
	"argument", "attribute", "base64", "below", "buffer", "call-by-name", "characters", "codec", "command",
	"content", "database", "entries", "enumerate", "env", "exec", "expand", "file-name", "format", "glob", "glob-home", "hex", "include",
	"java-file", "join", "kill", "kill-signal", "list", "map", "module", "mongo-all", "mongo-database", "mongo-drop", "object", "open",
	"open-flags", "pack", "paste", "paste0", "path", "path-below", "pathlib", "pathlib-here", "pathlib-home", "perl-get",
	"perl-open", "php-command", "php-query", "php-read", "php-write", "program-file", "read-file", "receive", "request",
	"reverse", "rot13", "rust-arg", "rust-command", "rust-format", "send", "socket", "spawn", "uri", "vim-delete", "walk",
	"words",
}
