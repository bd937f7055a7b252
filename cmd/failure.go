package cmd

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// This file shows what went wrong in a command, and the fixes.

// diagnosisView shows a diagnosis. Scripts build on its keys.
type diagnosisView struct {
	Check  *checkView  `json:"check"`
	Errors []errorView `json:"errors"`
	Fixes  []fixView   `json:"fixes"`
}

func newDiagnosisView(d *journal.Diagnosis) diagnosisView {
	v := diagnosisView{Check: newCheckView(d.Check), Errors: newErrorViews(d.Errors), Fixes: make([]fixView, len(d.Fixes))}
	for i := range d.Fixes {
		v.Fixes[i] = newFixView(&d.Fixes[i])
	}
	return v
}

// row leaves out what the rows of diagnose --jsonl do not have.
func (v diagnosisView) row() diagnosisView {
	if v.Check != nil {
		v.Check.Lines = ""
	}
	for i := range v.Errors {
		v.Errors[i].Rule, v.Errors[i].Line = "", ""
	}
	for i := range v.Fixes {
		v.Fixes[i].Rule, v.Fixes[i].Lesson = "", ""
	}
	return v
}

// print shows the check first, then the errors, then the fixes, the surest
// first.
func (v *diagnosisView) print(e *Env) {
	check := v.Check
	if check != nil && check.Kind == memory.CheckRun && !check.Failed {
		check = nil // a script that ends well has verified nothing
	}
	if check == nil && len(v.Errors) == 0 {
		e.printf("no known error\n")
	}
	parts := 0
	next := func() {
		if parts++; parts > 1 {
			e.printf("\n")
		}
	}
	if check != nil {
		next()
		check.print(e)
	}
	if list := unexplained(check, v.Errors); len(list) > 0 {
		next()
		printErrors(e, list)
	}
	for i := range v.Fixes {
		next()
		v.Fixes[i].print(e)
	}
}

// checkView shows the outcome of a check.
type checkView struct {
	Tool   string   `json:"tool"`
	Failed bool     `json:"failed"`
	Masked bool     `json:"masked"`
	Tests  []string `json:"tests"`
	Files  []string `json:"files"`
	Kind   string   `json:"kind,omitempty"`
	Lines  string   `json:"lines,omitempty"`
}

func newCheckView(c *memory.Check) *checkView {
	if c == nil {
		return nil
	}
	return &checkView{
		Tool: c.Tool, Failed: c.Failed, Masked: c.Masked, Tests: plainStrings(c.Tests), Files: plainStrings(c.Files),
		Kind: c.Kind, Lines: c.Lines.String(),
	}
}

func (v *checkView) print(e *Env) {
	if !v.Failed {
		e.printf("%s: %s\n", e.paint(green, "passed"), display.Plain(v.Tool))
		return
	}
	e.printf("%s: %s\n", e.paint(red, "failed"), display.Plain(v.Tool)+failedTests(len(v.Tests)))
	e.printIndented(lines(v.Lines)...)
	e.printField("tests", few(v.Tests)...)
	e.printField("files", few(v.Files)...)
	if v.Masked {
		e.printField("exit", wrap("0, although the check failed: the command hides it")...)
	}
}

func failedTests(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + display.Counted(n, "test")
}

// errorView shows an error.
type errorView struct {
	Class     string `json:"class"`
	Signature string `json:"signature"`
	Rule      string `json:"rule,omitempty"`
	Line      string `json:"line,omitempty"`
}

func newErrorViews(list []memory.Error) []errorView {
	views := make([]errorView, len(list))
	for i := range list {
		views[i] = errorView{list[i].Class, list[i].Signature, list[i].Rule, list[i].Line.String()}
	}
	return views
}

// unexplained leaves out the errors that say no more than the lines of a
// failing check do.
func unexplained(c *checkView, list []errorView) []errorView {
	if c == nil || !c.Failed {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r errorView) bool { return r.Rule == "" })
}

func printErrors(e *Env, list []errorView) {
	for i := range list {
		e.printf("%s: %s\n    %s\n", e.paint(red, "error"), display.Plain(list[i].Class), display.Plain(firstLine(list[i].Line)))
	}
}

// fixView shows a fix.
type fixView struct {
	Command *string          `json:"command"`
	Text    string           `json:"text"`
	Source  memory.FixSource `json:"source"`
	Safe    bool             `json:"safe"`
	Rule    string           `json:"rule,omitempty"`
	Lesson  string           `json:"lesson,omitempty"`
}

func newFixView(f *memory.Fix) fixView {
	v := fixView{Text: f.Text.String(), Source: f.Source, Safe: f.Safe, Rule: f.Rule, Lesson: f.Lesson}
	if f.Command.Len() > 0 {
		v.Command = new(f.Command.String())
	}
	return v
}

func (v *fixView) print(e *Env) {
	e.printf("%s: %s\n", e.paint(green, "fix"), display.Plain(v.sourceWords()))
	if v.Command != nil {
		e.printIndented(lines(*v.Command)...)
	}
	for _, l := range wrap(v.Text) {
		e.printf("  %s\n", display.Plain(l))
	}
	if v.Command != nil && !v.Safe {
		e.printField("advice", "check it before you run it; agents are told to ask")
	}
}

// sourceWords says where a fix comes from.
func (v *fixView) sourceWords() string {
	switch v.Source {
	case memory.SourceHistory:
		return "worked here, " + v.Lesson
	case memory.SourceTool:
		return "the tool says so"
	case memory.SourceRecall:
		return "a similar command worked here"
	}
	return v.Rule
}

func plainStrings(list []redact.Text) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].String()
	}
	return out
}
