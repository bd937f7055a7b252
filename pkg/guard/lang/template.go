package lang

import (
	"strconv"
	"strings"
)

// apply adds the steps that a row's Do describes.
func (e *evaluator) apply(do string, c *Call) {
	do = c.alternative(do)
	if do == "" {
		return
	}
	head, rest, _ := strings.Cut(do, " ")
	switch do[0] {
	case '#':
		e.connection(head[1:], c)
	case '$':
		for _, words := range e.words(c, rest) {
			e.shellStep(c, words)
		}
	case '&':
		v, ok := c.pick(rest)
		if ok {
			e.started(c, v)
		}
	case '!':
		for _, words := range e.words(c, rest) {
			e.Argv(c, words)
		}
	case '=':
		if v, ok := c.pick(strings.TrimPrefix(rest, "%")); ok {
			e.Program(c, head[1:], v)
		}
	case '~':
		for _, words := range e.words(c, rest) {
			e.Add(Step{Effect: head[1:], Argv: append([]Arg{{Text: c.Name}}, words...)}, c)
		}
	default:
		for _, words := range e.words(c, do) {
			e.Argv(c, words)
		}
	}
}

// alternative chooses between the halves of "name? A | B".
func (c *Call) alternative(do string) string {
	cond, rest, found := strings.Cut(do, "? ")
	if !found || strings.Contains(cond, " ") {
		return do
	}
	yes, no, _ := strings.Cut(rest, " | ")
	if c.on(cond) {
		return yes
	}
	return no
}

// on reports whether an option is given and not false.
func (c *Call) on(name string) bool {
	v, ok := c.Option(name)
	if !ok {
		return false
	}
	switch v.Arg.Text {
	case "false", "False", "FALSE", "F", "0", "nil", "null", "None", "undef":
		return false
	}
	return v.Name != "false" && v.Name != "False" && v.Name != "FALSE" && v.Name != "F" && v.Name != "None" && v.Name != "nil" && v.Name != "null"
}

// Option returns a named argument, or a member of a table among the arguments.
func (c *Call) Option(name string) (Value, bool) {
	for i, k := range c.keys {
		if k == name || c.Cut && k != "" && strings.HasPrefix(name, k) {
			return c.vals[i], true
		}
	}
	for i := len(c.Args) - 1; i >= 0; i-- {
		if c.Args[i].Shape != DictShape {
			continue
		}
		for j, k := range c.Args[i].keys {
			if k == name {
				return c.Args[i].Items[j], true
			}
		}
	}
	return Value{}, false
}

// pick returns the argument that a template's word names: "1", "1:path", ":path"
// or "s".
func (c *Call) pick(spec string) (Value, bool) {
	spec = strings.TrimPrefix(spec, "%")
	where, name, named := strings.Cut(spec, ":")
	if where == "s" {
		if c.Self != nil {
			return *c.Self, true
		}
		where = "1"
	}
	if n, err := strconv.Atoi(where); err == nil && n <= len(c.Args) && (c.Args[n-1].Shape != DictShape || !named) {
		return c.Args[n-1], true
	}
	if named {
		return c.Option(name)
	}
	return Value{}, false
}

// words fills a template: one list of words for every choice of values.
func (calc *calculator) words(c *Call, template string) [][]Arg {
	out := [][]Arg{nil}
	request := strings.HasPrefix(template, "curl ")
	for template != "" {
		var w string
		w, template, _ = strings.Cut(template, " ")
		if request && strings.HasPrefix(w, "%") {
			if v, ok := c.pick(w); ok {
				out = calc.withQuery(out, v)
			}
		}
		var next [][]Arg
		for _, more := range calc.wordChoices(c, w) {
			for _, line := range out {
				if len(next) < maxChoices {
					next = append(next, append(line[:len(line):len(line)], more...))
				}
			}
		}
		out = next
	}
	return out
}

// withQuery adds to the words of requests the file whose content is a part of
// the address v.
func (calc *calculator) withQuery(lines [][]Arg, v Value) [][]Arg {
	for _, a := range v.alternatives() {
		if a.file == nil || !strings.Contains(calc.Arg(a).Text, "://") {
			continue
		}
		for i, line := range lines {
			lines[i] = append(line[:len(line):len(line)], Arg{Text: "--url-query"}, Join(Arg{Text: "@"}, *a.file))
		}
		break
	}
	return lines
}

// wordChoices gives what one word of a template may stand for.
func (calc *calculator) wordChoices(c *Call, w string) [][]Arg {
	if w, option, found := strings.Cut(w, "?"); found {
		if !c.on(option) {
			return [][]Arg{nil}
		}
		return [][]Arg{{{Text: w}}}
	}
	if strings.HasPrefix(w, "@%") {
		return calc.payload(c, w[2:])
	}
	if !strings.HasPrefix(w, "%") {
		return [][]Arg{{{Text: w}}}
	}
	w = w[1:]
	if strings.HasSuffix(w, "*") {
		return calc.flattened(c, w[:len(w)-1])
	}
	mode := strings.HasSuffix(w, "m")
	v, ok := c.pick(strings.TrimSuffix(w, "m"))
	if !ok {
		return [][]Arg{nil}
	}
	var out [][]Arg
	for _, a := range v.alternatives() {
		if mode {
			a = octal(a)
		}
		out = append(out, calc.Words(a))
	}
	return out
}

// flattened returns all arguments from the n-th on, or the list named :name.
func (calc *calculator) flattened(c *Call, spec string) [][]Arg {
	if strings.Contains(spec, ":") {
		v, ok := c.pick(spec)
		if !ok {
			return [][]Arg{nil}
		}
		return [][]Arg{calc.Words(v)}
	}
	n := 1
	if i, err := strconv.Atoi(spec); err == nil {
		n = i
	}
	lines := [][]Arg{nil}
	for i := n - 1; i < len(c.Args); i++ {
		var next [][]Arg
		for _, a := range c.Args[i].alternatives() {
			words := calc.Words(a)
			for _, line := range lines {
				if len(next) < maxChoices && len(line) < MaxWords {
					next = append(next, append(line[:len(line):len(line)], words...))
				}
			}
		}
		lines = next
	}
	return lines
}

// payload returns an argument as curl -d takes it: @path for a file's content.
func (calc *calculator) payload(c *Call, spec string) [][]Arg {
	v, ok := c.pick(spec)
	if !ok {
		return [][]Arg{nil}
	}
	if v.file != nil {
		return [][]Arg{{{Text: "-d"}, Join(Arg{Text: "@"}, *v.file)}}
	}
	if v.Shape == DictShape || v.Shape == ListShape {
		v = Unknown(spec)
	}
	return [][]Arg{{{Text: "-d"}, calc.Arg(v)}}
}

// octal writes a permission mode as chmod takes it.
func octal(v Value) Value {
	if v.Shape != NumberShape {
		return v
	}
	s := strings.ReplaceAll(v.Arg.Text, "_", "")
	n, err := strconv.ParseUint(s, 0, 32)
	if err != nil {
		return v
	}
	return Lit(strconv.FormatUint(n, 8))
}
