package lang

import "strings"

var powershell = Syntax{Lang: "powershell"}

// readPowerShell reads commands and pipelines of PowerShell.
func readPowerShell(src string) []Step {
	p := &psReader{Reader: NewReader(&powershell, ""), end: len(src)}
	p.src = src
	p.fuel = 4*len(src) + 64<<10
	for p.at < p.end && len(p.Found) < MaxSteps {
		p.statements()
		p.at++ // a bracket that closes nothing we know of
	}
	p.judgeWire()
	return p.Found
}

// statements reads up to the end or a closing bracket, and answers what the
// last pipeline gives.
func (p *psReader) statements() Value {
	last := Unknown("")
	for p.at < p.end && len(p.Found) < MaxSteps {
		start := p.at
		p.blank()
		if p.at >= p.end {
			break
		}
		switch p.src[p.at] {
		case ')', '}', ']':
			return last
		case ';', '\n', '|', '&', ',':
			if p.src[p.at] == '&' && p.at+1 < p.end && p.src[p.at+1] != '&' {
				last = p.pipeline()
				break
			}
			p.at++
		default:
			last = p.pipeline()
		}
		if p.at == start {
			p.at++
		}
	}
	return last
}

// pipeline reads commands with | between them.
func (p *psReader) pipeline() Value {
	var input *Value
	for p.at < p.end {
		v := p.command(input)
		p.blank()
		if p.at+1 >= p.end || p.src[p.at] != '|' || p.src[p.at+1] == '|' {
			return v
		}
		p.at++
		for p.at < p.end && p.src[p.at] <= ' ' {
			p.at++
		}
		input = &v
	}
	return Unknown("")
}

// group reads ( .. ) or { .. } as statements.
func (p *psReader) group() Value {
	if p.depth >= maxDepth {
		p.at++
		return Unknown("")
	}
	p.depth++
	from := p.at
	p.at++
	var items []Value
	for p.at < p.end {
		v := p.statements()
		items = append(items, v)
		if p.at >= p.end || p.src[p.at] == ')' || p.src[p.at] == '}' || len(p.Found) >= MaxSteps {
			break
		}
		p.at++
	}
	if p.at < p.end {
		p.at++
	}
	p.depth--
	if len(items) == 1 {
		return items[0]
	}
	v := Unknown(p.src[from:min(p.at, from+60)])
	return v.Tainted(items...)
}

// command reads one command with its words, to be fed with input.
func (p *psReader) command(input *Value) Value {
	c := &psCommand{from: p.at, input: input}
	for p.at < p.end && len(c.words) < MaxWords {
		p.blank()
		if p.at >= p.end {
			break
		}
		if len(c.words) == 0 && (p.src[p.at] == '&' || p.src[p.at] == '.' && p.at+1 < p.end && p.src[p.at+1] == ' ') {
			p.at++
			c.invoked = true
			continue
		}
		if p.redirect() {
			continue
		}
		if len(c.words) == 1 && p.src[p.at] == '=' && c.words[0].Var != "" {
			p.at++
			v := p.pipeline()
			p.Bind(c.words[0].Var, v)
			return v
		}
		w, ok := p.word()
		if !ok {
			break
		}
		c.words = append(c.words, w)
		if len(c.words) == 1 && w.bare && p.control(w) {
			return Unknown("")
		}
	}
	c.to = p.at
	if len(c.words) == 0 {
		return Unknown("")
	}
	return p.run(c)
}

// control reports whether the word is of the language, so that what follows
// is not its arguments.
func (p *psReader) control(w psWord) bool {
	switch Lower(w.Arg.Text) {
	case "if", "else", "elseif", "foreach", "for", "while", "do", "try", "catch", "finally", "return", "function", "switch", "in", "param", "begin", "process", "end", "throw":
		return true
	}
	return false
}

// redirect reads > file.
func (p *psReader) redirect() bool {
	i := p.at
	if strings.IndexByte("12*", p.src[i]) >= 0 {
		i++
	}
	if i >= p.end || p.src[i] != '>' {
		return false
	}
	p.at = i + 1
	words := []Arg{{Text: "tee"}}
	if p.at < p.end && p.src[p.at] == '>' {
		p.at++
		words = append(words, Arg{Text: "-a"})
	}
	if p.at < p.end && p.src[p.at] == '&' { // 2>&1
		p.at = min(p.at+2, p.end)
		return true
	}
	p.blank()
	from := p.at
	if w, ok := p.word(); ok && !strings.EqualFold(w.Name, "null") {
		p.Argv(&Call{Name: ">", From: from, To: w.to}, append(words, p.Arg(w.Value)))
	}
	return true
}

