package rule

import "slices"

// Command is the model of one program: how it reads its arguments, where in
// them other programs or their text sit, and what its verbs do to the world.
// A model lives in rules/commands/<program>.yaml and is generated into what
// Pack writes; users declare their own wrappers in the same form.
type Command struct {
	Names      []string       // base names; the first is canonical
	Type       string         // one of Types
	Style      string         // how options are written: see the Style constants
	Depth      int            // how many leading operands are subcommand words
	Options    []Option       // options valid everywhere
	SubOptions []SubOptions   // options of single subcommands
	Harmless   []string       // flags under which the call does nothing: --help
	Nested     []Nested       // commands or program texts among the arguments
	Settings   []Setting      // what its settings and environment variables do; AllSettings gives them
	Later      *LaterSettings // instead of Settings where the model was unpacked
	Verbs      []Verb         // effects; every matching row counts
}

// The ways programs read their arguments.
const (
	GNU    = ""       // bundles, permutation, unique-prefix long options, --
	POSIX  = "posix"  // as GNU, but the first operand ends the options
	Single = "single" // -word options, no bundles: find, terraform, java
	KeyVal = "keyval" // key=value operands are options: dd
	Slash  = "slash"  // /x options: Windows programs
	BSDTar = "tar"    // as GNU, and a first word without dash is a bundle
)

// Option is one option of a program with all its spellings. In YAML it is a
// string: "-o= --output= @overwrite". A trailing = means a value is
// required, ? that one may be attached, .. that a command follows until ";"
// or "+", and @role says what the value is.
type Option struct {
	Names []string
	Arg   Arity
	Role  string // "" or a Language, "argv", "cwd", "file:LANG", ..
	Strip string // prefix of the value that is no part of the text: "exec="
}

// Arity says whether an option takes a value.
type Arity uint8

// The arities.
const (
	NoArg Arity = iota
	OptionalArg
	RequiredArg
	UntilArg // words up to ";" or "+": find -exec
)

// Roles of option values that the shell layer follows. A role that is the
// name of a Language means "program text in that language".
const (
	RoleArgv = "argv" // the value is a command: split in words, not run by a shell
	RoleRest = "rest" // as argv, and the operands are its further words: env -S
	RoleCwd  = "cwd"  // the value is the directory the program works in
	RoleFile = "file" // "file:LANG": the value names a program file
	// RoleUTF16 is the form in which PowerShell takes a program that shall
	// survive every shell: "utf16:LANG", UTF-16 in base64.
	RoleUTF16 = "utf16"
)

// SubOptions are the options of some subcommands; All gives them.
type SubOptions struct {
	Sub     []string // subcommand patterns as in Verb.Sub
	Options []Option
	Later   *Later // instead of Options where the model was unpacked
}

// Nested says where among the operands another command or program text sits.
type Nested struct {
	Sub    []string // only under these subcommands
	When   []string // only with one of these flags
	Unless []string // not with any of these flags
	Skip   int      // operands that come first: timeout DURATION
	Assign bool     // VAR=value words may precede the command: env, sudo
	As     string   // one of the As constants
	Lang   string   // language of the text; "" is shell
	Where  string   // "" here, "remote", "container", "chroot"
	Alone  bool     // only without operands: redis-cli
	Items  bool     // further arguments come from standard input: xargs
}

// How a nested command is written.
const (
	AsArgv  = "argv"  // the remaining operands are program and arguments
	AsText  = "text"  // the remaining operands, joined by blanks, are text
	AsWord  = "word"  // one operand is text, those after it its parameters
	AsFile  = "file"  // one operand names a program file; with none, stdin is text
	AsStdin = "stdin" // standard input is text: psql, at
	// AsScript is for words that may name a script of the project as well as
	// a program: the operands, or the subcommand where no sub is asked for.
	AsScript = "script" // yarn run jest, yarn jest
)

// Verb gives the effects of a program's call when its conditions hold.
type Verb struct {
	Sub     []string // any of these subcommand patterns: "stash drop", "* delete-*"
	Any     []string // at least one of these flags
	All     []string // all of these flags
	None    []string // none of these flags
	Operand []string // at least one operand (or option value for "-x=GLOB") matches one of these globs
	Min     int      // at least so many operands (after the subcommand words)
	Max     int      // at most so many operands, when above zero
	Type    string   // command type instead of the program's
	Effects []Effect
}

// Effect is one row of a verb: what is done, and to which words.
type Effect struct {
	Do        EffectKind
	On        string   // operands first last init rest behind (what follows --) flag:-o stdin cwd; "=path" is a fixed path; "" nothing
	Recursive []string // flags that make it recursive; "*" always
	Force     []string // flags that make it unasked; "*" always
	What      string   // what is affected, in words, for messages
	Scale     string   // "" or "all": hits everything rather than what is named
}

// Has reports whether the model goes by a name.
func (c *Command) Has(name string) bool { return slices.Contains(c.Names, name) }
