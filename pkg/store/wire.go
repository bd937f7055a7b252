package store

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// This file is how what is remembered looks as JSON: in the spool, in an
// export, and in the columns of the database that hold a list.

// text is redact.Text as JSON. What is read is masked again: a file can be
// changed by others.
type text struct{ redact.Text }

func (t text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

func (t *text) UnmarshalText(data []byte) error {
	t.Text = redact.Clean(string(data))
	return nil
}

func (t text) IsZero() bool { return t.Len() == 0 }

func toTexts(list []redact.Text) []text {
	texts := make([]text, len(list))
	for i, t := range list {
		texts[i] = text{t}
	}
	return texts
}

func fromTexts(list []text) []redact.Text {
	if len(list) == 0 {
		return nil
	}
	texts := make([]redact.Text, len(list))
	for i, t := range list {
		texts[i] = t.Text
	}
	return texts
}

type wireRun struct {
	ID       string        `json:"id"`
	Start    time.Time     `json:"start"`
	Took     time.Duration `json:"took_ns,omitempty"`
	Session  string        `json:"session,omitempty"`
	Project  string        `json:"project,omitempty"`
	Cwd      string        `json:"cwd,omitempty"`
	Agent    string        `json:"agent,omitempty"`
	Call     string        `json:"call,omitempty"`
	Subagent string        `json:"subagent,omitempty"`
	Command  text          `json:"command,omitzero"`
	Template text          `json:"template,omitzero"`
	Outcome  string        `json:"outcome"`
	Exit     *int          `json:"exit,omitempty"`
	Output   text          `json:"output,omitzero"`
	Errors   []wireError   `json:"errors,omitempty"`
	Check    *wireCheck    `json:"check,omitempty"`
}

type wireError struct {
	Class     string `json:"class,omitempty"`
	Rule      string `json:"rule,omitempty"`
	Signature string `json:"signature,omitempty"`
	Line      text   `json:"line,omitzero"`
	Shape     text   `json:"shape,omitzero"`
}

type wireCheck struct {
	Tool   string `json:"tool,omitempty"`
	Kind   string `json:"kind,omitempty"`
	Key    string `json:"key,omitempty"`
	All    bool   `json:"all,omitempty"`
	Failed bool   `json:"failed,omitempty"`
	Masked bool   `json:"masked,omitempty"`
	Tests  []text `json:"tests,omitempty"`
	Files  []text `json:"files,omitempty"`
	Lines  text   `json:"lines,omitzero"`
}

func toRun(r *memory.Run) *wireRun {
	w := &wireRun{
		ID: r.ID, Start: r.Start, Took: r.Duration, Session: clean(r.Session), Project: clean(r.Project), Cwd: clean(r.Cwd), Agent: clean(r.Agent),
		Call: clean(r.Call), Subagent: clean(r.Subagent), Command: text{r.Command}, Template: text{r.Template}, Outcome: r.Outcome.String(), Output: text{r.Output},
		Errors: toErrors(r.Errors), Check: toCheck(r.Check),
	}
	if r.Exited {
		w.Exit = &r.Exit
	}
	return w
}

func (w *wireRun) run() *memory.Run {
	r := &memory.Run{
		ID: w.ID, Start: w.Start, Duration: w.Took, Session: w.Session, Project: w.Project, Cwd: w.Cwd, Agent: w.Agent, Call: w.Call, Subagent: w.Subagent,
		Command: w.Command.Text, Template: w.Template.Text, Output: w.Output.Text, Errors: fromErrors(w.Errors), Check: w.Check.check(),
	}
	r.Outcome, _ = memory.ParseOutcome(w.Outcome)
	if w.Exit != nil {
		r.Exit, r.Exited = *w.Exit, true
	}
	return r
}

func toErrors(list []memory.Error) []wireError {
	errors := make([]wireError, len(list))
	for i, e := range list {
		errors[i] = wireError{e.Class, e.Rule, e.Signature, text{e.Line}, text{e.Shape}}
	}
	return errors
}

func fromErrors(list []wireError) []memory.Error {
	if len(list) == 0 {
		return nil
	}
	errors := make([]memory.Error, len(list))
	for i, e := range list {
		errors[i] = memory.Error{Class: e.Class, Rule: e.Rule, Signature: e.Signature, Line: e.Line.Text, Shape: e.Shape.Text}
	}
	return errors
}

func toCheck(c *memory.Check) *wireCheck {
	if c == nil {
		return nil
	}
	return &wireCheck{c.Tool, c.Kind, c.Key, c.All, c.Failed, c.Masked, toTexts(c.Tests), toTexts(c.Files), text{c.Lines}}
}

func (w *wireCheck) check() *memory.Check {
	if w == nil {
		return nil
	}
	return &memory.Check{
		Tool: w.Tool, Kind: w.Kind, Key: w.Key, All: w.All, Failed: w.Failed, Masked: w.Masked,
		Tests: fromTexts(w.Tests), Files: fromTexts(w.Files), Lines: w.Lines.Text,
	}
}

// The columns that hold JSON. None is made for nothing, and what cannot be
// read any more is nothing.

func encodeErrors(list []memory.Error) string {
	if len(list) == 0 {
		return ""
	}
	return string(protocol.AppendList(nil, toErrors(list), appendError))
}

func decodeErrors(column string) []memory.Error {
	var list []wireError
	if column == "" || json.Unmarshal([]byte(column), &list) != nil {
		return nil
	}
	return fromErrors(list)
}

func encodeCheck(c *memory.Check) string {
	if c == nil {
		return ""
	}
	return string(toCheck(c).append(nil))
}

func decodeCheck(column string) *memory.Check {
	var w wireCheck
	if column == "" || json.Unmarshal([]byte(column), &w) != nil {
		return nil
	}
	return w.check()
}

type wireDeed struct {
	Text text `json:"text"`
	Edit bool `json:"edit,omitempty"`
}

func toDeeds(list []memory.Step) []wireDeed {
	deeds := make([]wireDeed, len(list))
	for i, d := range list {
		deeds[i] = wireDeed{text{d.Text}, d.Edit}
	}
	return deeds
}

func fromDeeds(list []wireDeed) []memory.Step {
	if len(list) == 0 {
		return nil
	}
	deeds := make([]memory.Step, len(list))
	for i, d := range list {
		deeds[i] = memory.Step{Text: d.Text.Text, Edit: d.Edit}
	}
	return deeds
}

func encodeDeeds(list []memory.Step) string {
	if len(list) == 0 {
		return ""
	}
	return string(protocol.AppendList(nil, toDeeds(list), appendDeed))
}

func decodeDeeds(column string) []memory.Step {
	var list []wireDeed
	if column == "" || json.Unmarshal([]byte(column), &list) != nil {
		return nil
	}
	return fromDeeds(list)
}

// encode writes a value as one line without its end, for people to read, too.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
