package lang

import "strings"

// The evaluators of this file know paths and files.

// evalPath joins paths.
func evalPath(e *evaluator, c *Call) Value {
	out := Lit("")
	for i, a := range c.Args {
		if i == 0 {
			out = e.Both(Lit(""), a, Join)
			continue
		}
		out = e.Both(out, a, JoinPath)
	}
	return out
}

// evalExpand expands a leading ~.
func evalExpand(e *evaluator, c *Call) Value {
	v := evalArgument(e, c)
	typ := v.Type
	v = e.mapped(v, func(a Arg) (Arg, bool) { return ExpandHome(a), true })
	v.Type = typ
	return v
}

// evalGlob evaluates a file name pattern.
func evalGlob(e *evaluator, c *Call) Value {
	return e.mapped(c.first(), func(a Arg) (Arg, bool) { a.Glob = true; return a, true })
}

// evalGlobHome is evalGlob where a pattern may begin with a home.
func evalGlobHome(e *evaluator, c *Call) Value {
	return e.mapped(c.first(), func(a Arg) (Arg, bool) { a = ExpandHome(a); a.Glob = true; return a, true })
}

// evalEntries evaluates the names in a directory.
func evalEntries(_ *evaluator, _ *Call) Value {
	return Value{Shape: TextShape, Arg: Arg{Text: "*", Glob: true}}
}

// evalBelow evaluates the paths in a directory.
func evalBelow(e *evaluator, c *Call) Value {
	dir := c.first()
	pattern := Lit("*")
	if c.Self != nil {
		if len(c.Args) > 0 {
			pattern = c.Args[0]
		}
		dir = *c.Self
		if strings.HasSuffix(c.Name, ".rglob") && pattern.Known() {
			pattern = Lit(strings.TrimSuffix("**/"+pattern.Arg.Text, "/*"))
		}
	}
	pattern = e.mapped(pattern, func(a Arg) (Arg, bool) { a.Glob = true; return a, true })
	out := e.Both(dir, pattern, JoinPath)
	return out
}

// evalOpen opens a file: to write by its mode, else to read.
func evalOpen(e *evaluator, c *Call) Value {
	target, mode := c.first(), Value{}
	n := 1
	if c.Self != nil {
		target, n = *c.Self, 0
	}
	if f, ok := c.Option("file"); ok && len(c.Args) == 0 {
		target = f
	}
	if n < len(c.Args) {
		mode = c.Args[n]
	}
	for _, k := range [...]string{"mode", "flags"} {
		if v, ok := c.Option(k); ok {
			mode = v
		}
	}
	if c.Self == nil && e.syn.Lang == "ruby" {
		if text := e.Arg(target); strings.HasPrefix(text.Text, "|") {
			e.shellStep(c, []Arg{CutFront(text, 1)})
			return e.Result(c, "")
		}
	}
	return e.opened(c, target, e.Arg(mode).Text)
}

// opened adds the step of opening a file in a mode as C's fopen has them.
func (e *evaluator) opened(c *Call, target Value, mode string) Value {
	var words []string
	switch {
	case strings.Contains(mode, "a"):
		words = []string{"tee", "-a"}
	case strings.ContainsAny(mode, "wxc"):
		words = []string{"tee"}
	case strings.Contains(mode, "+"):
		words = []string{"tee", "-a"}
	default:
		words = []string{"cat"}
	}
	if target.Shape == NumberShape { // a descriptor
		return e.Result(c, "")
	}
	for _, a := range target.alternatives() {
		if path := e.Arg(a); strings.Contains(path.Text, "://") {
			e.Argv(c, append(e.withQuery([][]Arg{{{Text: "curl"}}}, a)[0], path))
			return e.Result(c, "net")
		}
		var line []Arg
		for _, w := range words {
			line = append(line, Arg{Text: w})
		}
		e.Argv(c, append(line, e.Arg(a)))
	}
	if words[0] != "cat" {
		return e.Result(c, "")
	}
	return e.Result(&Call{Name: c.Name, Args: []Value{target}, From: c.From, To: c.To}, "file")
}

// CutFront returns a without its first n bytes, which hold no hole.
func CutFront(a Arg, n int) Arg {
	out := Arg{Text: a.Text[n:], Glob: a.Glob}
	for _, h := range a.Holes {
		h.At = max(0, h.At-n)
		out.Holes = append(out.Holes, h)
	}
	return out
}

