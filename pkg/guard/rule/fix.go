package rule

// Fix is a known error and how to fix it.
type Fix struct {
	ID       string    // tool/error
	Class    string    // one of FixClasses
	Programs []string  // only if one of these failed; empty for any
	Sub      []string  // only if the first word after the program is one of these
	Needs    []string  // only if the call has one of these words
	Unless   []string  // not if it has one of these
	Exit     int       // only if this is known to be the exit code; 0 for any
	Error    []Pattern // any match is the error; named groups fill the templates
	Cause    string    // a sentence, a Template
	Advice   string    // what to do, in words, a Template; may be empty

	// Choices are the valid words of a tool that does not list them itself:
	// {choices} in a command stands for those most like the wrong one.
	Choices []string

	// Commands are Templates of commands to run instead of the failed call,
	// the best first. They are derived from the call and the output, never
	// guessed. One whose holes cannot be filled is not offered.
	Commands []string
	Beside   []string // the commands need one of these files where they run
	Safe     bool     // an agent may run them: they overwrite, force and guess nothing, and need no other user's rights

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
	c.list('b', &f.Beside)
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
