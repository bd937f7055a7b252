package rule

// Fix is one error that is known, and the way out of it.
type Fix struct {
	ID       string    // tool/error
	Class    string    // one of FixClasses
	Programs []string  // only for failures of these; empty for all
	Sub      []string  // only when the first word behind the program is one of these
	Needs    []string  // only when the call has one of these words
	Unless   []string  // not when it has one of these
	Exit     int       // only when it is known that this was the exit status; 0 for any
	Error    []Pattern // any of them is the error. Named groups are particulars
	Cause    string    // a sentence, a Template
	Advice   string    // what to do, in words, a Template; may be empty

	// Choices are the words a tool has where one was wrong, when it does not
	// list them itself: {choices} in a command is those most like the wrong
	// one.
	Choices []string

	// Commands are Templates of what to run in the place of the call that
	// failed, the best first. They are derived from the call and the output,
	// never guessed; one whose particulars do not fit is not offered.
	Commands []string
	Safe     bool // an agent may run them: nothing is overwritten, forced, installed on a guess or run as root

	Examples []FixExample // not encoded
}

func (f *Fix) fields(c *codec) {
	c.first(&f.Error)
	c.text('i', &f.ID)
	c.text('c', &f.Class)
	c.list('p', &f.Programs)
	c.list('s', &f.Sub)
	c.list('n', &f.Needs)
	c.list('u', &f.Unless)
	c.int('x', &f.Exit)
	c.text('w', &f.Cause)
	c.text('a', &f.Advice)
	c.list('h', &f.Choices)
	c.list('m', &f.Commands)
	c.bool('o', &f.Safe)
	c.end()
}

// FixExample proves a row.
type FixExample struct {
	Command string
	Output  string
	Fix     string // the first command offered; "" when there are only words
	Miss    bool   // the row must not speak
}

// The classes of errors. Those of a tool come first, because their rows say
// more than those of any tool.
var FixClasses = [...]string{
	"rust-compiler", "npm", "javascript", "python-import",
	"permission", "missing-file", "missing-command", "network",

	"git", "compiler", "runtime", "package", "version", "build", "config",
	"unknown-command", "unknown-option", "usage", "shell-syntax",
	"exists", "is-directory", "not-empty", "not-found",
	"auth", "certificate", "disk", "memory", "port", "limit", "busy",
	"database", "container", "cluster", "infrastructure", "service",
}
