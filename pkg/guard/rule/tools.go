package rule

// Tools is a family of tools that do the same, and how a command of one of them
// is written with another: npm and pnpm, pip and uv, git checkout and git
// switch. It is a row of a file in rules/tools.
type Tools struct {
	ID      string         // file/name
	Names   []string       // the tools, as users name them: one word, or a few
	Also    []Spelling     // other names of their programs: pip3
	Alike   bool           // they are one tool by several names: python, python3
	Through []string       // words before a tool that only start it: "python -m"
	Options []SharedOption // that all swaps have
	Swaps   []Swap
	Project Manifests // how a project's files show which of the tools it uses
	Differ  Difference
	Apart   []Apart

	Examples []ToolsExample // not encoded
}

// Spelling is what something is called by one of the tools.
type Spelling struct {
	Tool string
	As   string
}

// SharedOption is an option that several tools have, each under its own names, as
// in the models: "-r= --requirement=". A tool that does not need it has no
// names for it: the option is left out.
type SharedOption struct {
	All  string // the names where all tools have the same
	Each []Spelling
}

// Swap says that some commands, each of another tool, do the same.
type Swap struct {
	// Commands are the words behind the tool, in the notation of Pattern. The
	// first of several words for one is written. {1}, {2} stand for a word, and
	// then the whole command has to fit.
	Commands []Spelling
	Operands string // one of OperandKinds; "" is any
	Not      string // characters that no operand may have: they mean something else to another tool. With Rest, with which the rest may not begin
	Options  []SharedOption
	Rest     bool     // everything behind those words stays as it is
	Script   bool     // what follows the name of a script is for that one
	Place    string   // option that names the interpreter whose environment a command is for: "--python"
	Only     []string // globs of which each operand fits one; {hash} is that of a commit
	Certain  bool     // the commands do the same, so that one may be run for another unasked
}

// What a command of a swap has besides options.
const (
	NoOperands   = "none"
	SomeOperands = "some"
)

// OperandKinds are the values of Swap.Operands.
var OperandKinds = []string{NoOperands, SomeOperands}

// ToolsExample proves a family.
type ToolsExample struct {
	Use     string // "uv, not pip"
	Command string
	Write   string // the command in its place; "" when there are only words
	Certain bool
}

func (t *Tools) fields(c *codec) {
	c.text('i', &t.ID)
	c.list('n', &t.Names)
	structs(c, 'a', &t.Also, nil)
	c.bool('l', &t.Alike)
	c.list('t', &t.Through)
	structs(c, 'o', &t.Options, nil)
	structs(c, 's', &t.Swaps, nil)
	structs(c, 'x', &t.Apart, nil)
	if d := &t.Differ; c.key('d', d.Beside != "" || len(d.Variables)+len(d.Under)+len(d.Switches)+len(d.Words) > 0) {
		t.Differ.fields(c)
	}
	if c.key('p', len(t.Project.Marks) > 0) {
		t.Project.fields(c)
	}
	c.end()
}

// Difference says where the tools of a family do not do the same, whatever the
// command: a command of one is not written with another there, or that is not
// certain.
type Difference struct {
	Variables []string // globs of the variables that not all of them read: PIP_*
	Under     []string // programs under which another is not there, or sees other things: sudo
	Switches  []string // programs that change which tools are there: nvm. Not certain anywhere in a script with one
	Words     []string // globs of words that mean something else to some of the tools: docker.sock. Not certain
	Beside    string   // interpreter that lies beside a program that is called by its path, and has the same version
}

func (d *Difference) fields(c *codec) {
	c.list('v', &d.Variables)
	c.list('u', &d.Under)
	c.list('s', &d.Switches)
	c.list('w', &d.Words)
	c.text('b', &d.Beside)
	c.end()
}

// Apart says which commands of the other tools are about something that one of
// the tools is not for: they are left alone where that one is preferred.
type Apart struct {
	Tool    string
	Words   []string // globs; one of the words fits
	Writes  bool     // its output is kept: in a file
	Several bool     // it has several operands
	Files   bool     // it names a file that is there
}

func (a *Apart) fields(c *codec) {
	c.text('t', &a.Tool)
	c.list('w', &a.Words)
	c.bool('f', &a.Writes)
	c.bool('s', &a.Several)
	c.bool('e', &a.Files)
	c.end()
}

// Manifests says how the files of a project show which tool of a family it uses,
// and for which commands that matters.
type Manifests struct {
	Marks    []Mark
	Packages []string   // files that make a directory a package of its own
	Members  []string   // files that name the packages below their directory that share its marks
	About    []Spelling // the words behind each tool, in the notation of Pattern, of commands for which it matters
	Apart    []string   // words with which a command is about something else: -g
}

// Mark is a file that shows which tool a project uses: by being there, by the
// tool that a key of it names, or by the commands in it.
type Mark struct {
	File string
	Key  string // of JSON: its value, or the names and commands in it, are those of a tool
	Tool string // that the file alone stands for; without a key, "" is the tools that its recipes call
}

func (m *Manifests) fields(c *codec) {
	structs(c, 'm', &m.Marks, nil)
	c.list('p', &m.Packages)
	c.list('w', &m.Members)
	structs(c, 'a', &m.About, nil)
	c.list('x', &m.Apart)
	c.end()
}

func (m *Mark) fields(c *codec) {
	c.text('f', &m.File)
	c.text('k', &m.Key)
	c.text('t', &m.Tool)
	c.end()
}

func (s *Spelling) fields(c *codec) {
	c.bareText(&s.Tool)
	c.bareText(&s.As)
}

func (o *SharedOption) fields(c *codec) {
	c.text('a', &o.All)
	structs(c, 'e', &o.Each, nil)
	c.end()
}

func (s *Swap) fields(c *codec) {
	structs(c, 'c', &s.Commands, nil)
	c.text('n', &s.Operands)
	c.text('z', &s.Not)
	structs(c, 'o', &s.Options, nil)
	c.bool('r', &s.Rest)
	c.bool('s', &s.Script)
	c.text('p', &s.Place)
	c.list('g', &s.Only)
	c.bool('x', &s.Certain)
	c.end()
}

// Of returns the names that a tool has for an option, and reports whether it
// has one or can do without.
func (o *SharedOption) Of(tool string) (names string, ok bool) {
	if o.All != "" {
		return o.All, true
	}
	return Of(o.Each, tool)
}

// Of returns the spelling of a tool among several.
func Of(list []Spelling, tool string) (as string, ok bool) {
	for i := range list {
		if list[i].Tool == tool {
			return list[i].As, true
		}
	}
	return "", false
}

// CommandClass is a class of commands that preferences speak of: those that
// start a server, or those that a wrapper is for. It is a row of a file in
// rules/classes.
type CommandClass struct {
	Name     string   // "server"
	Said     []string // what users call it: "dev server", "starting the dev server"
	Wrappers []string // that run just these commands: "uv run"
	Commands []string // each a Pattern
	Unless   []string // options with which a command is none of them
	Anywhere bool     // a command for a container or another host is one, too: git push

	Hit, Miss []string // commands that prove it; not encoded
}

func (k *CommandClass) fields(c *codec) {
	c.text('n', &k.Name)
	c.list('s', &k.Said)
	c.list('w', &k.Wrappers)
	c.list('c', &k.Commands)
	c.list('u', &k.Unless)
	c.bool('a', &k.Anywhere)
	c.end()
}