// bracket reads [Type] or [Type]::Method(..).
func (p *psReader) bracket() Value {
	from := p.at
	i := strings.IndexByte(p.src[p.at:min(p.end, p.at+200)], ']')
	if i < 0 {
		p.at++
		return Lit("[")
	}
	name := Lower(p.src[p.at+1 : p.at+i])
	p.at += i + 1
	if !strings.HasPrefix(p.src[p.at:p.end], "::") {
		return Lit(p.src[from:p.at])
	}
	p.at += 2
	method := p.identifier()
	name = strings.TrimPrefix(name, "system.") + "." + Lower(method)
	if p.at < p.end && p.src[p.at] == '(' {
		return p.static(name, from, p.arguments())
	}
	return Value{Shape: NameShape, Name: name}
}

func (p *psReader) identifier() string {
	from := p.at
	for p.at < p.end && IsWord(p.src[p.at]) {
		p.at++
	}
	return p.src[from:p.at]
}

// arguments reads ( .. ) with commas between values.
func (p *psReader) arguments() []Value {
	if p.depth >= maxDepth {
		p.at++
		return nil
	}
	p.depth++
	p.at++
	var out []Value
	for p.at < p.end && p.src[p.at] != ')' {
		start := p.at
		for p.at < p.end && (p.src[p.at] <= ' ' || p.src[p.at] == ',') {
			p.at++
		}
		if w, ok := p.word(); ok {
			out = append(out, w.Value)
		}
		if p.at == start {
			p.at++
		}
	}
	if p.at < p.end {
		p.at++
	}
	p.depth--
	return out
}

// methods reads .Name(..) behind a value.
func (p *psReader) methods(v Value) Value {
	for p.at+1 < p.end && p.src[p.at] == '.' && IsWord(p.src[p.at+1]) {
		from := p.at
		p.at++
		name := Lower(p.identifier())
		if p.at >= p.end || p.src[p.at] != '(' {
			v = Unknown(p.src[from:p.at]).Tainted(v)
			continue
		}
		args := p.arguments()
		c := &Call{Name: name, From: from, To: p.at, Args: args, Self: &v}
		switch name {
		case "downloadstring", "downloaddata", "openread", "getstringasync":
			p.Argv(c, []Arg{{Text: "curl"}, p.Arg(c.first())})
			v = p.Result(c, "net")
		case "downloadfile":
			if len(args) > 1 {
				p.Argv(c, []Arg{{Text: "curl"}, {Text: "-o"}, p.Arg(args[1]), p.Arg(args[0])})
			}
		case "delete":
			if v.Type == "item" {
				p.Argv(c, []Arg{{Text: "rm"}, {Text: "-r"}, p.Arg(v)})
			}
		case "getstring":
			wide := strings.HasSuffix(v.Name, ".unicode")
			v = p.onText(c.first(), func(s string) (string, bool) {
				if wide {
					return fromUTF16(s), true
				}
				return s, true
			})
		case "replace":
			v, _ = p.stringMethod(v, "replace", c)
		default:
			v = p.Result(c, "")
		}
	}
	return v
}

// static is a call of a method of .NET.
func (p *psReader) static(name string, from int, args []Value) Value {
	c := &Call{Name: name, From: from, To: p.at, Args: args}
	do := ""
	switch name {
	case "io.file.delete":
		do = "rm %1"
	case "io.directory.delete":
		do = "rmdir %1"
		if len(args) > 1 {
			do = "rm -r %1"
		}
	case "io.file.writealltext", "io.file.writeallbytes", "io.file.writealllines", "io.file.create":
		do = "tee %1"
	case "io.file.appendalltext":
		do = "tee -a %1"
	case "io.file.readalltext", "io.file.readallbytes", "io.file.readalllines":
		p.apply("cat %1", c)
		return p.Result(c, "file")
	case "io.file.move", "io.directory.move":
		do = "mv %1 %2"
	case "diagnostics.process.start":
		do = "! %1*"
	case "environment.getenvironmentvariable":
		return foldEnv(p.Reader, c)
	case "io.path.combine":
		return foldJoin(p.Reader, c)
	case "convert.frombase64string":
		v := p.onText(c.first(), fromPlainBase64)
		v.Type = "bytes"
		return v
	case "text.encoding.unicode", "text.encoding.utf8", "text.encoding.ascii":
		return Value{Shape: NameShape, Name: name}
	}
	if do != "" {
		p.apply(do, c)
	}
	return p.Result(c, "")
}
