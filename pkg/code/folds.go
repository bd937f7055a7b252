package code

import "strings"

// The functions of this file are the values that rows give beyond a word.

func foldBase64(r *reader, c *call) value { return r.onText(c.first(), fromBase64) }

func foldHex(r *reader, c *call) value { return r.onText(c.first(), fromHex) }

// foldSame is a function that gives its argument back as far as we care.
func foldSame(_ *reader, c *call) value {
	v := c.first()
	if c.self != nil && len(c.args) == 0 {
		v = *c.self
	}
	v.lhs = ""
	return v
}

func foldSelf(_ *reader, c *call) value {
	if c.self != nil {
		return *c.self
	}
	return c.first()
}

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

// foldEnv is an environment variable.
func foldEnv(r *reader, c *call) value {
	v := c.first()
	if !v.known() {
		return unknown("environment").stained(v)
	}
	e := environ(v.arg.Text)
	if len(c.args) > 1 && e.shape != text {
		return choose([]value{e, c.args[1]})
	}
	return e
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

// foldChr is a string of character codes.
func foldChr(_ *reader, c *call) value {
	if len(c.args) == 1 {
		if a := c.args[0]; a.shape == list {
			return characters(a.items)
		}
	}
	return characters(c.args)
}

// foldModule is a module that is named by a string.
func foldModule(r *reader, c *call) value {
	if v := c.first(); v.known() {
		return value{shape: ref, name: moduleName(v.arg.Text)}
	}
	return r.result(c, "")
}

// foldAttribute is getattr(object, "name").
func foldAttribute(r *reader, c *call) value {
	if len(c.args) < 2 || !c.args[1].known() {
		return r.result(c, "")
	}
	v := r.member(c.args[0], c.args[1].arg.Text)
	v.lhs = ""
	return v
}

// foldSend is a web request whose method and body are named.
func foldSend(r *reader, c *call) value {
	words := []Arg{{Text: "curl"}}
	if m, ok := c.option("method"); ok && m.known() && !strings.EqualFold(m.arg.Text, "get") {
		words = append(words, Arg{Text: "-X"}, Arg{Text: strings.ToUpper(m.arg.Text)})
	}
	for _, k := range [...]string{"body", "data", "json", "files", "content"} {
		if _, ok := c.option(k); ok {
			words = append(words, r.payload(c, ":"+k)[0]...)
			break
		}
	}
	target := c.first()
	if u, ok := c.option("url"); ok {
		target = u
	}
	for _, a := range target.alternatives() {
		r.argv(c, append(words[:len(words):len(words)], r.arg(a)))
	}
	return r.result(c, "net")
}

// foldExec is exec of a path, then its arguments, of which the first is the
// name the program goes by.
func foldExec(r *reader, c *call) value { return r.replaced(c, 0) }

// foldSpawn is foldExec behind a mode.
func foldSpawn(r *reader, c *call) value { return r.replaced(c, 1) }

func (r *reader) replaced(c *call, skip int) value {
	if len(c.args) <= skip {
		return r.result(c, "")
	}
	words := r.flat(c.args[skip])
	var rest []Arg
	for _, a := range c.args[skip+1:] {
		if a.shape != dict {
			rest = append(rest, r.flat(a)...)
		}
	}
	if len(rest) > 0 {
		words = append(words, rest[1:]...)
	}
	r.argv(c, words)
	return r.result(c, "")
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

// foldCodec is codecs.decode(text, name).
func foldCodec(r *reader, c *call) value {
	if len(c.args) < 2 {
		return foldSame(r, c)
	}
	switch strings.ReplaceAll(strings.ToLower(c.args[1].arg.Text), "_", "") {
	case "rot13":
		return r.onText(c.first(), rot13)
	case "hex":
		return r.onText(c.first(), fromHex)
	case "base64":
		return r.onText(c.first(), fromBase64)
	}
	return foldSame(r, c)
}

func foldRot13(r *reader, c *call) value { return r.onText(c.first(), rot13) }

func foldReverse(r *reader, c *call) value { return r.reversed(c.first()) }

// foldMap is map(function, list), known for chr.
func foldMap(r *reader, c *call) value {
	if len(c.args) != 2 {
		return r.result(c, "")
	}
	if f := c.args[0]; f.name == "chr" && c.args[1].shape == list {
		out := value{shape: list}
		for _, n := range c.args[1].items {
			out.items = append(out.items, characters([]value{n}))
		}
		return out
	}
	each := iterated(c.args[1])
	return r.call(c.args[0], &call{from: c.from, to: c.to, args: []value{each}})
}

// foldEnumerate pairs elements with unknown numbers.
func foldEnumerate(_ *reader, c *call) value {
	each := value{shape: list, items: []value{unknown("i"), iterated(c.first())}}
	return value{shape: list, items: []value{each}}
}

func foldSocket(_ *reader, c *call) value {
	v := value{shape: text, typ: "socket.socket", sock: true}
	v.arg = unknown(c.name).arg
	return v
}

func foldConnected(r *reader, c *call) value { return foldSocket(r, c) }

// foldReceive reads a line from an object, which matters from a connection.
func foldReceive(r *reader, c *call) value {
	v := r.result(c, "")
	v.net = v.net || v.sock
	return v.stained()
}

// foldReadFile is a file that is read when it is used.
func foldReadFile(r *reader, c *call) value {
	r.argv(c, []Arg{{Text: "cat"}, r.arg(c.first())})
	return r.result(c, "file")
}

// foldBuffer is Buffer.from(text, encoding).
func foldBuffer(r *reader, c *call) value {
	if len(c.args) > 1 {
		switch c.args[1].arg.Text {
		case "base64", "base64url":
			return r.onText(c.first(), fromBase64)
		case "hex":
			return r.onText(c.first(), fromHex)
		}
	}
	if v := c.first(); v.shape == list {
		return characters(v.items)
	}
	return foldSame(r, c)
}

// foldURI decodes %41.
func foldURI(r *reader, c *call) value {
	return r.onText(c.first(), func(s string) (string, bool) {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '%' && i+2 < len(s) {
				if x, ok := fromHex(s[i+1 : i+3]); ok {
					b.WriteString(x)
					i += 2
					continue
				}
			}
			b.WriteByte(s[i])
		}
		return b.String(), true
	})
}

// foldCommand is system of ruby and perl: one argument is for a shell, more
// are words.
func foldCommand(r *reader, c *call) value {
	args := c.args
	for len(args) > 0 && args[0].shape == dict { // variables of the environment
		args = args[1:]
	}
	if len(args) == 0 {
		return r.result(c, "")
	}
	if len(args) == 1 || len(args) == 2 && args[1].known() && isOpenMode(args[1].arg.Text) && strings.HasPrefix(c.name, "IO.") {
		r.started(c, args[0])
		return r.result(c, "")
	}
	rest := *c
	rest.args = args
	for _, words := range r.words(&rest, "%1*") {
		r.argv(c, words)
	}
	return r.result(c, "")
}

func isOpenMode(s string) bool { return s != "" && len(s) <= 3 && strings.Trim(s, "rwab+") == "" }

// foldPHPCommand is a function of php that runs shell text.
func foldPHPCommand(r *reader, c *call) value {
	if c.name == "pcntl_exec" {
		for _, words := range r.words(c, "%1*") {
			r.argv(c, words)
		}
		return r.result(c, "")
	}
	if len(c.args) > 0 {
		for _, a := range c.args[1:] {
			if a.sock {
				r.wire.wired = true
			}
		}
		r.started(c, c.args[0])
	}
	return r.result(c, "")
}

// foldSendName is ruby's send(:system, "x") and method(:system).
func foldSendName(r *reader, c *call) value {
	f := c.first()
	if !f.known() {
		return r.result(c, "")
	}
	target := value{shape: ref, name: f.arg.Text}
	if c.self != nil && c.self.shape == ref {
		target.name = c.self.name + "." + f.arg.Text
	}
	if strings.HasSuffix(c.name, "method") {
		return target
	}
	return r.call(target, &call{from: c.from, to: c.to, args: c.args[1:]})
}

// foldCallName is php's call_user_func("system", "x").
func foldCallName(r *reader, c *call) value {
	f := c.first()
	if !f.known() || len(c.args) < 2 {
		return r.result(c, "")
	}
	args := c.args[1:]
	if c.name != "call_user_func" && args[0].shape == list {
		args = args[0].items
	}
	return r.call(value{shape: ref, name: f.arg.Text}, &call{from: c.from, to: c.to, args: args})
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

// foldPHPQuery is a query, its text in the first or second argument.
func foldPHPQuery(r *reader, c *call) value {
	for _, a := range c.args {
		if a.shape == text && looksLikeSQL(a.arg.Text) {
			r.program(c, "sql", a)
			break
		}
	}
	return r.result(c, "")
}

// foldInclude runs a file, which matters when it is fetched.
func foldInclude(r *reader, c *call) value {
	if a := r.arg(c.first()); strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "phar:") {
		r.add(Step{Effect: "run", Lang: "php", Argv: []Arg{{Text: "php"}, {Holes: []Hole{{Name: a.Text, Net: true}}}}}, c)
	}
	return r.result(c, "")
}

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

// foldPerlGet is LWP::Simple's get, a name that others use as well.
func foldPerlGet(r *reader, c *call) value {
	a := r.arg(c.first())
	if !strings.Contains(a.Text, "://") && strings.HasPrefix(c.name, "get") {
		return r.result(c, "")
	}
	r.argv(c, []Arg{{Text: "curl"}, a})
	return r.result(c, "net")
}

// foldPack is pack("H*", hex).
func foldPack(r *reader, c *call) value {
	if len(c.args) > 1 && strings.HasPrefix(c.args[0].arg.Text, "H") {
		return r.onText(c.args[1], fromHex)
	}
	return r.result(c, "")
}

// foldJoinWith is join(separator, list).
func foldJoinWith(r *reader, c *call) value {
	if len(c.args) < 2 {
		return r.result(c, "")
	}
	if c.args[1].shape == list {
		return r.joined(c.args[1], c.args[0])
	}
	return r.joined(value{shape: list, items: c.args[1:]}, c.args[0])
}

// foldFormat is string.format("%s/x", v).
func foldFormat(r *reader, c *call) value {
	if len(c.args) == 0 {
		return r.result(c, "")
	}
	return r.format(c.args[0], value{shape: list, items: c.args[1:]})
}
