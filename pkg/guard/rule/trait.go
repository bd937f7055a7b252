package rule

import "slices"

// Trait is a set of facts about a program, or about a program with its
// subcommand. What learns from runs asks these sets instead of naming
// programs.
type Trait uint32

const (
	// Auxiliary programs only prepare or accompany other commands: cd, echo,
	// export, sleep.
	Auxiliary Trait = 1 << iota

	// Filter programs drop or rearrange the lines of a pipe.
	Filter

	// PassThrough programs print what they are given and rarely fail. An error
	// in their output belongs to another program, unless the line names them.
	PassThrough

	// PrintsData programs print logs, pages, sources or lists. Lines in their
	// output that look like failures are not.
	PrintsData

	// ReadOnly programs change nothing: what failed before them fails after
	// them.
	ReadOnly

	// Noise programs are not worth remembering when they succeed.
	Noise

	// Leaf programs start no other program, so an error that names another
	// program is not theirs.
	Leaf

	// Interpreter programs run the text or the command they are given.
	Interpreter

	// Launcher programs start programs that the command line does not name,
	// and print their errors.
	Launcher

	// HidesStatus programs run checks and may exit 0 although one failed. A
	// failure in their output is more often real than not.
	HidesStatus

	// RunsUserCode programs build or run the user's code, or query a running
	// service.
	RunsUserCode

	// InlineCode programs run code given with an option (-c, -e). Such code
	// prints anything, so its output is data.
	InlineCode

	// Records programs store finished work elsewhere: git commit, git push.
	Records

	// Undoes programs take work back or switch to other work: git stash.
	Undoes

	// Remote programs talk to something outside the project: a service,
	// another machine, the system.
	Remote

	// Timing programs wait for something or end it, so their result depends on
	// when they run.
	Timing

	// ProjectRunner programs run what the project defines, so their valid
	// options change with the project.
	ProjectRunner

	// Installer programs do little but install other programs.
	Installer

	// Locator programs look for a program, or define a name for one.
	Locator

	// Builtin commands exist in every shell and in no PATH. A message that one
	// is not installed is wrong.
	Builtin

	// Agent programs let a model run commands.
	Agent

	// OpensTerminal programs give the program that they start a terminal of
	// its own, at which no user need be.
	OpensTerminal

	// Manages programs manage what others rely on or what holds data: machines,
	// accounts, databases, backups, firmware. Where no row of the model speaks of a
	// call, what its words say that they remove is believed.
	Manages

	// Partial models say what some ways to call a program do. What they do not speak of
	// is read like a call of an unknown program.
	Partial
)

// Viewer is the set of traits of programs that show text.
const Viewer = PassThrough | PrintsData | ReadOnly | Leaf

// Traits are the words for traits in a model, in the order of the constants.
var Traits = [...]string{
	"auxiliary", "filter", "pass-through", "prints-data", "read-only", "noise", "leaf", "interpreter", "launcher", "hides-status",
	"runs-user-code", "inline-code", "records", "undoes", "remote", "timing", "project-runner", "installer", "locator", "builtin", "agent", "opens-terminal", "manages", "partial",
}

// TraitViewer is the word for the traits of Viewer.
const TraitViewer = "viewer"

// TraitNamed returns the traits that a word stands for, or none.
func TraitNamed(word string) Trait {
	if word == TraitViewer {
		return Viewer
	}
	if i := slices.Index(Traits[:], word); i >= 0 {
		return 1 << i
	}
	return 0
}

// TraitRow gives traits: to the names of a model or, with Program, to some of
// them; with Sub, to some of its subcommands.
type TraitRow struct {
	Program []string // only under these names
	Sub     []string // only with one of these words behind the program; "" is none, "*" any
	Is      Trait    // words for traits, such as read-only
}

func (t *TraitRow) fields(c *codec) {
	c.list('p', &t.Program)
	c.list('s', &t.Sub)
	n := int(t.Is)
	c.int('i', &n)
	t.Is = Trait(n)
	c.end()
}

// TraitsOf returns the traits of a program by one of the names of its model:
// those of the first row for that name.
func (m *Command) TraitsOf(program string) Trait {
	if m == nil {
		return 0
	}
	return m.firstTraits(program, func(r *TraitRow) bool { return len(r.Sub) == 0 })
}

// SubTraits returns the traits that a subcommand adds to those of its program.
func (m *Command) SubTraits(program, sub string) Trait {
	if m == nil {
		return 0
	}
	return m.firstTraits(program, func(r *TraitRow) bool { return slices.Contains(r.Sub, sub) || slices.Contains(r.Sub, "*") })
}

func (m *Command) firstTraits(program string, fits func(*TraitRow) bool) Trait {
	rows := m.Traits.All()
	for i := range rows {
		if r := &rows[i]; fits(r) && (len(r.Program) == 0 || slices.Contains(r.Program, program)) {
			return r.Is
		}
	}
	return 0
}
