package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// identify names what a check checked. What runs others is named by the check that
// it comes to, as far as the files tell: npm test, make test and jest are one check
// where they run the same.
func (e *examiner) identify(c *memory.Check, v result) {
	inner := e.innerChecks(v.call)
	named := v.outcome == red && !v.check.Runner // by its output
	if named {
		inner = slices.DeleteFunc(inner, func(a checkCall) bool { return a.check != v.number })
	}
	if named && len(inner) > 0 || len(inner) == 1 && (v.outcome == red || e.passedIn(inner[0], true)) {
		e.nameInner(c, inner[0], &e.out.Script.Calls[v.call])
		return
	}
	call := &e.out.Script.Calls[v.call]
	if slices.Contains(v.check.Own, call.Program) {
		c.Tool = call.Program
	}
	e.name(c, e.out.Script, checkCall{v.number, v.call})
	if v.check.Runner || v.check.Kind == "build" && namesTests(v.check) {
		c.Kind = kindOfGoals(c, call)
	}
}

// Named returns the checks that a command runs, by what they check, whatever comes of
// them.
func (r *Reader) Named(out *Output) (list []*memory.Check) {
	e := r.examiner(out)
	for _, a := range r.checkCalls(out.Script) {
		if e.check(a.check).Kind != memory.CheckRun {
			list = append(list, e.named(a))
		}
	}
	return list
}

// named returns the check that a call is, by what it checks.
func (e *examiner) named(a checkCall) *memory.Check {
	row := e.check(a.check)
	v := result{number: a.check, check: row, call: a.call, outcome: green}
	c := &memory.Check{Tool: row.Tool, Kind: row.Kind}
	if c.Tool == "" {
		c.Tool = e.toolName(v)
	}
	e.identify(c, v)
	return c
}

// nameInner names a check that the files of a command run. Options that the runner does
// not know it passes on: yarn test --project=x.
func (e *examiner) nameInner(c *memory.Check, a checkCall, outer *shell.Call) {
	row, call := e.check(a.check), &e.deep().Calls[a.call]
	c.Kind, c.Tool = row.Kind, row.Tool
	if c.Tool == "" || slices.Contains(row.Own, call.Program) {
		c.Tool = call.Program
	}
	s := e.deep()
	var passed []shell.Word
	for _, f := range outer.Args.Flags {
		if word := f.Name; f.Option == nil && outer.Model != nil && word != "--" && !slices.ContainsFunc(call.Argv, func(w shell.Word) bool { return strings.HasPrefix(w.String(), word) }) {
			if f.Value != nil {
				word += "=" + f.Value.String()
			}
			passed = append(passed, shell.LitWord(word))
		}
	}
	if passed != nil {
		with := *s
		with.Calls = slices.Clone(s.Calls)
		with.Calls[a.call].Argv = append(slices.Clone(call.Argv), passed...)
		s = &with
	}
	e.name(c, s, a)
	for _, member := range optionMembers(outer) { // as long as the file is that of no member
		if c.Dir() == enteredDir(e.out.Dir, outer.Cwd.Path.String()) {
			c.Key, c.All = c.Key+" "+ofMember(member), false
		}
	}
}

// optionMembers returns the members of a workspace that a call names by options.
func optionMembers(c *shell.Call) (names []string) {
	for i := range c.Args.Flags {
		if f := &c.Args.Flags[i]; f.Option != nil && f.Option.Role == rule.RoleMember && f.Value != nil {
			names = append(names, f.Value.String())
		}
	}
	return names
}

// ofMember returns the word of a key that says that a check is about a member of a
// workspace, by whatever option it was named.
func ofMember(name string) string { return marked(memory.Narrows, "member="+name) }

// name sets the key of a check that a call of a script runs.
func (e *examiner) name(c *memory.Check, s *shell.Script, a checkCall) {
	call := &s.Calls[a.call]
	dir, in := e.out.Dir, call.Cwd.Path.String()
	if call.Where != "" {
		in = "" // the directory of a container holds the project somewhere
	}
	if in = enteredDir(dir, in); in != "" {
		dir = in
	}
	does := e.strengthOf(a.check)
	if in := does.dir(call); in != "" && call.Where == "" {
		dir = enteredDir(dir, in)
	}
	if a.check >= 0 && e.check(a.check).Runner {
		c.Key, c.All = e.goalKey(c.Tool, call, assigned(s, a.call), does, dir), false
		return
	}
	c.Key, c.All = e.checkKey(c.Tool, call, assigned(s, a.call), does, dir)
	c.All = c.All && !onlyCompiles(c)
}

