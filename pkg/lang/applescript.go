package lang

import "strings"

var applescript = Syntax{
	Lang:    "applescript",
	Line:    []string{"--", "#"},
	Block:   [][2]string{{"(*", "*)"}},
	Quotes:  []Quote{{Open: `"`, Close: `"`, Escape: 'c'}},
	Newline: true,
}

// readAppleScript reads AppleScript for the shell text it runs and for what
// it tells the Finder and the system to do.
func readAppleScript(src string) []Step {
	a := &scptReader{NewReader(&applescript, src)}
	for !a.Done() {
		start := a.pos
		a.step()
		if a.pos == start {
			a.pos++
		}
	}
	return a.Found
}

type scptReader struct{ *Reader }

// phrase accepts words in a row, in any case.
func (a *scptReader) phrase(words ...string) bool {
	for i, w := range words {
		if t := a.Peek(i); t.Kind != NameToken || !strings.EqualFold(t.Text, w) {
			return false
		}
	}
	a.pos += len(words)
	return true
}

func (a *scptReader) step() {
	from := a.Token().From
	switch {
	case a.phrase("do", "shell", "script"):
		v := a.text()
		c := &Call{Name: "do shell script", From: from, To: a.End()}
		if a.phrase("with", "administrator", "privileges") {
			c.To = a.End()
			a.Argv(c, []Arg{{Text: "sudo"}, {Text: "sh"}, {Text: "-c"}, a.Arg(v)})
			return
		}
		a.ShellText(c, v)
	case a.phrase("do", "script"):
		v := a.text()
		a.ShellText(&Call{Name: "do script", From: from, To: a.End()}, v)
	case a.phrase("set"):
		a.set()
	case a.phrase("empty", "trash"), a.phrase("empty", "the", "trash"):
		trash := Join(Home().Arg, Arg{Text: "/.Trash"})
		a.Argv(&Call{Name: "empty trash", From: from, To: a.End()}, []Arg{{Text: "rm"}, {Text: "-r"}, trash})
	case a.phrase("delete"):
		a.remove(from)
	case a.phrase("shut", "down"):
		a.Argv(&Call{Name: "shut down", From: from, To: a.End()}, []Arg{{Text: "shutdown"}, {Text: "-h"}, {Text: "now"}})
	case a.phrase("restart"):
		a.Argv(&Call{Name: "restart", From: from, To: a.End()}, []Arg{{Text: "shutdown"}, {Text: "-r"}, {Text: "now"}})
	}
}

// set reads "set NAME to VALUE".
func (a *scptReader) set() {
	t := a.Token()
	if t.Kind != NameToken {
		return
	}
	a.pos++
	if a.phrase("to") {
		if a.Token().Kind != StringToken && a.Peek(1).Text != "&" {
			return // perhaps a command, to be read as one
		}
		a.Bind(Lower(t.Text), a.text())
	}
}

// text reads values joined by &.
func (a *scptReader) text() Value {
	out := a.value()
	for a.Accept("&") {
		out = a.Both(out, a.value(), Join)
	}
	return out
}

func (a *scptReader) value() Value {
	a.Accept("(")
	t := a.Token()
	switch {
	case t.Kind == StringToken:
		a.pos++
		v := a.Str(t)
		a.Accept(")")
		return v
	case a.phrase("quoted", "form", "of"), a.phrase("POSIX", "path", "of"), a.phrase("POSIX", "file"):
		v := a.text()
		a.Accept(")")
		return v
	case t.Kind == NameToken:
		a.pos++
		v, bound := a.env[Lower(t.Text)]
		if !bound {
			v = Unknown(t.Text)
		}
		a.Accept(")")
		return v
	}
	return Unknown("value")
}

// remove reads what Finder is told to delete, which goes to the trash.
func (a *scptReader) remove(from int) {
	for !a.Done() && a.Token().Kind == NameToken && !a.phrase("POSIX", "file") {
		switch Lower(a.Token().Text) {
		case "every", "item", "items", "of", "the", "file", "folder", "files", "folders", "alias", "disk":
			a.pos++
			continue
		}
		break
	}
	a.Accept("(")
	a.phrase("POSIX", "file")
	var target Arg
	switch t := a.Token(); t.Kind {
	case StringToken, NameToken:
		target = a.Arg(a.text())
	default:
		target = Unknown("items").Arg
	}
	trash := Join(Home().Arg, Arg{Text: "/.Trash"})
	a.Argv(&Call{Name: "delete", From: from, To: a.End()}, []Arg{{Text: "mv"}, target, trash})
}
