package lang

import "strings"

// lisp has no grammar to speak of: its lists are read here.
var lisp = Syntax{Lang: "lisp", rows: lispRows}

// lispRows are what functions of Lisps do, sorted by name.
var lispRows = []row{
	{name: "ansi-term", do: "! %1"},
	{name: "async-shell-command", do: "$ %1"},
	{name: "call-process", do: "! %1 %5*"},
	{name: "call-process-region", do: "! %3 %7*"},
	{name: "call-process-shell-command", do: "$ %1"},
	{name: "clojure.java.io/delete-file", do: "rm %1"},
	{name: "clojure.java.shell/sh", do: "! %1*"},
	{name: "compile", do: "$ %1"},
	{name: "delete-directory", do: "rm -r %1"},
	{name: "delete-file", do: "rm %1"},
	{name: "delete-tree", do: "rm -r %1"},
	{name: "expand-file-name", fold: foldFileName},
	{name: "f-delete", do: "rm -r %1"},
	{name: "fs/delete-tree", do: "rm -r %1"},
	{name: "getenv", fold: foldEnv},
	{name: "io/delete-file", do: "rm %1"},
	{name: "make-network-process", do: "#connect"},
	{name: "open-network-stream", do: "#connect"},
	{name: "process", do: "$ %1 %2*"},
	{name: "process-lines", do: "! %1 %2*"},
	{name: "rename-file", do: "mv %1 %2"},
	{name: "sb-ext:run-program", do: "! %1 %2*"},
	{name: "sh", do: "! %1*"},
	{name: "shell", do: "$ %1 %2*"},
	{name: "shell-command", do: "$ %1"},
	{name: "shell-command-to-string", do: "$ %1"},
	{name: "shell/sh", do: "! %1*"},
	{name: "start-process", do: "! %3 %4*"},
	{name: "start-process-shell-command", do: "$ %3"},
	{name: "system", do: "$ %1"},
	{name: "system*", do: "! %1 %2*"},
	{name: "term", do: "! %1"},
	{name: "uiop:delete-directory-tree", do: "rm -r %1"},
	{name: "uiop:run-program", do: "& %1"},
	{name: "write-region", do: "tee %3"},
}

// foldFileName is (expand-file-name NAME DIRECTORY).
func foldFileName(r *Reader, c *Call) Value {
	if len(c.Args) > 1 {
		return r.Both(c.Args[1], c.Args[0], JoinPath)
	}
	return foldExpand(r, c)
}

// readLisp reads the lists of Emacs Lisp, Scheme, Racket, Clojure and Common
// Lisp whose first element is the name of a function.
func readLisp(src string) []Step {
	l := lispReader{Reader: &Reader{syn: &lisp, src: src, fuel: 4*len(src) + 64<<10, ahead: 1 << 10}}
	for l.at < len(src) && len(l.Found) < MaxSteps {
		at := l.at
		l.form(0)
		if l.at == at {
			l.at++
		}
	}
	l.judgeWire()
	return l.Found
}

type lispReader struct {
	*Reader
	at int
}

// form reads a string, a symbol or a list.
func (l *lispReader) form(depth int) Value {
	l.blank()
	if l.at >= len(l.src) {
		return Unknown("")
	}
	from := l.at
	switch c := l.src[l.at]; c {
	case '(', '[', '{':
		l.at++
		return l.list(from, depth)
	case ')', ']', '}':
		return Unknown("")
	case '"':
		return l.text()
	}
	for l.at < len(l.src) && !strings.ContainsRune(" \t\r\n()[]{}\";'`", rune(l.src[l.at])) {
		l.at++
	}
	name := l.src[from:max(l.at, from)]
	if name == "nil" || name == "t" || strings.HasPrefix(name, ":") {
		return Value{Shape: NameShape, Name: name}
	}
	return l.variable(name)
}

func (l *lispReader) blank() {
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == ';':
			end := strings.IndexByte(l.src[l.at:], '\n')
			if end < 0 {
				end = len(l.src) - l.at
			}
			l.at += end
		case c <= ' ', strings.IndexByte("'`,@#", c) >= 0: // what is quoted may be run all the same
			l.at++
		default:
			return
		}
	}
}

// text reads a string. Of its escapes only the quote and the backslash matter.
func (l *lispReader) text() Value {
	var b strings.Builder
	for l.at++; l.at < len(l.src) && l.src[l.at] != '"'; l.at++ {
		if l.src[l.at] == '\\' && l.at+1 < len(l.src) {
			l.at++
		}
		b.WriteByte(l.src[l.at])
	}
	l.at = min(l.at+1, len(l.src))
	return Lit(b.String())
}

// list reads what follows an opening bracket, and calls the function that
// stands first.
func (l *lispReader) list(from, depth int) Value {
	var items []Value
	for l.blank(); l.at < len(l.src) && !strings.ContainsRune(")]}", rune(l.src[l.at])); l.blank() {
		if depth >= maxDepth || len(l.Found) >= MaxSteps {
			l.at++
			continue
		}
		at := l.at
		items = append(items, l.form(depth+1))
		if l.at == at {
			l.at++
		}
	}
	l.at = min(l.at+1, len(l.src))
	v := Value{Shape: ListShape, Items: items}
	if len(items) == 0 || items[0].Shape != NameShape {
		return v.Tainted(items...)
	}
	switch head := items[0].Name; {
	case head == "concat" || head == "str" || head == "string-append":
		out := Lit("")
		for _, x := range items[1:] {
			out = l.Both(out, x, Join)
		}
		return out
	case (head == "setq" || head == "define" || head == "def" || head == "defvar") && len(items) > 2 && items[1].Var != "":
		l.Bind(items[1].Var, items[2])
	case l.find(head) != nil:
		c := &Call{From: from, To: l.at, Args: items[1:]}
		if do := l.find(head).do; do != "" && do[0] >= 'a' { // Emacs knows ~ in the names of files
			for i, a := range c.Args {
				c.Args[i] = foldExpand(l.Reader, &Call{Args: []Value{a}})
			}
		}
		return l.Call(items[0], c)
	}
	return Unknown(l.src[from:l.at]).Tainted(items...)
}
