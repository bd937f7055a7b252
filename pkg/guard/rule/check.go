package rule

// Check describes a tool that verifies something: how to recognize its command,
// and how to read what it prints. Failures are recognized by output before the
// exit code, because a pipe hides the exit code of about a third of them.
type Check struct {
	ID   string // file/name
	Tool string // as users call it: "go test"; "" if it is the program's name
	Kind string // one of CheckKinds

	// Commands are the ways to start it: the first words of a call without
	// its options, such as "go test" or "pytest". If several match a call,
	// the longest wins. One with an option in it, such as "bash -n", is
	// compared with the words as written.
	Commands []string
	Own      []string // programs of these that users call by their own name
	Needs    []string // words, one of which the call must have: gofmt checks only with -l or -d
	Unless   []string // words with which it checks nothing

	// What options and variables do to the check, as globs: "--tb=" is an option
	// that takes a value, "CI=*" a variable. Any other option may narrow it. What
	// holds for all checks is in the row AnyCheck.
	Neutral []string // it reports differently, and checks the same
	Narrow  []string // it checks less
	Strict  []string // it asks for more
	Omits   []string // it leaves out what is named; they narrow as well

	Dirs []string // options that say in which directory it works: --test-dir=

	Updates []string // options and variables by which what is there becomes what is expected
	Accepts []string // commands that do only that

	Causes []Pattern // a line says why. Group: name, of what is missing
	Vague  []Pattern // a line says that something failed, and not why

	// Where no row of Causes is in an output, the line that says why is looked for.
	Reasons []Pattern // it says that something around the code is absent, or refuses
	OfCode  []Pattern // it says that the code is wrong: an assertion, a type
	Leads   []Pattern // what may stand before it: a place, a label, the name of a test
	Keeps   []Pattern // a number that is part of it: the port of a known service

	Tallies []Pattern // what any tool prints of how many tests there were. Groups: passed, failed, total

	// The rest down to Demands has Weakening alone. Files, by their paths:
	TestFiles    []Pattern // tests
	CIFiles      []Pattern // what a server checks
	CheckFiles   []Pattern // how checks are run, and what they ask for
	SettingFiles []Pattern // how tools work
	SchemaFiles  []Pattern // what data has to be like
	WholeFiles   []Pattern // tests that are to meet the real thing
	Expected     []Pattern // what results have to be
	ExemptFiles  []Pattern // each line is left out of a check: .eslintignore, a baseline

	Discloses []Pattern // a message that says of tests that they were taken out
	Admits    []Pattern // a sentence of one that says that something fails, was not run or is left to do
	Servers   []Pattern // of what checks on a server. Groups: shows, a command that shows it; failed, its output says that it failed
	Asked     []Pattern // a prompt wants that. Groups: expected, tests, settings; rewrite, merge, of tests; gone, what is to go; same, what comes out is to stay; between, no other wish begins there

	// Lines in files by which a change makes checks weaker.
	Comments   []Pattern // the line says nothing to a program
	Suppresses []Pattern // a finding is not reported: # noqa
	Laxer      []Pattern // a setting asks for less: "strict": false
	Leaves     []Pattern // tests, or files, are left out: testPathIgnorePatterns
	Scopes     []Pattern // a key of settings. Groups: out, its values are left out; in, they are checked
	Lowered    []Pattern // a setting of which a lower number asks for less. Group: n
	Raised     []Pattern // a higher one
	Tolerances []Pattern // a higher one, in a test: how far a value may be off. Group: n
	Precisions []Pattern // a lower one, in a test: to how many places. Group: n
	Retries    []Pattern // a higher one: a test that fails is run again. Group: n
	Swallows   []Pattern // what fails in a test does not fail it: except .. pass
	Skips      []Pattern // a test is left out: @pytest.mark.skip
	Tests      []Pattern // a test begins. Group: holder, what only holds tests: a class
	Asserts    []Pattern // something is asserted
	Loose      []Pattern // something is asserted that holds for nearly all values: toBeDefined
	Mocks      []Pattern // puts something in the place of a module: the group module names it; or of a server: the group server
	Lenient    []Pattern // a step of CI or of a recipe may fail: continue-on-error
	Runs       []Pattern // a line says what is checked: a recipe, a list of goals
	InTests    []Pattern // code does something else while it is tested
	Constrains []Pattern // a line of a schema asks for something
	Cases      []Pattern // a line of a test is a case, a row of a table
	Demands    []Pattern // asks more of a check: set -e, --strict

	Fail    []Pattern // a match means failed, whatever ran. Groups: test, file
	Likely  []Pattern // the same, but only after its own command: the shape is common
	Pass    []Pattern // a match means passed, unless another list matches
	None    []Pattern // nothing was checked, and that is an error: no such file, no such option, no configuration. Group: all, whatever else it says
	Files   []Pattern // where a failure is, in a shape that is common to few: group file
	Mute    []Pattern // lines that look like a failure but are not
	Blocked []Pattern // a part could not run for want of something outside of the code: a package, a browser
	Aside   []Pattern // the first line of a part that names files that did not fail: warnings, logs of tests that passed
	Counts  []Pattern // how many tests there were. Groups: passed, failed, skipped, a number each or, where it is none, one
	Empty   []Pattern // it went well, and found nothing to check. Groups: part, that is one of several; ran, in this part there was something

	Places string // what a line with a file and line number means: "", PlaceFails or PlaceErrs
	Benign []int  // exit codes other than 0 that are no failure: 5 of pytest means no tests
	Prints bool   // any output at all means failed: gofmt -l
	Silent bool   // it prints nothing if it passes
	Runner bool   // it runs other tools, which the output tells

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
	c.list('e', &k.Neutral)
	c.list('w', &k.Narrow)
	c.list('m', &k.Strict)
	c.list('z', &k.Omits)
	for i, part := range k.Parts() {
		if part != &k.Fail && part != &k.Empty {
			structs(c, 'A'+byte(i), part, &c.patterns)
		}
	}
	structs(c, '!', &k.Empty, &c.patterns)
	for i, list := range k.Weaker() {
		structs(c, 'J'+byte(i), list, &c.patterns)
	}
	structs(c, 'a', &k.Admits, &c.patterns)
	structs(c, 'f', &k.Scopes, &c.patterns)
	structs(c, 'h', &k.Runs, &c.patterns)
	structs(c, 'q', &k.Tallies, &c.patterns)
	structs(c, '7', &k.SchemaFiles, &c.patterns)
	structs(c, '8', &k.WholeFiles, &c.patterns)
	structs(c, '9', &k.Constrains, &c.patterns)
	structs(c, '0', &k.Expected, &c.patterns)
	structs(c, 'v', &k.InTests, &c.patterns)
	structs(c, 'j', &k.Cases, &c.patterns)
	structs(c, 'l', &k.ExemptFiles, &c.patterns)
	structs(c, 'g', &k.Servers, &c.patterns)
	structs(c, '1', &k.Causes, &c.patterns)
	structs(c, '2', &k.Vague, &c.patterns)
	for i, list := range k.Why() {
		structs(c, '3'+byte(i), list, &c.patterns)
	}
	c.list('y', &k.Updates)
	c.list('+', &k.Accepts)
	c.list('d', &k.Dirs)
	c.text('p', &k.Places)
	c.ints('b', &k.Benign)
	c.bool('x', &k.Prints)
	c.bool('s', &k.Silent)
	c.bool('r', &k.Runner)
	c.end()
}