// evalOpenFlags evaluates os.open with O_ flags.
func evalOpenFlags(e *evaluator, c *Call) Value {
	mode := "r"
	if len(c.Args) > 1 {
		if v := c.Args[1]; strings.Contains(e.src[c.From:max(c.From, c.To)], "O_TRUNC") || strings.HasSuffix(v.Name, "O_WRONLY") {
			mode = "w"
		}
	}
	return e.opened(c, c.first(), mode)
}

// evalPathlib joins the arguments of pathlib.Path.
func evalPathlib(e *evaluator, c *Call) Value {
	v := evalPath(e, c)
	return e.object("pathlib.Path", v)
}

// evalPathBelow joins the arguments to the object.
func evalPathBelow(e *evaluator, c *Call) Value {
	out := c.first()
	if c.Self != nil {
		out = *c.Self
	}
	for _, a := range c.Args {
		out = e.Both(out, a, JoinPath)
	}
	return out
}

// evalContent evaluates the content of the object, a path.
func evalContent(e *evaluator, c *Call) Value {
	return e.Result(&Call{Name: c.Name, Self: c.Self, From: c.From, To: c.To}, "file")
}

// evalWalk evaluates what os.walk yields: a directory, names in it, and names.
func evalWalk(e *evaluator, c *Call) Value {
	names := Value{Shape: TextShape, Arg: Arg{Text: "*", Glob: true}}
	if !strings.Contains(e.src[c.From:], "if ") { // nothing chooses among the files
		names.Arg.Text = "**"
	}
	each := Value{Shape: ListShape, Items: []Value{c.first(), names, names}}
	return Value{Shape: ListShape, Items: []Value{each}}
}

// evalReadFile evaluates a file that is read when it is used.
func evalReadFile(e *evaluator, c *Call) Value {
	e.Argv(c, []Arg{{Text: "cat"}, e.Arg(c.first())})
	return e.Result(c, "file")
}

// evalPHPWrite evaluates file_put_contents.
func evalPHPWrite(e *evaluator, c *Call) Value {
	do := "tee %1"
	if len(c.Args) > 2 && strings.Contains(e.src[c.From:max(c.From, c.To)], "FILE_APPEND") {
		do = "tee -a %1"
	}
	e.apply(do, c)
	return e.Result(c, "")
}

// evalPHPRead reads a file or an address.
func evalPHPRead(e *evaluator, c *Call) Value { return e.opened(c, c.first(), "r") }

// evalPerlOpen evaluates open with two or three arguments, which may name a command.
func evalPerlOpen(e *evaluator, c *Call) Value {
	if len(c.Args) < 2 {
		return e.Result(c, "")
	}
	mode := e.Arg(c.Args[1])
	m := strings.TrimSpace(mode.Text)
	if strings.HasPrefix(m, ">&") || strings.HasPrefix(m, "<&") {
		e.wire.wired = true
		return e.Result(c, "")
	}
	if len(c.Args) > 2 {
		if m == "|-" || m == "-|" {
			rest := *c
			rest.Args = c.Args[2:]
			return evalCommand(e, &rest)
		}
		return e.opened(c, c.Args[2], perlMode(m))
	}
	switch {
	case strings.HasPrefix(m, "|"):
		e.shellStep(c, []Arg{CutFront(mode, strings.IndexByte(mode.Text, '|')+1)})
		return e.Result(c, "")
	case strings.HasSuffix(m, "|"):
		mode.Text = strings.TrimSuffix(strings.TrimRight(mode.Text, " "), "|")
		e.shellStep(c, []Arg{mode})
		return e.Result(c, "")
	}
	n := len(mode.Text) - len(strings.TrimLeft(mode.Text, "+<> "))
	target := Value{Shape: TextShape, Arg: CutFront(mode, n)}
	return e.opened(c, target, perlMode(m))
}

// perlMode returns a mode of perl's open as C's fopen has it.
func perlMode(m string) string {
	switch {
	case strings.HasPrefix(m, ">>"):
		return "a"
	case strings.HasPrefix(m, ">"), strings.HasPrefix(m, "+>"):
		return "w"
	case strings.HasPrefix(m, "+<"):
		return "r+"
	}
	return "r"
}

// evalFileName evaluates (expand-file-name NAME DIRECTORY).
func evalFileName(e *evaluator, c *Call) Value {
	if len(c.Args) > 1 {
		return e.Both(c.Args[1], c.Args[0], JoinPath)
	}
	return evalExpand(e, c)
}

// evalVimDelete evaluates delete(path, "rf").
func evalVimDelete(e *evaluator, c *Call) Value {
	do := "rm %1"
	if len(c.Args) > 1 && strings.Contains(e.Arg(c.Args[1]).Text, "r") {
		do = "rm -r -f %1"
	}
	e.apply(do, c)
	return e.Result(c, "")
}
