package cmd

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// explanation shows how a command is understood, step by step: as JSON, and
// as a tree.
type explanation struct {
	Command  string        `json:"command"`
	Problems []problemView `json:"problems,omitempty"`
	Calls    []callView    `json:"calls"`
	Unread   []unreadView  `json:"unread,omitempty"` // files that the command runs and that were not followed to their end
	Verdict  *verdictView  `json:"verdict"`
}

type problemView struct {
	Kind string `json:"kind"`
	Say  string `json:"say"`
	Span [2]int `json:"span"`
}

// unreadView is a file that a command runs, and why it was not followed to its end.
type unreadView struct {
	File string `json:"file"`
	Why  string `json:"why"`
	Call int    `json:"call"` // index of the call that runs it
}

type callView struct {
	Via      int          `json:"via"` // index of the call it is nested in, -1 none
	Span     [2]int       `json:"span"`
	File     string       `json:"file,omitempty"` // that the command runs and the call stands in, on this line
	Line     int          `json:"line,omitempty"`
	Program  string       `json:"program"`
	Argv     []string     `json:"argv"`
	Assigns  []string     `json:"assigns,omitempty"`
	Redirs   []string     `json:"redirects,omitempty"`
	Type     string       `json:"type"`
	Model    string       `json:"model,omitempty"`
	Language string       `json:"language,omitempty"`
	Wrappers []string     `json:"wrappers,omitempty"`
	Where    string       `json:"where"`
	Cwd      string       `json:"cwd,omitempty"`
	CwdElse  *string      `json:"cwd_else,omitempty"` // where it runs if a cd before it fails
	Stdin    string       `json:"stdin,omitempty"`
	When     []string     `json:"when,omitempty"`
	Effects  []effectView `json:"effects,omitempty"`
	Findings []int        `json:"findings,omitempty"` // indices into the verdict's
}

type effectView struct {
	Kind      rule.EffectKind `json:"kind"`
	Target    string          `json:"target,omitempty"`
	Classes   []string        `json:"classes,omitempty"`
	Recursive bool            `json:"recursive,omitempty"`
	Force     bool            `json:"force,omitempty"`
	All       bool            `json:"all,omitempty"`
	What      string          `json:"what,omitempty"`
	From      []string        `json:"from,omitempty"`
}

// explained takes a verdict apart into the steps that led to it.
func (j *checker) explained(text string, v *safety.Verdict) explanation {
	x := explanation{Command: text, Verdict: newVerdictView(v, j.facts != nil), Calls: []callView{}}
	x.Verdict.late, x.Verdict.Session = j.late, j.session()
	x.Verdict.setPacks(j.user)
	for _, p := range v.Script.Problems {
		x.Problems = append(x.Problems, problemView{p.Kind, p.Say, [2]int{p.Span.From, p.Span.To}})
	}
	for i := range v.Script.Calls {
		x.Calls = append(x.Calls, j.callView(v.Script, i))
	}
	for _, f := range v.Script.Files {
		if f.Unread.Reason != unread.No {
			x.Unread = append(x.Unread, unreadView{f.Path, f.Unread.String(), f.Call})
		}
	}
	for i, f := range v.Findings {
		if f.Call >= 0 {
			c := &x.Calls[f.Call]
			c.Findings = append(c.Findings, i)
		}
	}
	return x
}

func (j *checker) callView(s *shell.Script, i int) callView {
	c := &s.Calls[i]
	row := callView{
		Via: c.Via, Span: [2]int{c.Span.From, c.Span.To}, Program: c.Program, Argv: wordsOf(c),
		Type: safety.CommandType(c, j.engine.Custom), Language: c.Code, Wrappers: c.Wrappers,
		Where: c.Where, Cwd: c.Cwd.Path.String(), Stdin: stdinWords(c), When: whenRuns(c),
	}
	if c.Where == "" {
		row.Where = "here"
	}
	if c.In != nil {
		row.File, row.Line = c.In.Name, c.In.Line
	}
	if c.Model != nil {
		row.Model = c.Model.Names[0]
	}
	if c.Cwd.Else != nil {
		other := c.Cwd.Else.String()
		row.CwdElse = &other
	}
	for _, a := range c.Assigns {
		row.Assigns = append(row.Assigns, a.Name+"="+shownWord(a.Value))
	}
	for _, r := range c.Redirs {
		row.Redirs = append(row.Redirs, r.Fd+r.Op+" "+shownWord(r.Word))
	}
	for _, e := range effect.Of(s, i, j.at) {
		row.Effects = append(row.Effects, newEffectView(&e))
	}
	return row
}

func newEffectView(e *effect.Effect) effectView {
	row := effectView{
		Kind: e.Kind, Classes: e.Class.Names(), Recursive: e.Recursive, Force: e.Force, All: e.All, What: e.What,
	}
	if e.Target != nil {
		if row.Target = shownWord(*e.Target); len(e.Target.Parts) == 0 {
			row.Target = "." // the directory it runs in
		}
	}
	for _, from := range rule.Provenances {
		if e.From.Has(from) {
			row.From = append(row.From, from)
		}
	}
	return row
}

// shownWord is a word as one would type it where all of it is known; what is
// not known stands there as the expression it comes from.
func shownWord(w shell.Word) string {
	if s, ok := w.Literal(); ok {
		return shell.Quote(s)
	}
	return w.String()
}

// stdinWords says where a call reads from, unless that is nothing special.
func stdinWords(c *shell.Call) string {
	switch c.Stdin.Kind {
	case shell.SourcePipe:
		return "a pipe"
	case shell.SourceText:
		return "text in the command"
	case shell.SourceFile:
		return "the file " + shownWord(c.Stdin.Text)
	}
	return ""
}

// whenRuns says under what condition a call runs.
func whenRuns(c *shell.Call) []string {
	var out []string
	if c.Loop {
		out = append(out, "in a loop")
	}
	if c.Spawn {
		out = append(out, "in the background")
	}
	if c.Late {
		out = append(out, "only when called")
	}
	return out
}

// commandLine is a call as one would type it.
func (c *callView) commandLine() string {
	words := append(append([]string{}, c.Assigns...), c.Argv...)
	return strings.Join(append(words, c.Redirs...), " ")
}