// assigned returns the variables that are set before a call, or before a call that
// it is nested in.
func assigned(s *shell.Script, call int) (list []shell.Assign) {
	for range s.Calls {
		list = append(list, s.Calls[call].Assigns...)
		if call = s.Calls[call].Via; call < 0 {
			break
		}
	}
	return list
}

// deep returns the command with what the files hold that it runs; nil where they
// are not looked at.
func (e *examiner) deep() *shell.Script {
	if !e.deepRead && e.out.Deep != nil {
		e.deepScript = e.out.Deep()
	}
	e.deepRead = true
	return e.deepScript
}

// innerChecks returns the checks that a call comes to by the files that it runs, in
// order, without those that only run others of them: none where the command itself
// says all.
func (e *examiner) innerChecks(call int) []checkCall {
	outer := &e.out.Script.Calls[call]
	if !e.mayRunFiles(outer) {
		return nil
	}
	s := e.deep()
	if s == nil || len(s.Files) == 0 {
		return nil
	}
	var list []checkCall
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program == "" || c.Effect != "" || c.In == nil || !isWithin(s, i, outer) {
			continue
		}
		if n := e.checkOf(c); n >= 0 && e.check(n).Kind != memory.CheckRun {
			list = append(list, checkCall{n, i})
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(a checkCall) bool {
		return slices.ContainsFunc(list, func(b checkCall) bool { return runs(s, a.call, b.call) })
	})
}

// mayRunFiles reports whether a call runs recipes or scripts of the project.
func (e *examiner) mayRunFiles(c *shell.Call) bool {
	if n := e.checkOf(c); n >= 0 && e.check(n).Runner {
		return true
	}
	return scriptStem(c) != "" || command.InProject(c) || command.Is(c, rule.Launcher)
}

// isWithin reports whether a call of a script that was read with its files is, or is
// nested in, a call of the text itself.
func isWithin(s *shell.Script, call int, outer *shell.Call) bool {
	for range s.Calls {
		if c := &s.Calls[call]; c.In == nil && c.Span == outer.Span && c.Program == outer.Program {
			return true
		}
		if call = s.Calls[call].Via; call < 0 {
			break
		}
	}
	return false
}

// runs reports whether one call is nested in another.
func runs(s *shell.Script, outer, inner int) bool {
	for range s.Calls {
		if inner = s.Calls[inner].Via; inner < 0 || inner == outer {
			return inner == outer
		}
	}
	return false
}

// passedInside returns the checks that passed in a call, where the output says so, or
// the call went well and the files show that it cannot go well without them.
func (e *examiner) passedInside(call int) (list []*memory.Check) {
	code, known := exitCode(e.out, call)
	if known && code != 0 || !known && (!e.out.Exited || e.out.Exit != 0 || showsLog(e.out.Script, call)) {
		return nil
	}
	for _, a := range e.innerChecks(call) {
		if !e.passedIn(a, known) {
			continue
		}
		c := &memory.Check{}
		e.nameInner(c, a, &e.out.Script.Calls[call])
		c.Key = redact.Clean(c.Key).Cut(command.MaxKey).String()
		e.count(c, a.check)
		list = append(list, c)
	}
	return list
}

// passedIn reports whether a check passed that the files of a command run. wentWell
// says that the command is known to have gone well.
func (e *examiner) passedIn(a checkCall, wentWell bool) bool {
	return !e.says(a.check, roleFail, roleNone) && !e.saysEmpty(a) && (e.says(a.check, rolePass) || wentWell && statusCounts(e.deep(), a.call))
}

// statusCounts reports whether a line of a file makes all fail if its call fails:
// nothing in the line hides it, and if a shell script goes on with the next line, it
// was told to stop.
func statusCounts(s *shell.Script, call int) bool {
	at := s.Calls[call].In
	i := slices.IndexFunc(s.Files, func(f shell.File) bool { return f.Path == at.Path })
	if i < 0 {
		return false
	}
	lines := strings.Split(s.Files[i].Text, "\n")
	if at.Line < 1 || at.Line > len(lines) {
		return false
	}
	line := strings.TrimSpace(lines[at.Line-1])
	if strings.Contains(line, "||") || strings.Contains(line, "|") || strings.HasPrefix(line, "-") || strings.HasPrefix(line, "@-") || strings.Contains(line, "; ") {
		return false
	}
	if !strings.HasPrefix(s.Files[i].Text, "#!") && !strings.HasSuffix(at.Path, ".sh") {
		return true // recipes stop at the first line that fails
	}
	for _, l := range lines[:at.Line] {
		if words := strings.Fields(l); len(words) > 1 && (words[0] == "set" || strings.HasPrefix(words[0], "#!")) && strings.HasPrefix(words[1], "-") && strings.Contains(words[1], "e") {
			return true
		}
	}
	return strings.TrimSpace(strings.Join(lines[at.Line:], "")) == ""
}
