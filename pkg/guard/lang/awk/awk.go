// Package awk reads awk programs for what they run, write and read outside of
// awk. It evaluates no pattern and no field.
package awk

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

var awk = lang.Syntax{
	Lang:     "awk",
	Line:     []string{"#"},
	Quotes:   []lang.Quote{{Open: `"`, Close: `"`, Escape: 'c'}},
	Keywords: []string{"print", "printf", "return", "if", "while", "for", "do", "else", "in"},
	Regex:    true,
	Newline:  true,
}

// Read lists what an awk program runs and writes: system, pipes, redirections.
func Read(src string) []lang.Step {
	a := &reader{Reader: lang.NewReader(&awk, src, nil)}
	for !a.Done() {
		a.step()
	}
	return a.Steps()
}

// reader walks the tokens of an awk program.
type reader struct {
	*lang.Reader
	prints bool       // in a print statement, where > and | redirect
	before lang.Value // the value that was read last
	from   int        // and where it starts
}

// step reads a value or one other token.
func (a *reader) step() {
	start := a.Pos()
	from := a.Token().From
	if v, ok := a.run(); ok {
		a.before, a.from = v, from
	}
	if a.Pos() > start {
		return
	}
	t := a.Token()
	a.Next()
	if t.Kind == lang.LineToken || t.Kind == lang.PunctToken && strings.Contains(";{}", t.Text) {
		a.prints = false
		return
	}
	switch t.Text {
	case ">", ">>":
		if a.prints {
			a.redirected(t)
		}
	case "|":
		a.piped(t)
	}
}

// redirected reads what follows > or >> in a print statement.
func (a *reader) redirected(t *lang.Token) {
	v, ok := a.run()
	if !ok || strings.HasPrefix(a.Arg(v).Text, "/dev/std") {
		return
	}
	words := []lang.Arg{{Text: "tee"}}
	if t.Text == ">>" {
		words = append(words, lang.Arg{Text: "-a"})
	}
	a.Argv(&lang.Call{Name: "print " + t.Text, From: t.From, To: a.End()}, append(words, a.Arg(v)))
}

// piped reads what follows | or |&: getline runs what stands before it, print
// runs what stands behind it.
func (a *reader) piped(t *lang.Token) {
	a.Accept("&")
	if a.IsName("getline") {
		a.Next()
		c := &lang.Call{Name: "getline", From: a.from, To: a.End()}
		v := a.before
		if a.network(c, v) {
			v = lang.Unknown("getline")
			v.Net = true
			a.assignNext(v.Tainted())
			return
		}
		a.ShellText(c, v)
		a.assignNext(lang.Unknown("getline"))
		return
	}
	if !a.prints {
		return
	}
	printed := a.before
	if v, ok := a.run(); ok {
		c := &lang.Call{Name: "print |", From: t.From, To: a.End()}
		switch strings.TrimSpace(a.Arg(v).Text) {
		case "sh", "bash", "/bin/sh", "/bin/bash", "sh -e", "sh -x", "bash -e", "bash -x":
			a.ShellText(c, printed)
			return
		}
		if !a.network(c, v) {
			a.ShellText(c, v)
		}
	}
}

// assignNext binds the variable that getline reads into.
func (a *reader) assignNext(v lang.Value) {
	if t := a.Token(); t.Kind == lang.NameToken {
		a.Bind(t.Text, v)
		a.Next()
	}
}

// network notes gawk's /inet/ connections.
func (a *reader) network(c *lang.Call, v lang.Value) bool {
	x := a.Arg(v)
	if !strings.HasPrefix(x.Text, "/inet") {
		return false
	}
	a.Connect(c, x)
	return true
}

// run reads a run of values side by side, which awk joins.
func (a *reader) run() (lang.Value, bool) {
	out, any := lang.Lit(""), false
	for !a.Done() {
		v, ok := a.value()
		if !ok {
			break
		}
		if any {
			v = a.Both(out, v, lang.Join)
		}
		out, any = v, true
	}
	return out, any
}

func (a *reader) value() (lang.Value, bool) {
	t := a.Token()
	a.MustEnter() // a=a=a=
	defer a.Leave()
	switch t.Kind {
	case lang.StringToken:
		a.Next()
		return a.Str(t), true
	case lang.NumberToken:
		a.Next()
		return lang.Lit(t.Text), true
	case lang.NameToken:
		return a.name(t)
	case lang.PunctToken:
		switch t.Text {
		case "(":
			return a.parenthesis(), true
		case "$":
			a.Next()
			if a.Token().Kind == lang.NameToken || a.Token().Kind == lang.NumberToken {
				a.Next()
			} else if a.Is("(") {
				a.parenthesis()
			}
			return a.Opaque(t.From), true
		}
	}
	return lang.Value{}, false
}

func (a *reader) name(t *lang.Token) (lang.Value, bool) {
	a.Next()
	switch {
	case t.Text == "print" || t.Text == "printf":
		a.prints = true
		return lang.Value{}, false
	case slices.Contains(awk.Keywords, t.Text):
		return lang.Value{}, false
	case t.Text == "function" || t.Text == "func":
		for a.Token().Kind == lang.NameToken {
			a.Next()
		}
		return lang.Value{}, false
	case t.Text == "getline":
		a.getline(t)
		return lang.Value{}, false
	case a.Is("("):
		v := a.parenthesis()
		c := &lang.Call{Name: t.Text, From: t.From, To: a.End()}
		if t.Text == "system" {
			a.ShellText(c, v)
		}
		return a.Opaque(t.From, v), true
	case t.Text == "ENVIRON" && a.Is("["):
		return a.environ(), true
	case a.Accept("="):
		v, _ := a.run()
		a.Bind(t.Text, v)
		return v, true
	}
	if v, bound := a.Lookup(t.Text); bound {
		return v, true
	}
	return lang.Unknown(t.Text), true
}

// environ reads a variable of the environment, ENVIRON["HOME"], whose name was read.
func (a *reader) environ() lang.Value {
	end := a.Closing()
	a.Next()
	v, _ := a.run()
	for !a.Done() && a.Pos() < end {
		a.Next()
	}
	a.Accept("]")
	if !v.Known() {
		return lang.Unknown("ENVIRON")
	}
	return lang.Environ(v.Arg.Text)
}

// getline reads "getline x < file".
func (a *reader) getline(t *lang.Token) {
	a.assignNext(lang.Unknown("getline"))
	if !a.Accept("<") {
		return
	}
	if v, ok := a.value(); ok {
		a.Argv(&lang.Call{Name: "getline <", From: t.From, To: a.End()}, []lang.Arg{{Text: "cat"}, a.Arg(v)})
	}
}

// parenthesis reads ( .. ), the value of which is the last one in it.
func (a *reader) parenthesis() lang.Value {
	end := a.Closing()
	from := a.Token().From
	a.Next()
	a.MustEnter()
	prints, before, start := a.prints, a.before, a.from
	a.prints = false
	a.before = lang.Unknown("")
	for !a.Done() && a.Pos() < end {
		a.step()
	}
	v := a.before
	a.prints, a.before, a.from = prints, before, start
	a.Leave()
	a.Accept(")")
	if v.Shape == lang.OpaqueShape {
		v = a.Opaque(from, v)
	}
	return v
}
