package diagnose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The bounds on what is kept of a failure.
const (
	maxErrors    = 5
	maxErrorLine = 300 // bytes of an error's line
)

// Errors returns the errors in the output of a failed run, the most useful
// first: known errors, the first failure of the check, and lines that look
// like errors. It returns none for a successful run.
func (r *Reader) Errors(out *Output, c *memory.Check) []memory.Error {
	failing := c != nil && c.Failed
	if out.Exited && out.Exit == 0 && !failing {
		return nil
	}
	out, silent := out.orStatus()
	var list []memory.Error
	add := func(e memory.Error) {
		same := func(o memory.Error) bool { return o.Signature == e.Signature || o.Line == e.Line }
		if len(list) < maxErrors && e.Shape.Len() > 0 && !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	// What a failing test logs is rarely why it failed.
	first := failing && (c.Kind == "test" || c.Kind == "lint" || c.Kind == "format")
	if first {
		add(r.checkError(c))
	}
	known := r.knownErrors(out)
	for i, k := range known {
		if !slices.ContainsFunc(known[:i], k.repeats) {
			add(out.errorOf(k))
		}
	}
	if failing && !first {
		add(r.checkError(c))
	}
	// Without an exit code it is not known that the run failed: then only lines
	// that clearly are errors count.
	if text, some := out.Text.String(), len(list) > 0 || !out.Exited; len(list) < maxErrors && !silent {
		among := slices.DeleteFunc(r.linesWith(text, saysError, mayError), func(at span) bool {
			return slices.ContainsFunc(known, func(k knownError) bool { return k.at.from == at.from })
		})
		if !failing && out.showsData() { // the lines of a program that only prints what it is given
			among = slices.DeleteFunc(among, func(at span) bool { return !out.speaks(text[at.from:at.to]) })
			some = true
		}
		if told := slices.DeleteFunc(slices.Clone(among), func(at span) bool { return r.isVague(strings.TrimSpace(text[at.from:at.to])) }); len(told) > 0 || len(list) > 0 {
			among = told
		}
		for _, at := range errorLines(text, among, maxErrors-len(list), some) {
			e := out.errorAt("error", out.failedTool(c), at)
			e.Vague = r.isVague(strings.TrimSpace(e.Line.String()))
			add(e)
		}
	}
	r.explain(list, out)
	return list
}

// errorOf returns the error of a row.
func (out *Output) errorOf(k knownError) memory.Error {
	e := out.errorAt(k.fix.Class, "", k.at)
	e.Rule = k.fix.ID
	if isGeneral(strings.TrimSpace(e.Line.String())) && len(k.captures) > 0 { // what it is about stands below
		e.Line = redact.Clean(e.Line.String() + " " + strings.TrimSpace(k.captures[0].text)).Cut(maxErrorLine)
		e.Shape = redact.Clean(shape(e.Line.String()))
		e.Signature = memory.Signature(e.Class, e.Shape.String())
	}
	return e
}

// errorAt returns the error that a line of the output reports. The tool
// distinguishes messages that many programs share.
func (out *Output) errorAt(class, tool string, at span) memory.Error {
	line := out.Text.Sub(at.from, at.to).Cut(maxErrorLine)
	form := shape(line.String())
	if tool != "" && form != "" && !strings.HasPrefix(form, tool+":") {
		form = tool + ": " + form
	}
	text := redact.Clean(form)
	return memory.Error{Class: class, Signature: memory.Signature(class, text.String()), Line: line, Shape: text}
}

// checkError returns the first failure of a check: the test, and the line that
// says why it failed, if there is one.
func (r *Reader) checkError(c *memory.Check) memory.Error {
	form := c.Tool
	var first redact.Text
	if len(c.Tests) > 0 {
		form += ": " + c.Tests[0].Cut(maxShape/2).String()
		first = c.Tests[0]
	}
	at, why, vague := r.telling(c)
	if vague && len(c.Tests) > 0 {
		vague = false // the test tells
	} else if why || len(c.Tests) == 0 {
		first = c.Lines.Sub(at.from, at.to)
		if line := strings.TrimSpace(first.String()); isTimed(line) {
			first = redact.Clean(withoutTimes(line))
		}
		form += ": " + shape(first.String())
	}
	text := redact.Clean(form).Cut(2 * maxShape)
	return memory.Error{Class: c.Kind, Signature: memory.Signature(c.Kind, text.String()), Line: first.Cut(maxErrorLine), Shape: text, Vague: vague}
}

// telling returns the line of a failed check that tells what failed: the first that says
// why, else the first that names a file or a place, else the last. Headings, totals and
// what a runner says of the end are taken only where there is no other line: they are the
// same for any failure, and vague.
func (r *Reader) telling(c *memory.Check) (at span, why, vague bool) {
	said := c.Lines.String()
	var told, named []span
	places := locations(said)
	for at := range skim(said) {
		line := strings.TrimSpace(said[at.from:at.to])
		switch {
		case line == "", isHeading(line), isGeneral(line), len(c.Tests) > 0 && isLogged(line), strings.HasPrefix(line, "at "):
			continue
		case !r.isVague(line):
			told = append(told, at)
		}
		if inRecipe(line) {
			continue
		}
		if slices.ContainsFunc(places, func(l location) bool { return l.from == at.from }) ||
			slices.ContainsFunc(c.Files, func(f redact.Text) bool { return strings.Contains(line, f.String()) }) {
			named = append(named, at)
		}
	}
	if found := likelyLines(said, told); len(found) > 0 {
		return found[0], true, false
	}
	if len(named) > 0 {
		return named[0], false, false
	}
	for _, at := range slices.Backward(told) {
		if !isTimed(strings.TrimSpace(said[at.from:at.to])) {
			return at, false, false
		}
	}
	if len(told) > 0 {
		return told[len(told)-1], false, false
	}
	if found := errorLines(said, slices.Collect(skim(said)), 1, false); len(found) > 0 {
		return found[0], false, true
	}
	return span{}, false, true
}

// failedTool returns the name of what failed: the check, or the last program
// that does more than move or show text.
func (out *Output) failedTool(c *memory.Check) string {
	if c != nil {
		return c.Tool
	}
	if i := out.lastOwnCall(); i >= 0 {
		return out.Script.Calls[i].Program
	}
	return ""
}

// Silent begins the line that stands for the output of a command that failed and
// printed nothing; its exit code follows.
const Silent = "nothing but exit status "

// orStatus returns the output of a failed command. If it printed nothing, it returns one
// line with the exit code, because some known errors are recognised by that alone.
func (out *Output) orStatus() (o *Output, silent bool) {
	if !out.Exited || out.Exit == 0 || strings.TrimSpace(out.Text.String()) != "" {
		return out, false
	}
	alone := *out
	alone.Text = redact.Clean(Silent + strconv.Itoa(out.Exit))
	return &alone, true
}

// showsData reports whether all programs of a command only show what they are
// given, so that a line about an error is no error of theirs.
func (out *Output) showsData() bool {
	return out.Script != nil && len(out.Script.Calls) > 0 && out.lastOwnCall() < 0
}

// speaks reports whether a line comes from a program of the command, or from
// the shell.
func (out *Output) speaks(said string) bool {
	name := speaker(said)
	return isShellLine(said) || name != "" && slices.ContainsFunc(out.Script.Calls, func(c shell.Call) bool { return isAlias(c.Program, name) })
}
