package cmd

import (
	"fmt"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// This file shows what goes wrong in commands, and the ways out: as JSON and
// to people.

// checkRow is a verification as JSON. The fields after Files are left out of
// the rows of diagnose --jsonl; so are those of errors and fixes that may be
// left out.
type checkRow struct {
	Tool   string   `json:"tool"`
	Failed bool     `json:"failed"`
	Masked bool     `json:"masked"`
	Tests  []string `json:"tests"`
	Files  []string `json:"files"`
	Kind   string   `json:"kind,omitempty"`
	Lines  string   `json:"lines,omitempty"`
}

type errorRow struct {
	Class     string `json:"class"`
	Signature string `json:"signature"`
	Rule      string `json:"rule,omitempty"`
	Line      string `json:"line,omitempty"`
}

type fixRow struct {
	Command *string          `json:"command"`
	Text    string           `json:"text"`
	Source  memory.FixSource `json:"source"`
	Safe    bool             `json:"safe"`
	Rule    string           `json:"rule,omitempty"`
	Lesson  string           `json:"lesson,omitempty"`
}

func checkJSON(c *memory.Check, whole bool) *checkRow {
	if c == nil {
		return nil
	}
	row := &checkRow{Tool: c.Tool, Failed: c.Failed, Masked: c.Masked, Tests: plainStrings(c.Tests), Files: plainStrings(c.Files)}
	if whole {
		row.Kind, row.Lines = c.Kind, c.Lines.String()
	}
	return row
}

func errorsJSON(list []memory.Error, whole bool) []errorRow {
	rows := make([]errorRow, len(list))
	for i := range list {
		rows[i] = errorRow{Class: list[i].Class, Signature: list[i].Signature}
		if whole {
			rows[i].Rule, rows[i].Line = list[i].Rule, list[i].Line.String()
		}
	}
	return rows
}

func fixesJSON(list []memory.Fix, whole bool) []fixRow {
	rows := make([]fixRow, len(list))
	for i := range list {
		f := &list[i]
		rows[i] = fixRow{Text: f.Text.String(), Source: f.Source, Safe: f.Safe}
		if f.Command.Len() > 0 {
			command := f.Command.String()
			rows[i].Command = &command
		}
		if whole {
			rows[i].Rule, rows[i].Lesson = f.Rule, f.Lesson
		}
	}
	return rows
}

func plainStrings(list []redact.Text) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].String()
	}
	return out
}

// printCheck shows the outcome of a verification.
func (e *Env) printCheck(c *memory.Check) {
	if !c.Failed {
		e.printf("%s: %s\n", e.paint(e.Stdout, green, "passed"), display.Plain(c.Tool))
		return
	}
	e.printf("%s: %s\n", e.paint(e.Stdout, red, "failed"), display.Plain(c.Tool)+failedTests(len(c.Tests)))
	for _, l := range lines(c.Lines) {
		e.printf("    %s\n", display.Plain(l))
	}
	e.printField("tests", few(plainStrings(c.Tests)))
	e.printField("files", few(plainStrings(c.Files)))
	if c.Masked {
		e.printField("exit", wrap("0 all the same: a part of the command hides what the check said"))
	}
}

func failedTests(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", 1 test"
	}
	return fmt.Sprintf(", %d tests", n)
}

// besides leaves out of the errors those that say of a failing check no more
// than its lines.
func besides(c *memory.Check, list []memory.Error) []memory.Error {
	if c == nil || !c.Failed {
		return list
	}
	var more []memory.Error
	for i := range list {
		if list[i].Rule != "" {
			more = append(more, list[i])
		}
	}
	return more
}

// printErrors shows the lines that say what is wrong.
func (e *Env) printErrors(list []memory.Error) {
	for i := range list {
		r := &list[i]
		e.printf("%s: %s\n    %s\n", e.paint(e.Stdout, red, "error"), display.Plain(r.Class), display.Plain(firstLine(r.Line.String())))
	}
}

// sourceWords says where a fix comes from.
func sourceWords(f *memory.Fix) string {
	switch f.Source {
	case memory.SourceHistory:
		return "it worked here, " + f.Lesson
	case memory.SourceTool:
		return "the tool says so"
	case memory.SourceRecall:
		return "worded alike, and worked here"
	}
	return f.Rule
}

// printFix shows a way out.
func (e *Env) printFix(f *memory.Fix) {
	e.printf("%s: %s\n", e.paint(e.Stdout, green, "fix"), display.Plain(sourceWords(f)))
	for _, l := range lines(f.Command) {
		e.printf("    %s\n", display.Plain(l))
	}
	for _, l := range wrap(f.Text.String()) {
		e.printf("  %s\n", display.Plain(l))
	}
	if f.Command.Len() > 0 && !f.Safe {
		e.printField("advice", []string{"look before you run it; an agent is not told to"})
	}
}

// few is a list that a person reads: its first items, and how many more.
func few(list []string) []string {
	const most = 12
	if len(list) <= most+1 {
		return list
	}
	return append(list[:most:most], fmt.Sprintf("and %d more", len(list)-most))
}

func lines(t redact.Text) []string {
	if t.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimRight(t.String(), "\n"), "\n")
}
