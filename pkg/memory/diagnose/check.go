package diagnose

import (
	"iter"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Check returns the check that a command ran, or nil if no check ran, if it
// had nothing to check, or if its outcome is not clear.
//
// What a tool prints counts first, because a pipe hides its exit code. The
// exit code counts where the tool is silent. Lines that look like failures in
// the output of programs that only show text do not count.
func (r *Reader) Check(out *Output) *memory.Check {
	if out.Script == nil || len(out.Script.Calls) == 0 {
		return nil
	}
	e := r.examiner(out)
	checks := r.checkCalls(out.Script)
	var passed *result
	var failed []result
	for _, a := range checks {
		switch v := e.resultOf(a); v.outcome {
		case red:
			failed = append(failed, v)
		case green:
			if passed == nil || rank(v.check) >= rank(passed.check) {
				passed = &v
			}
		}
	}
	switch failed = e.withoutPassed(failed); {
	case len(failed) > 0:
		return e.withBeside(e.worst(failed), checks)
	case passed != nil && !passed.check.Runner:
		return e.withOthers(e.report(*passed), checks)
	}
	if v, ok := e.unnamedCheck(checks); ok {
		return e.withBeside(v, checks)
	}
	if passed != nil {
		return e.withOthers(e.report(*passed), checks)
	}
	return e.withOthers(nil, checks)
}

// withOthers adds the other checks that passed in a run. Of "go build && go test"
// the more important one is c. Without c it returns one that a script ran.
func (e *examiner) withOthers(c *memory.Check, checks []checkCall) *memory.Check {
	var list []*memory.Check
	if c != nil && e.out.Exited && e.out.Exit == 0 && len(checks) > 1 {
		for _, a := range checks {
			if v := e.resultOf(a); v.outcome == green && v.check.Kind != memory.CheckRun {
				list = append(list, e.report(v))
			}
		}
	}
	for i := range e.out.Script.Calls {
		if e.out.Script.Calls[i].Via < 0 {
			list = append(list, e.passedInside(i)...)
		}
	}
	for _, other := range list {
		switch {
		case c == nil:
			c = other
		default:
			addPassed(c, other)
		}
	}
	return c
}

// result is the outcome of a check.
type result struct {
	number  int // of the check in the book, or -1
	check   *rule.Check
	call    int // index of its call, or -1 if only the output shows it
	outcome outcome
	sure    bool // the output says so
}

// outcome is how a check ended.
type outcome uint8

const (
	unclear        outcome = iota
	nothingChecked         // it had nothing to check
	green
	red
)

// rank orders the checks that passed in one run. The highest is kept.
func rank(c *rule.Check) int { return -slices.Index(rule.CheckKinds, c.Kind) }

// resultOf returns the result of a check that the command asked for.
func (e *examiner) resultOf(a checkCall) result {
	v := result{number: a.check, check: e.check(a.check), call: a.call}
	code, known := exitCode(e.out, a.call)
	if v.check.Prints {
		if silent, tested := testedSilent(e.out, a.call); tested {
			if v.outcome = red; silent {
				v.outcome = green
			}
			return v
		}
	}
	if known && (code == 126 || code == 127 || code == 129 || code == 130 || code == 143) {
		v.outcome = nothingChecked // not found, or stopped by a signal
		return v
	}
	if known && code == 0 {
		v.outcome = green
		switch {
		case v.check.Prints && strings.TrimSpace(e.text) != "":
			v.outcome = e.listed(a)
		case (e.says(a.check, roleNone) || e.saysEmpty(a)) && !e.says(a.check, rolePass):
			v.outcome = nothingChecked
		}
		return v
	}
	none := e.says(a.check, roleNone) || v.check.Kind != "build" && e.saysEmpty(a) && !e.says(a.check, rolePass)
	switch {
	case known && slices.Contains(v.check.Benign, code):
		v.outcome = nothingChecked
	case (none || v.check.Runner && e.saysClass(notInstalled)) && !e.failedItself(a.check), e.blocked(a.check):
		v.outcome = nothingChecked
	case !known && showsLog(e.out.Script, v.call):
		v.outcome = unclear
	case e.showsFailure(&v) || !known && countedFailures(e.out, a.call, v.check.Prints || v.check.Silent && (v.check.Places == rule.PlaceFails || v.check.Kind == "types")):
		v.outcome = red
	case e.couldNotRun():
		v.outcome = nothingChecked
	case v.check.Kind == memory.CheckRun:
		v.outcome = nothingChecked // a program may use its exit code to say no
	case known && (code == 124 || code == 137):
		v.outcome = nothingChecked // timeout or out of memory: this says nothing about the code
		var c memory.Check
		if e.count(&c, v.number); e.says(v.number, rolePass) && c.Counts != nil && c.Counts.Ran() > 0 {
			v.outcome = green // it watches files, and goes on behind its report
		}
	case known:
		v.outcome = red
	case e.says(a.check, rolePass):
		v.outcome = green
	case v.check.Silent && e.out.Exited && e.out.Exit == 0 && showsAll(e.out.Script, a.call):
		v.outcome = green
	}
	return v
}

// failedItself reports whether the output has a failure of the check. Of a
// runner it has one if a check failed that it ran: the runner's own words say
// only that something did not end well.
func (e *examiner) failedItself(check int) bool {
	if e.check(check).Runner {
		_, ok := e.mostFailures()
		return ok
	}
	return e.says(check, roleFail)
}

// blocked reports whether all failures of a check are parts that could not run
// for want of something outside of the code.
func (e *examiner) blocked(check int) bool {
	n := 0
	var tests, files names
	for _, m := range e.matches(check) {
		switch m.role {
		case roleBlocked:
			n++
		case roleFail:
			tests.add(e.group(m, "test"))
			files.addFile(e.group(m, "file"))
		}
	}
	return n > 0 && n >= max(len(tests), len(files))
}

// couldNotRun reports whether an output without a failure says why a tool could
// not look at the code: it is not installed, has no such option, cannot reach
// what it needs, or its file does not exist.
func (e *examiner) couldNotRun() bool { return e.saysClass(notOfCode) }

// saysClass reports whether an output has a known error of one of some classes.
func (e *examiner) saysClass(classes []string) bool {
	return slices.ContainsFunc(e.knownErrors(e.out), func(k knownError) bool { return slices.Contains(classes, k.fix.Class) })
}

// notInstalled are the classes of errors that say a tool itself is not there.
var notInstalled = []string{"missing-command", "package"}

// notOfCode are the classes of errors in a command or in its surroundings.
var notOfCode = []string{
	"missing-command", "missing-file", "unknown-command", "unknown-option", "network", "permission", "auth", "certificate",
	"container", "cluster", "service", "disk", "memory", "npm", "python-import", "package", "version",
}

// listed returns the result of a check that prints what it finds, and ended well: what other
// calls print is not its list.
func (e *examiner) listed(a checkCall) outcome {
	switch {
	case len(e.out.Script.Calls) == 1:
		return red
	case !e.says(a.check, roleFail, roleFiles):
		return green
	case slices.ContainsFunc(e.out.Script.Calls, func(c shell.Call) bool { return command.Has(&c, rule.PrintsData) }):
		return unclear // they may be those of ls, or of git diff --name-only
	}
	return red
}

// showsFailure reports whether the output shows that a check failed.
func (e *examiner) showsFailure(v *result) bool {
	v.sure = e.says(v.number, roleFail, roleLikely)
	switch {
	case v.sure:
		return true
	case e.says(v.number, rolePass) && v.check.Places != "":
		return false
	case v.check.Prints:
		return strings.TrimSpace(e.text) != "" && len(e.out.Script.Calls) == 1
	}
	alone := !e.showsFiles(v.call)
	return slices.ContainsFunc(e.locations(), func(l location) bool {
		if isThirdParty(l.file) || isThirdPartyFrame(e.text[l.from:l.to]) {
			return false // the tool crashed
		}
		fails := v.check.Places == rule.PlaceFails || v.check.Places == rule.PlaceErrs && (l.isError || !e.out.Exited)
		return fails && (l.hasColumn || alone)
	})
}

// showsFiles reports whether the command also shows contents of files: grep -n
// prints file names and lines as a linter does, but no columns.
func (e *examiner) showsFiles(call int) bool {
	s := e.out.Script
	for i := range s.Calls {
		c := &s.Calls[i]
		if len(c.Stdin.From) == 0 && i != call && rootOf(s, call) != i && c.Program != "" && (command.Is(c, rule.Filter) || command.ShowsText(c)) {
			return true
		}
	}
	return false
}

// worst returns the failed check to report: one whose output shows the failure
// before one that only its exit code gives away. For a check that runs others,
// and for a program that ran, it returns the inner one.
func (e *examiner) worst(failed []result) result {
	v := failed[0]
	for _, w := range failed[1:] {
		if w.sure && !v.sure || w.sure == v.sure && w.number == v.number && e.formats(v) && !e.formats(w) {
			v = w
		}
	}
	if v.check.Runner || v.check.Kind == memory.CheckRun || !v.sure && e.runsProject(v.call) {
		if inner, ok := e.mostFailures(); ok {
			return result{number: inner, check: e.check(inner), call: e.callOf(inner, v.call), outcome: red, sure: true}
		}
	}
	return v
}

// formats reports whether a result is of a call that checks how files are written: it says
// which, and what says more is of another call of the tool.
func (e *examiner) formats(v result) bool {
	return v.call >= 0 && slices.ContainsFunc(command.Words(&e.out.Script.Calls[v.call]), goalFormatsWord)
}

// runsProject reports whether a program of the project runs beside a call, so
// that a failure in the output may be its: cc test.c -o t && ./t.
func (e *examiner) runsProject(call int) bool {
	calls := e.out.Script.Calls
	return slices.ContainsFunc(calls, func(c shell.Call) bool { return command.InProject(&c) && !inside(&c, &calls[call]) })
}

// mostFailures returns the check that most failures in the output belong to,
// one that names tests before others.
func (e *examiner) mostFailures() (int, bool) {
	counts := make(map[int]int)
	tests := make(map[int]bool) // names tests that failed
	best, held := -1, false     // held: one that the output names could not run
	for _, h := range e.hits(&e.fails, e.text) {
		check := int(h.owner.check)
		if check < 0 || e.check(check).Runner || e.check(check).Kind == memory.CheckRun {
			continue
		}
		m := e.match(e.text, h)
		if m == nil || e.ofScript(h) || len(e.check(check).Mute) > 0 && !e.says(check, roleFail) {
			continue
		}
		if e.blocked(check) {
			held = held || e.names(check)
			continue
		}
		counts[check]++
		if g := e.regexp(e.pattern(h.owner)).SubexpIndex("test"); g >= 0 && m[2*g] >= 0 {
			tests[check] = true
		}
		switch {
		case best < 0 || tests[check] && !tests[best]:
			best = check
			continue
		case tests[best] && !tests[check]:
			continue
		}
		if counts[check] > counts[best] || counts[check] == counts[best] && e.names(check) && !e.names(best) {
			best = check
		}
	}
	if held && best >= 0 && !e.names(best) {
		return -1, false // its lines only look like those of the other
	}
	return best, best >= 0
}

// names reports whether the output names the program of a check, as runners
// do that print what they run. Some linters print the same lines.
func (e *examiner) names(check int) bool {
	for _, way := range e.check(check).Commands {
		program, _, _ := strings.Cut(way, " ")
		for rest, ok := e.text, true; ok; {
			var before string
			if before, rest, ok = strings.Cut(rest, program); ok && !isWordByte(lastByte(before)) && (rest == "" || !isWordByte(rest[0])) {
				return true
			}
		}
	}
	return false
}

// isWordByte reports whether a byte may belong to the name of a program.
func isWordByte(c byte) bool { return isAlnum(c) || c == '-' || c == '.' }

// lastByte returns the last byte of a text, or a blank if it is empty.
func lastByte(s string) byte {
	if s == "" {
		return ' '
	}
	return s[len(s)-1]
}

// toolName returns the name of the tool if the check's row describes several.
func (e *examiner) toolName(v result) string {
	first, _, _ := strings.Cut(v.check.Commands[0], " ")
	if v.call < 0 {
		return first
	}
	program := e.out.Script.Calls[v.call].Program
	if strings.HasPrefix(first, "./") {
		call := &e.out.Script.Calls[v.call]
		if command.Is(call, rule.Interpreter) && len(call.Argv) > 1 {
			program = base(call.Argv[1].String())
		}
		return program // a script of the project
	}
	for _, prefix := range v.check.Commands {
		if name, option, _ := strings.Cut(prefix, " "); isProgram(program, name) {
			if strings.HasPrefix(option, "-") && matchedWords(&e.out.Script.Calls[v.call], []string{program}, prefix) > 0 {
				return prefix // bash -n
			}
			return name
		}
	}
	if parts := strings.FieldsFunc(program, isSeparator); len(parts) > 1 {
		for _, prefix := range v.check.Commands {
			if slices.Contains(parts, prefix) {
				return prefix
			}
		}
	}
	return first
}

// report turns a result into what is remembered of it.
func (e *examiner) report(v result) *memory.Check {
	c := &memory.Check{Tool: v.check.Tool, Kind: v.check.Kind, Failed: v.outcome == red}
	if c.Tool == "" {
		c.Tool = e.toolName(v)
	}
	c.Key = c.Tool
	if v.call >= 0 {
		e.identify(c, v)
	}
	c.Key = redact.Clean(c.Key).Cut(command.MaxKey).String()
	e.count(c, v.number)
	switch {
	case c.Failed:
		c.Masked = e.out.Exited && e.out.Exit == 0
		e.detail(c, v.number, v.call)
	case v.check.Runner:
		c.Lines = redact.Clean(e.lastLines())
	}
	return c
}

// PassedIn reports whether the lines that are kept of a runner that passed, such
// as make, show that a tool passed in it.
func (r *Reader) PassedIn(runner *memory.Check, tool string) bool {
	e := r.examiner(&Output{Text: runner.Lines})
	for i := range r.rowsOf(tool) {
		if e.says(i, rolePass) && !e.says(i, roleFail) {
			return true
		}
	}
	return false
}

// CountsIn returns how many tests an output counts in the words of a tool, whatever ran that:
// nil where it does not.
func (r *Reader) CountsIn(tool string, output redact.Text) *memory.Counts {
	e := r.examiner(&Output{Text: output})
	for i := range r.rowsOf(tool) {
		var c memory.Check
		if e.count(&c, i); c.Counts != nil {
			return c.Counts
		}
	}
	return nil
}

// rowsOf yields the numbers of the rows that describe a tool.
func (r *Reader) rowsOf(tool string) iter.Seq[int] {
	return func(yield func(int) bool) {
		first, _, _ := strings.Cut(tool, " ")
		for id := range r.known.WaysOf(first) {
			i := r.known.CheckNamed(id)
			if c := r.check(i); (c.Tool == tool || slices.Contains(c.Commands, tool)) && !yield(i) {
				return
			}
		}
	}
}