// Parts returns the lists of patterns of a check: Fail, Likely, Pass, None,
// Files, Mute, Aside, Blocked, Counts and Empty.
func (c *Check) Parts() [10]*[]Pattern {
	return [...]*[]Pattern{&c.Fail, &c.Likely, &c.Pass, &c.None, &c.Files, &c.Mute, &c.Aside, &c.Blocked, &c.Counts, &c.Empty}
}

// Weaker returns the lists of the row Weakening.
func (c *Check) Weaker() []*[]Pattern {
	return []*[]Pattern{
		&c.TestFiles, &c.CIFiles, &c.CheckFiles, &c.Discloses, &c.Comments, &c.Suppresses, &c.Laxer,
		&c.SettingFiles, &c.Lowered, &c.Raised, &c.Skips, &c.Tests, &c.Asserts, &c.Loose, &c.Mocks, &c.Lenient, &c.Demands,
		&c.Asked, &c.Tolerances, &c.Precisions, &c.Retries, &c.Swallows, &c.Leaves,
	}
}

// Why returns the lists by which the line is found that says why a run failed.
func (c *Check) Why() []*[]Pattern {
	return []*[]Pattern{&c.Reasons, &c.OfCode, &c.Leads, &c.Keeps}
}

// AnyCheck is the id of the row that holds for all checks, Weakening that of what makes
// them weaker. They have no commands.
const (
	AnyCheck  = "any/any"
	Weakening = "any/weakening"
)

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
