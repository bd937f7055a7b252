package lang

import "strings"

// The functions of this file know paths and files.

// foldJoin joins paths.
func foldJoin(r *reader, c *call) value {
	out := lit("")
	for i, a := range c.args {
		if i == 0 {
			out = r.both(lit(""), a, join)
			continue
		}
		out = r.both(out, a, joinPath)
	}
	return out
}

// foldExpand expands a leading ~.
func foldExpand(r *reader, c *call) value {
	v := foldSame(r, c)
	typ := v.typ
	v = r.mapped(v, func(a Arg) (Arg, bool) { return expandHome(a), true })
	v.typ = typ
	return v
}

// foldGlob is a file name pattern.
func foldGlob(r *reader, c *call) value {
	return r.mapped(c.first(), func(a Arg) (Arg, bool) { a.Glob = true; return a, true })
}

// foldEntries is the names in a directory.
func foldEntries(_ *reader, _ *call) value {
	return value{shape: text, arg: Arg{Text: "*", Glob: true}}
}

// foldBelow is the paths in a directory.
func foldBelow(r *reader, c *call) value {
	dir := c.first()
	pattern := lit("*")
	if c.self != nil {
		if len(c.args) > 0 {
			pattern = c.args[0]
		}
		dir = *c.self
	}
	pattern = r.mapped(pattern, func(a Arg) (Arg, bool) { a.Glob = true; return a, true })
	out := r.both(dir, pattern, joinPath)
	return out
}

// foldOpen opens a file: to write by its mode, else to read.
func foldOpen(r *reader, c *call) value {
	target, mode := c.first(), value{}
	n := 1
	if c.self != nil {
		target, n = *c.self, 0
	}
	if f, ok := c.option("file"); ok && len(c.args) == 0 {
		target = f
	}
	if n < len(c.args) {
		mode = c.args[n]
	}
	for _, k := range [...]string{"mode", "flags"} {
		if v, ok := c.option(k); ok {
			mode = v
		}
	}
	if c.self == nil && r.syn.lang == "ruby" {
		if text := r.arg(target); strings.HasPrefix(text.Text, "|") {
			r.shellStep(c, []Arg{cutFront(text, 1)})
			return r.result(c, "")
		}
	}
	return r.opened(c, target, r.arg(mode).Text)
}

// opened adds the step of opening a file in a mode as C's fopen has them.
func (r *reader) opened(c *call, target value, mode string) value {
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
	if target.shape == number { // a descriptor
		return r.result(c, "")
	}
	for _, a := range target.alternatives() {
		if path := r.arg(a); strings.Contains(path.Text, "://") {
			r.argv(c, []Arg{{Text: "curl"}, path})
			return r.result(c, "net")
		}
		var line []Arg
		for _, w := range words {
			line = append(line, Arg{Text: w})
		}
		r.argv(c, append(line, r.arg(a)))
	}
	if words[0] != "cat" {
		return r.result(c, "")
	}
	return r.result(&call{name: c.name, args: []value{target}, from: c.from, to: c.to}, "file")
}

// cutFront is a without its first n bytes, which hold no hole.
func cutFront(a Arg, n int) Arg {
	out := Arg{Text: a.Text[n:], Glob: a.Glob}
	for _, h := range a.Holes {
		h.At = max(0, h.At-n)
		out.Holes = append(out.Holes, h)
	}
	return out
}

// foldOpenFlags is os.open with O_ flags.
func foldOpenFlags(r *reader, c *call) value {
	mode := "r"
	if len(c.args) > 1 {
		if v := c.args[1]; strings.Contains(r.src[c.from:max(c.from, c.to)], "O_TRUNC") || strings.HasSuffix(v.name, "O_WRONLY") {
			mode = "w"
		}
	}
	return r.opened(c, c.first(), mode)
}

// foldPath joins the arguments of pathlib.Path.
func foldPath(r *reader, c *call) value {
	v := foldJoin(r, c)
	return r.object("pathlib.Path", v)
}

func foldPathHome(r *reader, _ *call) value { return r.object("pathlib.Path", home()) }

func foldHere(r *reader, _ *call) value { return r.object("pathlib.Path", lit(".")) }

// foldJoinSelf joins the arguments to the object.
func foldJoinSelf(r *reader, c *call) value {
	out := c.first()
	if c.self != nil {
		out = *c.self
	}
	for _, a := range c.args {
		out = r.both(out, a, joinPath)
	}
	return out
}

// foldContent is the content of the object, a path.
func foldContent(r *reader, c *call) value {
	return r.result(&call{name: c.name, self: c.self, from: c.from, to: c.to}, "file")
}

// foldWalk is what os.walk yields: a directory, names in it, and names.
func foldWalk(_ *reader, c *call) value {
	names := value{shape: text, arg: Arg{Text: "*", Glob: true}}
	each := value{shape: list, items: []value{c.first(), names, names}}
	return value{shape: list, items: []value{each}}
}

// foldReadFile is a file that is read when it is used.
func foldReadFile(r *reader, c *call) value {
	r.argv(c, []Arg{{Text: "cat"}, r.arg(c.first())})
	return r.result(c, "file")
}

// foldPHPWrite is file_put_contents.
func foldPHPWrite(r *reader, c *call) value {
	do := "tee %1"
	if len(c.args) > 2 && strings.Contains(r.src[c.from:max(c.from, c.to)], "FILE_APPEND") {
		do = "tee -a %1"
	}
	r.apply(do, c)
	return r.result(c, "")
}

// foldPHPRead reads a file or an address.
func foldPHPRead(r *reader, c *call) value { return r.opened(c, c.first(), "r") }

// foldPerlOpen is open with two or three arguments, which may name a command.
func foldPerlOpen(r *reader, c *call) value {
	if len(c.args) < 2 {
		return r.result(c, "")
	}
	mode := r.arg(c.args[1])
	m := strings.TrimSpace(mode.Text)
	if strings.HasPrefix(m, ">&") || strings.HasPrefix(m, "<&") {
		r.wire.wired = true
		return r.result(c, "")
	}
	if len(c.args) > 2 {
		if m == "|-" || m == "-|" {
			rest := *c
			rest.args = c.args[2:]
			return foldCommand(r, &rest)
		}
		return r.opened(c, c.args[2], perlMode(m))
	}
	switch {
	case strings.HasPrefix(m, "|"):
		r.shellStep(c, []Arg{cutFront(mode, strings.IndexByte(mode.Text, '|')+1)})
		return r.result(c, "")
	case strings.HasSuffix(m, "|"):
		mode.Text = strings.TrimSuffix(strings.TrimRight(mode.Text, " "), "|")
		r.shellStep(c, []Arg{mode})
		return r.result(c, "")
	}
	n := len(mode.Text) - len(strings.TrimLeft(mode.Text, "+<> "))
	target := value{shape: text, arg: cutFront(mode, n)}
	return r.opened(c, target, perlMode(m))
}

// perlMode is a mode of perl's open as C's fopen has it.
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
