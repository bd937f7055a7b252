package rule

import (
	"slices"
)

// Command is all that is known of one program: how it reads its arguments,
// where in them other programs or their text sit, what its verbs do to the
// world, what it prints, and what kind of program it is. It lives in
// rules/commands/<program>.yaml and becomes a line of rules/knowledge.txt;
// users declare their own wrappers in the same form.
//
// A file without type is Bare: a call of the program is read like that of an
// unknown one.
type Command struct {
	Names      []string     // base names; the first is canonical
	Bare       bool         // nothing is said of the arguments
	Type       string       // what its calls are: FileSystem, Git, Network ..
	Style      string       // how options are written: gnu, posix (the first operand ends them), single (-word), keyval (a=b), slash (/x), tar
	Depth      int          // how many leading operands are subcommand words
	Options    []Option     // options valid everywhere
	Leading    bool         // these stand before the subcommand
	SubOptions []SubOptions // options of single subcommands
	Harmless   []string     // flags under which the call does nothing: --help
	Unchecked  []string     // globs of words and variables that leave out or narrow a check: --deselect, SKIP=*
	Nested     []Nested     // commands or program texts among the arguments
	Verbs      []Verb       // effects; every matching row counts
	Outputs    []Output     // what it prints, and where that comes from: the first row that fits counts

	Settings Lazy[Setting]      // what its settings and environment variables do
	Traits   Lazy[TraitRow]     // what kind of program it is
	Secrets  Lazy[SecretOption] // which options carry a secret
}

// A new key of a model is a field above, a line here with a letter of its own,
// and a line in rulefile/command.go, which reads it from YAML.
func (m *Command) fields(c *codec) {
	c.list('n', &m.Names)
	c.bool('b', &m.Bare)
	c.text('t', &m.Type)
	c.text('y', &m.Style)
	c.int('d', &m.Depth)
	c.bool('l', &m.Leading)
	structs(c, 'o', &m.Options, nil)
	if c.key('s', len(m.SubOptions) > 0) {
		m.subOptions(c)
	}
	c.list('h', &m.Harmless)
	c.list('c', &m.Unchecked)
	structs(c, 'x', &m.Nested, nil)
	m.Settings.field(c, 'k')
	m.Traits.field(c, 'q')
	structs(c, 'u', &m.Outputs, nil)
	m.Secrets.field(c, 'w')
	if c.key('v', len(m.Verbs) > 0) {
		m.verbs(c)
	}
	c.end()
}

// Settle decodes what was left to be decoded later, and makes a decoded model what
// it was before it was encoded.
func (m *Command) Settle() {
	m.Settings.settle()
	m.Traits.settle()
	m.Secrets.settle()
	for i := range m.Verbs {
		v := m.Verbs[i].whole()
		v.Later, v.first = nil, 0
	}
	for i := range m.SubOptions {
		m.SubOptions[i].Options.settle()
		m.SubOptions[i].first = 0
	}
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
	Strip string // prefixes of the value, with | between them, one of which it has and is no part of the text: "exec="
}

// The first byte of an option is a digit: its arity, whether it has a role,
// and whether there is something to strip. There are thousands of options.
const (
	hasRole  = 1 << 2
	hasStrip = 1 << 3
)

func (o *Option) fields(c *codec) {
	first := int(o.Arg)
	if o.Role != "" {
		first |= hasRole
	}
	if o.Strip != "" {
		first |= hasStrip
	}
	if c.writing {
		c.putNumber(first)
		c.putNumber(len(o.Names))
		c.putTexts(o.Names)
	} else {
		first = c.number()
		o.Arg = Arity(first) & (hasRole - 1)
		o.Names = c.getTexts(c.number())
	}
	if first&hasRole != 0 {
		c.bareText(&o.Role)
	}
	if first&hasStrip != 0 {
		c.bareText(&o.Strip)
	}
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
	RoleIn   = "in"   // as argv, and the operands behind the first are its further words: flatpak run --command=sh APP -c x
	RoleCwd  = "cwd"  // the value is the directory the program works in
	RoleFile = "file" // "file:LANG": the value names a program file
	// RoleBeside is for a file that lies in the directory the program works in, and
	// RoleGoal for goals of a file of recipes, with commas between them, RoleMember for the
	// members of a workspace in which they are run.
	RoleBeside = "beside"
	RoleGoal   = "goal"
	RoleMember = "member"
	// RoleStart is for a file that lies where the program was started, wherever an option
	// with RoleCwd has it work: the archive of tar.
	RoleStart = "start"
	// In front of another role these say where the value is run, like Where of
	// a Nested: "remote:shell".
	RoleRemote    = "remote:"
	RoleContainer = "container:"
	// RoleUTF16 is the form in which PowerShell takes a program that shall
	// survive every shell: "utf16:LANG", UTF-16 in base64.
	RoleUTF16 = "utf16"
)

