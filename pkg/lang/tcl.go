package lang

import "strings"

var tcl = Syntax{Lang: "tcl", rows: tclRows}

// tclRows are what commands of Tcl and Expect do, sorted by name.
var tclRows = []row{
	{name: "exec", do: "! %1*"},
	{name: "exp_spawn", do: "! %1*"},
	{name: "file delete", do: "rm -r %1*"},
	{name: "file rename", do: "mv %1*"},
	{name: "open", fold: foldTclOpen},
	{name: "socket", do: "#connect"},
	{name: "spawn", do: "! %1*"},
	{name: "system", do: "$ %1"},
}

// foldTclOpen is open FILE ?MODE?, in which "|cmd" starts a command.
func foldTclOpen(r *Reader, c *Call) Value {
	if a := r.Arg(c.first()); strings.HasPrefix(a.Text, "|") {
		r.shellStep(c, []Arg{cutFront(a, 1)})
		return r.Result(c, "")
	}
	return foldOpen(r, c)
}

// readTcl reads the commands of a Tcl program, those in braces and brackets
// included: which of them are scripts is not known, and most are.
func readTcl(src string) []Step {
	t := tclReader{Reader: &Reader{syn: &tcl, src: src, fuel: 4*len(src) + 64<<10, ahead: 1 << 10}}
	t.script(0, len(src), 0)
	t.judgeWire()
	return t.Found
}

type tclReader struct{ *Reader }

// script reads the commands of src[at:end].
func (t *tclReader) script(at, end, depth int) {
	if depth >= maxDepth {
		return
	}
	for at < end && len(t.Found) < MaxSteps {
		at = t.command(at, end, depth)
	}
}

// command reads one command and returns where the next one begins.
func (t *tclReader) command(at, end, depth int) int {
	var words []Value
	from := at
	for at < end {
		switch c := t.src[at]; {
		case c == '\n' || c == ';':
			t.run(words, from, at)
			return at + 1
		case c == ' ' || c == '\t' || c == '\r' || c == '}' || c == ']':
			at++
		case c == '\\' && at+1 < end && t.src[at+1] == '\n':
			at += 2
		case c == '#' && len(words) == 0:
			if i := strings.IndexByte(t.src[at:end], '\n'); i >= 0 {
				at += i
			} else {
				at = end
			}
		default:
			if len(words) == 0 {
				from = at
			}
			var w Value
			w, at = t.word(at, end, depth)
			words = append(words, w)
		}
	}
	t.run(words, from, end)
	return end
}

// word reads a word: {braced}, "quoted" or bare, with its [commands].
func (t *tclReader) word(at, end, depth int) (Value, int) {
	switch t.src[at] {
	case '{':
		to := t.balanced(at, end, '{', '}')
		t.script(at+1, to, depth+1)
		return Lit(t.src[at+1 : to]), min(to+1, end)
	case '"':
		to := at + 1
		for to < end && t.src[to] != '"' {
			if t.src[to] == '\\' {
				to++
			}
			to++
		}
		to = min(to, end)
		return t.substituted(at+1, to, depth), min(to+1, end)
	}
	to := at
	for to < end && !strings.ContainsRune(" \t\r\n;", rune(t.src[to])) {
		if t.src[to] == '[' {
			to = t.balanced(to, end, '[', ']')
		}
		to++
	}
	to = min(to, end)
	return t.substituted(at, to, depth), to
}

// balanced is where the bracket that opens at a place is closed.
func (t *tclReader) balanced(at, end int, open, closer byte) int {
	for n := 0; at < end; at++ {
		switch t.src[at] {
		case '\\':
			at++
		case open:
			n++
		case closer:
			if n--; n == 0 {
				return at
			}
		}
	}
	return end
}

// substituted is a word with its $variables and [commands].
func (t *tclReader) substituted(at, end, depth int) Value {
	v := Lit("")
	for at < end {
		i := strings.IndexAny(t.src[at:end], "$[")
		if i < 0 {
			return t.Both(v, Lit(t.src[at:end]), Join)
		}
		v = t.Both(v, Lit(t.src[at:at+i]), Join)
		at += i
		to := at + 1
		if t.src[at] == '[' {
			to = t.balanced(at, end, '[', ']')
			t.script(at+1, to, depth+1)
			v = t.Both(v, Unknown(t.src[at:to]), Join)
			at = min(to+1, end)
			continue
		}
		for to < end && (IsWord(t.src[to]) || t.src[to] == ':' || t.src[to] == '(' || t.src[to] == ')') {
			to++
		}
		v = t.Both(v, t.dollar(t.src[at+1:to]), Join)
		at = to
	}
	return v
}

// dollar is the value of $name.
func (t *tclReader) dollar(name string) Value {
	if e, ok := strings.CutPrefix(strings.TrimPrefix(name, "::"), "env("); ok {
		return Environ(strings.TrimSuffix(e, ")"))
	}
	if v, ok := t.env[name]; ok {
		return v
	}
	return Unknown("$" + name)
}

// run carries out a command.
func (t *tclReader) run(words []Value, from, to int) {
	if len(words) == 0 || !words[0].Known() {
		return
	}
	name, args := strings.TrimPrefix(words[0].Arg.Text, "::"), words[1:]
	if name == "set" && len(args) == 2 && args[0].Known() {
		t.Bind(args[0].Arg.Text, args[1])
		return
	}
	if name == "file" && len(args) > 0 {
		name, args = name+" "+args[0].Arg.Text, args[1:]
	}
	for len(args) > 0 && strings.HasPrefix(args[0].Arg.Text, "-") { // -force, -noecho, --
		args = args[1:]
	}
	if t.find(name) != nil {
		t.Call(Value{Shape: NameShape, Name: name}, &Call{From: from, To: to, Args: args})
	}
}
