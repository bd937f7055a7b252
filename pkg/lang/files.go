package lang

import "strings"

// The evaluators of this file know paths and files.

// evalPath joins paths.
func evalPath(r *Reader, c *Call) Value {
	out := Lit("")
	for i, a := range c.Args {
		if i == 0 {
			out = r.Both(Lit(""), a, Join)
			continue
		}
		out = r.Both(out, a, JoinPath)
	}
	return out
}

// evalExpand expands a leading ~.
func evalExpand(r *Reader, c *Call) Value {
	v := evalArgument(r, c)
	typ := v.Type
	v = r.mapped(v, func(a Arg) (Arg, bool) { return ExpandHome(a), true })
	v.Type = typ
	return v
}

// evalGlob evaluates a file name pattern.
func evalGlob(r *Reader, c *Call) Value {
	return r.mapped(c.first(), func(a Arg) (Arg, bool) { a.Glob = true; return a, true })
}

// evalEntries evaluates the names in a directory.
func evalEntries(_ *Reader, _ *Call) Value {
	return Value{Shape: TextShape, Arg: Arg{Text: "*", Glob: true}}
}

// evalBelow evaluates the paths in a directory.
func evalBelow(r *Reader, c *Call) Value {
	dir := c.first()
	pattern := Lit("*")
	if c.Self != nil {
		if len(c.Args) > 0 {
			pattern = c.Args[0]
		}
		dir = *c.Self
	}
	pattern = r.mapped(pattern, func(a Arg) (Arg, bool) { a.Glob = true; return a, true })
	out := r.Both(dir, pattern, JoinPath)
	return out
}

// evalOpen opens a file: to write by its mode, else to read.
func evalOpen(r *Reader, c *Call) Value {
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
	if c.Self == nil && r.syn.Lang == "ruby" {
		if text := r.Arg(target); strings.HasPrefix(text.Text, "|") {
			r.shellStep(c, []Arg{CutFront(text, 1)})
			return r.Result(c, "")
		}
	}
	return r.opened(c, target, r.Arg(mode).Text)
}

// opened adds the step of opening a file in a mode as C's fopen has them.
func (r *Reader) opened(c *Call, target Value, mode string) Value {
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
		return r.Result(c, "")
	}
	for _, a := range target.Alternatives() {
		if path := r.Arg(a); strings.Contains(path.Text, "://") {
			r.Argv(c, []Arg{{Text: "curl"}, path})
			return r.Result(c, "net")
		}
		var line []Arg
		for _, w := range words {
			line = append(line, Arg{Text: w})
		}
		r.Argv(c, append(line, r.Arg(a)))
	}
	if words[0] != "cat" {
		return r.Result(c, "")
	}
	return r.Result(&Call{Name: c.Name, Args: []Value{target}, From: c.From, To: c.To}, "file")
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
func evalOpenFlags(r *Reader, c *Call) Value {
	mode := "r"
	if len(c.Args) > 1 {
		if v := c.Args[1]; strings.Contains(r.src[c.From:max(c.From, c.To)], "O_TRUNC") || strings.HasSuffix(v.Name, "O_WRONLY") {
			mode = "w"
		}
	}
	return r.opened(c, c.first(), mode)
}

// evalPathlib joins the arguments of pathlib.Path.
func evalPathlib(r *Reader, c *Call) Value {
	v := evalPath(r, c)
	return r.object("pathlib.Path", v)
}

// evalPathBelow joins the arguments to the object.
func evalPathBelow(r *Reader, c *Call) Value {
	out := c.first()
	if c.Self != nil {
		out = *c.Self
	}
	for _, a := range c.Args {
		out = r.Both(out, a, JoinPath)
	}
	return out
}

// evalContent evaluates the content of the object, a path.
func evalContent(r *Reader, c *Call) Value {
	return r.Result(&Call{Name: c.Name, Self: c.Self, From: c.From, To: c.To}, "file")
}

// evalWalk evaluates what os.walk yields: a directory, names in it, and names.
func evalWalk(_ *Reader, c *Call) Value {
	names := Value{Shape: TextShape, Arg: Arg{Text: "*", Glob: true}}
	each := Value{Shape: ListShape, Items: []Value{c.first(), names, names}}
	return Value{Shape: ListShape, Items: []Value{each}}
}

// evalReadFile evaluates a file that is read when it is used.
func evalReadFile(r *Reader, c *Call) Value {
	r.Argv(c, []Arg{{Text: "cat"}, r.Arg(c.first())})
	return r.Result(c, "file")
}

// evalPHPWrite evaluates file_put_contents.
func evalPHPWrite(r *Reader, c *Call) Value {
	do := "tee %1"
	if len(c.Args) > 2 && strings.Contains(r.src[c.From:max(c.From, c.To)], "FILE_APPEND") {
		do = "tee -a %1"
	}
	r.apply(do, c)
	return r.Result(c, "")
}

// evalPHPRead reads a file or an address.
func evalPHPRead(r *Reader, c *Call) Value { return r.opened(c, c.first(), "r") }

// evalPerlOpen evaluates open with two or three arguments, which may name a command.
func evalPerlOpen(r *Reader, c *Call) Value {
	if len(c.Args) < 2 {
		return r.Result(c, "")
	}
	mode := r.Arg(c.Args[1])
	m := strings.TrimSpace(mode.Text)
	if strings.HasPrefix(m, ">&") || strings.HasPrefix(m, "<&") {
		r.wire.wired = true
		return r.Result(c, "")
	}
	if len(c.Args) > 2 {
		if m == "|-" || m == "-|" {
			rest := *c
			rest.Args = c.Args[2:]
			return evalCommand(r, &rest)
		}
		return r.opened(c, c.Args[2], perlMode(m))
	}
	switch {
	case strings.HasPrefix(m, "|"):
		r.shellStep(c, []Arg{CutFront(mode, strings.IndexByte(mode.Text, '|')+1)})
		return r.Result(c, "")
	case strings.HasSuffix(m, "|"):
		mode.Text = strings.TrimSuffix(strings.TrimRight(mode.Text, " "), "|")
		r.shellStep(c, []Arg{mode})
		return r.Result(c, "")
	}
	n := len(mode.Text) - len(strings.TrimLeft(mode.Text, "+<> "))
	target := Value{Shape: TextShape, Arg: CutFront(mode, n)}
	return r.opened(c, target, perlMode(m))
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
func evalFileName(r *Reader, c *Call) Value {
	if len(c.Args) > 1 {
		return r.Both(c.Args[1], c.Args[0], JoinPath)
	}
	return evalExpand(r, c)
}

// evalVimDelete evaluates delete(path, "rf").
func evalVimDelete(r *Reader, c *Call) Value {
	do := "rm %1"
	if len(c.Args) > 1 && strings.Contains(r.Arg(c.Args[1]).Text, "r") {
		do = "rm -r -f %1"
	}
	r.apply(do, c)
	return r.Result(c, "")
}