// SubOptions are the options of some subcommands.
type SubOptions struct {
	Sub     []string     // patterns of subcommands: "stash drop"
	Options Lazy[Option] // as in the options of the program
	first   firstLetters
}

// SubOptionsFor returns the options of subcommands that may begin with a word.
func (m *Command) SubOptionsFor(word string) []*SubOptions {
	var list []*SubOptions
	for i := range m.SubOptions {
		if s := &m.SubOptions[i]; s.first.may(word) && mayBeginAny(s.Sub, word) {
			list = append(list, s)
		}
	}
	return list
}

// subOptions is the list of SubOptions, of which git has a hundred: the lazy
// lists in it are made at once.
func (m *Command) subOptions(c *codec) {
	if c.writing {
		c.putNumber(len(m.SubOptions))
	} else {
		m.SubOptions = make([]SubOptions, c.length())
		encoded := make([]later[Option], len(m.SubOptions))
		for i := range encoded {
			m.SubOptions[i].Options.later = &encoded[i]
		}
	}
	for i := range m.SubOptions {
		s := &m.SubOptions[i]
		if c.list('s', &s.Sub); !c.writing {
			s.first = lettersOf(s.Sub)
		}
		s.Options.field(c, 'o')
		c.end()
	}
}

// Nested says where among the operands another command or program text sits.
type Nested struct {
	Sub    []string // only under these subcommands
	When   []string // only with one of these flags
	Unless []string // not with any of these flags
	Skip   int      // operands that come first: timeout DURATION
	Assign bool     // VAR=value words may precede the command: env, sudo
	As     string   // how it is written: argv (words of a command), text, word, file, stdin ..
	Lang   string   // language of the text; "" is shell
	Where  string   // remote, container, chroot, or fresh: a new container; without it here
	Alone  bool     // only without operands, and without a subcommand unless sub names it: redis-cli
	Items  bool     // further arguments come from standard input: xargs
	Files  []string // as files: globs of names of files that are read unasked; as hooks: their names

	// With AsRecipe, Files are names of the file, of which the first that exists
	// counts; without them they are those of the first row. With AsFiles, All says that
	// only the tasks of the files count that are asked for, or else those of Goals.
	Goals []string // as recipe: what is run; the operands are arguments of a single one
	All   bool     // every operand is a goal
	Up    bool     // the file may stand in a directory above
}

func (n *Nested) fields(c *codec) {
	c.list('s', &n.Sub)
	c.list('w', &n.When)
	c.list('u', &n.Unless)
	c.int('k', &n.Skip)
	c.bool('a', &n.Assign)
	c.text('x', &n.As)
	c.text('l', &n.Lang)
	c.text('p', &n.Where)
	c.bool('o', &n.Alone)
	c.bool('i', &n.Items)
	c.list('f', &n.Files)
	c.list('g', &n.Goals)
	c.bool('e', &n.All)
	c.bool('q', &n.Up)
	c.end()
}

// Fresh is the place of a command that a container is made for. Elsewhere such
// a container is a container.
const Fresh = "fresh"

// How a nested command is written.
const (
	AsArgv  = "argv"  // the remaining operands are program and arguments
	AsText  = "text"  // the remaining operands, joined by blanks, are text
	AsWord  = "word"  // one operand is text, those after it its parameters
	AsFile  = "file"  // one operand names a program file; with none, stdin is text
	AsStdin = "stdin" // standard input is text: psql, at
	// AsScript is for words that may name a script of the project as well as
	// a program: the operands, or the subcommand where no sub is asked for. With
	// Lang it is for a file of that language among them.
	AsScript = "script" // yarn run jest, yarn jest
	// AsFiles is for program files that the same text wrote: those that any
	// word names, and those whose names match Files.
	AsFiles = "files"
	// AsHooks is for hooks of the repository, which git runs unasked.
	AsHooks = "hooks"
	// AsRecipe is for goals of a file of recipes, whose format is Lang: make all.
	// An option with the role "file:LANG" names the file.
	AsRecipe = "recipe"
)

// Has reports whether the model goes by a name.
func (m *Command) Has(name string) bool { return slices.Contains(m.Names, name) }
