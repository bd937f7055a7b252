package recipes

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// justExpr evaluates an expression of a justfile.
type justExpr struct {
	j     *justfile
	text  string // what is left
	local map[string]string
}

// evaluate returns the value of an expression.
func (j *justfile) evaluate(text string, local map[string]string, depth int) string {
	e := &justExpr{j: j, text: uncommentOutside(text), local: local}
	v := e.sum(depth)
	if e.skip() || j.volume > maxVolume {
		return unknown
	}
	return v
}

// uncommentOutside cuts off a comment that stands in no string.
func uncommentOutside(text string) string {
	quote := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '#':
			return text[:i]
		}
	}
	return text
}

// skip goes over blanks, and reports whether anything is left.
func (e *justExpr) skip() bool {
	e.text = strings.TrimLeft(e.text, " \t\r\n")
	return e.text != ""
}

func (e *justExpr) eat(token string) bool {
	e.skip()
	rest, ok := strings.CutPrefix(e.text, token)
	if ok {
		e.text = rest
	}
	return ok
}

// sum reads values that + or / joins.
func (e *justExpr) sum(depth int) string {
	v := e.value(depth)
	for e.j.volume <= maxVolume {
		switch {
		case e.eat("+"):
			v += e.value(depth)
		case e.eat("/"):
			v += "/" + e.value(depth)
		default:
			return v
		}
		e.j.volume += len(v)
	}
	return unknown
}

// value reads a string, a command, a variable, a call or a condition.
func (e *justExpr) value(depth int) string {
	if !e.skip() || depth > maxDepth {
		return unknown
	}
	switch c := e.text[0]; c {
	case '"', '\'', '`':
		return e.quoted(c)
	case '(':
		e.text = e.text[1:]
		v := e.sum(depth + 1)
		e.eat(")")
		return v
	case '/':
		return ""
	}
	name := e.name()
	switch {
	case name == "":
		return unknown
	case name == "if":
		return e.condition(depth + 1)
	case (name == "x" || name == "f") && e.text != "" && (e.text[0] == '"' || e.text[0] == '\''):
		return e.quoted(e.text[0])
	case e.eat("("):
		return e.call(name, depth+1)
	}
	if v, ok := e.local[name]; ok {
		return v
	}
	return e.j.variable(name, depth)
}

func (e *justExpr) name() string {
	n := 0
	for n < len(e.text) && formats.IsJustName(e.text[:n+1]) {
		n++
	}
	name := e.text[:n]
	e.text = e.text[n:]
	return name
}

// quoted reads a string or a command in backticks, which are run.
func (e *justExpr) quoted(c byte) string {
	mark := strings.Repeat(string(c), 3)
	if !strings.HasPrefix(e.text, mark) {
		mark = mark[:1]
	}
	rest := e.text[len(mark):]
	end := 0
	for ; end < len(rest) && !strings.HasPrefix(rest[end:], mark); end++ {
		if c == '"' && rest[end] == '\\' {
			end++
		}
	}
	end = min(end, len(rest))
	text := rest[:end]
	e.text = rest[min(end+len(mark), len(rest)):]
	switch c {
	case '"':
		return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`).Replace(text)
	case '`':
		text = strings.TrimSpace(text)
		e.j.out = append(e.j.out, Command{Text: text, Lang: e.j.lang, File: e.j.file, Line: e.j.line})
		return "$(" + text + ")"
	}
	return text
}

// condition reads the rest of if A == B { X } else { Y }. Of one that is not known
// it takes the first.
func (e *justExpr) condition(depth int) string {
	a := e.sum(depth)
	equal, known := true, true
	switch {
	case e.eat("=="):
	case e.eat("!="):
		equal = false
	case e.eat("=~"), e.eat("!~"):
		known = false
	default:
		return unknown
	}
	b := e.sum(depth)
	e.eat("{")
	yes := e.sum(depth)
	e.eat("}")
	e.eat("else")
	no := ""
	if e.eat("{") {
		no = e.sum(depth)
		e.eat("}")
	} else if e.eat("if") && depth <= maxDepth {
		no = e.condition(depth + 1)
	}
	if known && certain(a) && certain(b) && (a == b) != equal {
		return no
	}
	return yes
}

// call reads the arguments of a function and works it out.
func (e *justExpr) call(name string, depth int) string {
	var args []string
	for !e.eat(")") && e.skip() {
		at := len(e.text)
		args = append(args, e.sum(depth))
		e.eat(",")
		if len(e.text) == at {
			break
		}
	}
	switch name {
	case "env", "env_var", "env_var_or_default":
		if len(args) == 0 {
			return unknown
		}
		if v, ok := e.j.order.env(args[0]); ok {
			return v
		}
		if len(args) > 1 {
			return args[1]
		}
		if isName(args[0]) {
			return "${" + args[0] + "}"
		}
	case "justfile_directory", "invocation_directory", "source_directory", "module_directory", "invocation_directory_native":
		return "$PWD"
	case "home_directory":
		return "$HOME"
	case "quote":
		if len(args) == 1 {
			return quote(args[0])
		}
	case "clean", "absolute_path", "canonicalize", "trim":
		if len(args) == 1 {
			return strings.TrimSpace(args[0])
		}
	case "join":
		return strings.Join(args, "/")
	case "shell":
		if len(args) > 0 {
			e.j.out = append(e.j.out, Command{Text: args[0], Lang: e.j.lang, File: e.j.file, Line: e.j.line})
			return "$(" + args[0] + ")"
		}
	}
	return unknown
}
