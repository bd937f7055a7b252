package rule

// Check is the model of a tool that verifies: how to know its command, and
// how to read what it prints. A failure is known by the output first, because
// a pipe hides the exit status of about every third failing check.
type Check struct {
	ID   string // file/name
	Tool string // as people call it: "go test"; "" when it is the name of the program
	Kind string // one of CheckKinds

	// Commands are the ways to start it, as leading words of a call without
	// its options: "go test", "pytest". Of the ways that fit a call, that of
	// the most words tells the tool. A way with an option in it is held
	// against the words as they stand: "bash -n".
	Commands []string
	Own      []string // programs of these that people call by their own name
	Needs    []string // words one of which the call must have: gofmt checks only with -l or -d
	Unless   []string // words with which it checks nothing

	Fail   []Pattern // any of them says: failed, whatever ran. Groups: test, file
	Likely []Pattern // the same, but only after its own command: the shape is common
	Pass   []Pattern // any of them says: passed, unless one of the others does
	None   []Pattern // nothing was checked: no tests, no files, no such option
	Files  []Pattern // where a failure is, in a shape that is common to few: group file
	Mute   []Pattern // lines that look like a failure and are none

	Places string // what a line that names a place in a file says: "", PlaceFails or PlaceErrs
	Benign []int  // statuses other than 0 that are no failure: 5 is "no tests" of pytest
	Prints bool   // any output at all says: failed (gofmt -l)
	Silent bool   // it says nothing when all is well
	Runner bool   // it runs other tools: what is known by its output tells which

	Examples []CheckExample // not encoded
}

func (k *Check) fields(c *codec) {
	c.first(&k.Fail)
	c.text('i', &k.ID)
	c.text('t', &k.Tool)
	c.text('k', &k.Kind)
	c.list('c', &k.Commands)
	c.list('o', &k.Own)
	c.list('n', &k.Needs)
	c.list('u', &k.Unless)
	for i, part := range k.Parts() {
		if part != &k.Fail {
			structs(c, 'A'+byte(i), part, &c.patterns)
		}
	}
	c.text('p', &k.Places)
	c.ints('b', &k.Benign)
	c.bool('x', &k.Prints)
	c.bool('s', &k.Silent)
	c.bool('r', &k.Runner)
	c.end()
}

// Parts returns the lists of patterns of a check: Fail, Likely, Pass, None,
// Files and Mute.
func (c *Check) Parts() [6]*[]Pattern {
	return [...]*[]Pattern{&c.Fail, &c.Likely, &c.Pass, &c.None, &c.Files, &c.Mute}
}

// CheckKinds are the kinds of checks.
var CheckKinds = []string{"test", "lint", "types", "build", "format", "run"}

// What a line that names a place in a file says of a check.
const (
	PlaceFails = "fail"  // linters: each is a failure
	PlaceErrs  = "error" // compilers: it is one when it speaks of an error
)

// CheckExample proves a check.
type CheckExample struct {
	Command string
	Output  string
	Exit    int
	Verdict string // one of CheckVerdicts
	Tests   []string
	Files   []string
}

// CheckVerdicts are what a reader may say: it failed, it failed with status
// 0, it passed, it verified nothing.
var CheckVerdicts = []string{"fail", "masked", "pass", "none"}
