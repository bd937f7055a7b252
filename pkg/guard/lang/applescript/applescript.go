// Package applescript reads AppleScript for the commands it runs and the files
// it has the Finder delete. Other applications are not looked at.
package applescript

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

var applescript = lang.Syntax{
	Lang:    "applescript",
	Line:    []string{"--", "#"},
	Block:   [][2]string{{"(*", "*)"}},
	Quotes:  []lang.Quote{{Open: `"`, Close: `"`, Escape: 'c'}},
	Newline: true,
}

// Read lists the shell text that AppleScript runs, and what it tells the Finder
// and the system to do.
func Read(src string) []lang.Step {
	a := &reader{lang.NewReader(&applescript, src, nil)}
	for !a.Done() {
		start := a.Pos()
		a.step()
		if a.Pos() == start {
			a.Next()
		}
	}
	return a.Steps()
}

type reader struct{ *lang.Reader }

// phrase accepts words in a row, in any case.
func (a *reader) phrase(words ...string) bool {
	for i, w := range words {
		if t := a.Peek(i); t.Kind != lang.NameToken || !strings.EqualFold(t.Text, w) {
			return false
		}
	}
	a.Skip(len(words))
	return true
}

func (a *reader) step() {
	from := a.Token().From
	switch {
	case a.phrase("do", "shell", "script"):
		v := a.text()
		c := &lang.Call{Name: "do shell script", From: from, To: a.End()}
		if a.phrase("with", "administrator", "privileges") {
			c.To = a.End()
			a.Argv(c, []lang.Arg{{Text: "sudo"}, {Text: "sh"}, {Text: "-c"}, a.Arg(v)})
			return
		}
		a.ShellText(c, v)
	case a.phrase("do", "script"):
		v := a.text()
		a.ShellText(&lang.Call{Name: "do script", From: from, To: a.End()}, v)
	case a.phrase("set"):
		a.set()
	case a.phrase("empty", "trash"), a.phrase("empty", "the", "trash"):
		trash := lang.Join(lang.Home().Arg, lang.Arg{Text: "/.Trash"})
		a.Argv(&lang.Call{Name: "empty trash", From: from, To: a.End()}, []lang.Arg{{Text: "rm"}, {Text: "-r"}, trash})
	case a.phrase("delete"):
		a.remove(from)
	case a.phrase("shut", "down"):
		a.Argv(&lang.Call{Name: "shut down", From: from, To: a.End()}, []lang.Arg{{Text: "shutdown"}, {Text: "-h"}, {Text: "now"}})
	case a.phrase("restart"):
		a.Argv(&lang.Call{Name: "restart", From: from, To: a.End()}, []lang.Arg{{Text: "shutdown"}, {Text: "-r"}, {Text: "now"}})
	}
}

// set reads "set NAME to VALUE".
func (a *reader) set() {
	t := a.Token()
	if t.Kind != lang.NameToken {
		return
	}
	a.Next()
	if a.phrase("to") {
		if a.Token().Kind != lang.StringToken && a.Peek(1).Text != "&" {
			return // perhaps a command, to be read as one
		}
		a.Bind(lang.Lower(t.Text), a.text())
	}
}

// text reads values joined by &.
func (a *reader) text() lang.Value {
	out := a.value()
	for a.Accept("&") {
		out = a.Both(out, a.value(), lang.Join)
	}
	return out
}

func (a *reader) value() lang.Value {
	a.Accept("(")
	t := a.Token()
	switch {
	case t.Kind == lang.StringToken:
		a.Next()
		v := a.Str(t)
		a.Accept(")")
		return v
	case a.phrase("quoted", "form", "of"), a.phrase("POSIX", "path", "of"), a.phrase("POSIX", "file"):
		v := a.text()
		a.Accept(")")
		return v
	case t.Kind == lang.NameToken:
		a.Next()
		v, bound := a.Lookup(lang.Lower(t.Text))
		if !bound {
			v = lang.Unknown(t.Text)
		}
		a.Accept(")")
		return v
	}
	return lang.Unknown("value")
}

// remove reads what Finder is told to delete, which goes to the trash.
func (a *reader) remove(from int) {
	for !a.Done() && a.Token().Kind == lang.NameToken && !a.phrase("POSIX", "file") {
		switch lang.Lower(a.Token().Text) {
		case "every", "item", "items", "of", "the", "file", "folder", "files", "folders", "alias", "disk":
			a.Next()
			continue
		}
		break
	}
	a.Accept("(")
	a.phrase("POSIX", "file")
	var target lang.Arg
	switch t := a.Token(); t.Kind {
	case lang.StringToken, lang.NameToken:
		target = a.Arg(a.text())
	default:
		target = lang.Unknown("items").Arg
	}
	trash := lang.Join(lang.Home().Arg, lang.Arg{Text: "/.Trash"})
	a.Argv(&lang.Call{Name: "delete", From: from, To: a.End()}, []lang.Arg{{Text: "mv"}, target, trash})
}
