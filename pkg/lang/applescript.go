package lang

import "strings"

var applescript = syntax{
	lang:    "applescript",
	line:    []string{"--", "#"},
	block:   [][2]string{{"(*", "*)"}},
	quotes:  []quote{{open: `"`, close: `"`, escape: 'c'}},
	newline: true,
}

// readAppleScript reads AppleScript for the shell text it runs and for what
// it tells the Finder and the system to do.
func readAppleScript(src string) []Step {
	a := &scptReader{newReader(&applescript, src)}
	for !a.done() {
		start := a.pos
		a.step()
		if a.pos == start {
			a.pos++
		}
	}
	return a.steps
}

type scptReader struct{ *reader }

// phrase accepts words in a row, in any case.
func (a *scptReader) phrase(words ...string) bool {
	for i, w := range words {
		if t := a.peek(i); t.kind != nameToken || !strings.EqualFold(t.text, w) {
			return false
		}
	}
	a.pos += len(words)
	return true
}

func (a *scptReader) step() {
	from := a.tok().from
	switch {
	case a.phrase("do", "shell", "script"):
		v := a.text()
		c := &call{name: "do shell script", from: from, to: a.last()}
		if a.phrase("with", "administrator", "privileges") {
			c.to = a.last()
			a.argv(c, []Arg{{Text: "sudo"}, {Text: "sh"}, {Text: "-c"}, a.arg(v)})
			return
		}
		a.shellText(c, v)
	case a.phrase("do", "script"):
		v := a.text()
		a.shellText(&call{name: "do script", from: from, to: a.last()}, v)
	case a.phrase("set"):
		a.set()
	case a.phrase("empty", "trash"), a.phrase("empty", "the", "trash"):
		trash := join(home().arg, Arg{Text: "/.Trash"})
		a.argv(&call{name: "empty trash", from: from, to: a.last()}, []Arg{{Text: "rm"}, {Text: "-r"}, trash})
	case a.phrase("delete"):
		a.remove(from)
	case a.phrase("shut", "down"):
		a.argv(&call{name: "shut down", from: from, to: a.last()}, []Arg{{Text: "shutdown"}, {Text: "-h"}, {Text: "now"}})
	case a.phrase("restart"):
		a.argv(&call{name: "restart", from: from, to: a.last()}, []Arg{{Text: "shutdown"}, {Text: "-r"}, {Text: "now"}})
	}
}

// set reads "set NAME to VALUE".
func (a *scptReader) set() {
	t := a.tok()
	if t.kind != nameToken {
		return
	}
	a.pos++
	if a.phrase("to") {
		if a.tok().kind != stringToken && a.peek(1).text != "&" {
			return // perhaps a command, to be read as one
		}
		a.bind(lower(t.text), a.text())
	}
}

// text reads values joined by &.
func (a *scptReader) text() value {
	out := a.value()
	for a.accept("&") {
		out = a.both(out, a.value(), join)
	}
	return out
}

func (a *scptReader) value() value {
	a.accept("(")
	t := a.tok()
	switch {
	case t.kind == stringToken:
		a.pos++
		v := a.str(t)
		a.accept(")")
		return v
	case a.phrase("quoted", "form", "of"), a.phrase("POSIX", "path", "of"), a.phrase("POSIX", "file"):
		v := a.text()
		a.accept(")")
		return v
	case t.kind == nameToken:
		a.pos++
		v, bound := a.env[lower(t.text)]
		if !bound {
			v = unknown(t.text)
		}
		a.accept(")")
		return v
	}
	return unknown("value")
}

// remove reads what Finder is told to delete, which goes to the trash.
func (a *scptReader) remove(from int) {
	for !a.done() && a.tok().kind == nameToken && !a.phrase("POSIX", "file") {
		switch lower(a.tok().text) {
		case "every", "item", "items", "of", "the", "file", "folder", "files", "folders", "alias", "disk":
			a.pos++
			continue
		}
		break
	}
	a.accept("(")
	a.phrase("POSIX", "file")
	var target Arg
	switch t := a.tok(); t.kind {
	case stringToken, nameToken:
		target = a.arg(a.text())
	default:
		target = unknown("items").arg
	}
	trash := join(home().arg, Arg{Text: "/.Trash"})
	a.argv(&call{name: "delete", from: from, to: a.last()}, []Arg{{Text: "mv"}, target, trash})
}
