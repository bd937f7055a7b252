package rule

// Check is the model of a tool that verifies: how to know its command, and
// how to read what it prints. A failure is known by the output first, because
// a pipe hides the exit status of about every third failing check.
type Check struct {
	ID   string // go-test, from the name of the file and the row
	Tool string // as people call it: "go test"
	Kind string // test, lint, types, build, format

	// Commands are the ways to start it, as leading words of a call without
	// its options: "go test", "pytest", "python -m pytest". The first that
	// fits a call, the longest first, tells the tool.
	Commands []string
	// Needs are options one of which the call must have: prettier checks only
	// with --check.
	Needs []string

	Fail  []Pattern // any of them says: failed. Groups: test, file, line, col
	Pass  []Pattern // any of them says: passed, unless one of Fail does
	None  []Pattern // nothing was checked: no tests, no files
	Files []Pattern // where a failure is: groups file, line, col

	Unsure bool  // its Fail and Files tell nothing without its command: their shape is common
	Benign []int // statuses other than 0 that are no failure: 5 is "no tests" of pytest
	Prints bool  // any output at all says: failed (gofmt -l)

	Examples []CheckExample
}

// CheckExample proves a check.
type CheckExample struct {
	Command string
	Output  string
	Exit    int
	Verdict string // fail, pass, none
	Tests   []string
	Files   []string
}
