package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// The bounds on what is kept of a failure.
const (
	maxErrors    = 5
	maxErrorLine = 300 // bytes of the line that says it
)

// Errors lists the errors that the output of a failed run shows, the most
// telling first: those that are known, the first failure of the check, and
// the lines that look like errors. Of a run that went well it lists none.
func (r *Reader) Errors(out *Output, c *memory.Check) []memory.Error {
	failing := c != nil && c.Failed
	if out.Exited && out.Exit == 0 && !failing {
		return nil
	}
	var list []memory.Error
	add := func(e memory.Error) {
		same := func(o memory.Error) bool { return o.Signature == e.Signature || o.Line == e.Line }
		if len(list) < maxErrors && e.Shape.Len() > 0 && !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	// What failing tests print on their way is rarely why they fail.
	first := failing && (c.Kind == "test" || c.Kind == "lint" || c.Kind == "format")
	if first {
		add(checkError(c))
	}
	for _, k := range r.knownErrors(out) {
		add(out.errorOf(k))
	}
	if failing && !first {
		add(checkError(c))
	}
	// That a run failed is not known without its status: then only what says
	// so outright counts, too.
	if text, known := out.Text.String(), len(list) > 0 || !out.Exited; len(list) < maxErrors {
		for _, at := range errorLines(text, r.linesWith(text, saysError, mayError), maxErrors-len(list), known) {
			add(out.errorAt("error", out.failedTool(c), at))
		}
	}
	return list
}

// errorOf is an error of a row.
func (out *Output) errorOf(k knownError) memory.Error {
	e := out.errorAt(k.fix.Class, "", k.at)
	e.Rule = k.fix.ID
	return e
}

// errorAt is the error that a line of the output says. The tool tells apart
// what many programs say in the same words.
func (out *Output) errorAt(class, tool string, at span) memory.Error {
	line := out.Text.Sub(at.from, at.to).Cut(maxErrorLine)
	form := shape(line.String())
	if tool != "" && form != "" && !strings.HasPrefix(form, tool+":") {
		form = tool + ": " + form
	}
	text := redact.Clean(form)
	return memory.Error{Class: class, Signature: memory.Signature(class, text.String()), Line: line, Shape: text}
}

// checkError is the first failure of a check: the test that failed, and the line
// that says why where one does.
func checkError(c *memory.Check) memory.Error {
	said := c.Lines.String()
	form := c.Tool
	var first redact.Text
	if len(c.Tests) > 0 {
		form += ": " + c.Tests[0].Cut(maxShape/2).String()
		first = c.Tests[0]
	}
	// Without a test the last line will do, where no line looks like an error.
	if found := errorLines(said, slices.Collect(skim(said)), 1, false); len(found) > 0 {
		at := found[0]
		if errorLikelihood(strings.TrimSpace(said[at.from:at.to])) > 0 || len(c.Tests) == 0 {
			first = c.Lines.Sub(at.from, at.to)
			form += ": " + shape(first.String())
		}
	}
	text := redact.Clean(form).Cut(2 * maxShape)
	return memory.Error{Class: c.Kind, Signature: memory.Signature(c.Kind, text.String()), Line: first.Cut(maxErrorLine), Shape: text}
}

// failedTool names what failed: the check, or the last program that does not only
// move or show text.
func (out *Output) failedTool(c *memory.Check) string {
	if c != nil {
		return c.Tool
	}
	if i := out.lastOwnCall(); i >= 0 {
		return out.Script.Calls[i].Program
	}
	return ""
}
