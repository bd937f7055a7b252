package rule

// Fix is one error that is known, and the way out of it.
type Fix struct {
	ID       string    // tool/error
	Class    string    // missing-command, permission, ...
	Programs []string  // only for failures of these; empty for all
	Error    []Pattern // any of them is the error. Named groups are particulars
	Cause    string    // a sentence; {group} stands for a particular
	Advice   string    // what to do, in words; may be empty

	// Commands to run instead, the best first: {group}, and {command} for the
	// one that failed.
	Commands []string
	Safe     bool // an agent may run them: nothing is overwritten, forced, installed on a guess or run as root

	Examples []FixExample
}

// FixExample proves a row.
type FixExample struct {
	Command string
	Output  string
	Fix     string // the first command offered; "" when there are only words
	Miss    bool   // the row must not speak
}
