package lang

import "strings"

var powershell = syntax{lang: "powershell"}

// readPowerShell reads commands and pipelines of PowerShell.
func readPowerShell(src string) []Step {
	p := &psReader{reader: newReader(&powershell, ""), end: len(src)}
	p.src = src
	p.fuel = 4*len(src) + 64<<10
	for p.at < p.end && len(p.steps) < MaxSteps {
		p.statements()
		p.at++ // a bracket that closes nothing we know of
	}
	p.judgeWire()
	return p.steps
}

// statements reads up to the end or a closing bracket, and answers what the
// last pipeline gives.
func (p *psReader) statements() value {
	last := unknown("")
	for p.at < p.end && len(p.steps) < MaxSteps {
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
func (p *psReader) pipeline() value {
	var input *value
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
	return unknown("")
}

// group reads ( .. ) or { .. } as statements.
func (p *psReader) group() value {
	if p.depth >= maxDepth {
		p.at++
		return unknown("")
	}
	p.depth++
	from := p.at
	p.at++
	var items []value
	for p.at < p.end {
		v := p.statements()
		items = append(items, v)
		if p.at >= p.end || p.src[p.at] == ')' || p.src[p.at] == '}' || len(p.steps) >= MaxSteps {
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
	v := unknown(p.src[from:min(p.at, from+60)])
	return v.stained(items...)
}

// command reads one command with its words, to be fed with input.
func (p *psReader) command(input *value) value {
	c := &psCommand{from: p.at, input: input}
	for p.at < p.end && len(c.words) < maxWords {
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
		if len(c.words) == 1 && p.src[p.at] == '=' && c.words[0].lhs != "" {
			p.at++
			v := p.pipeline()
			p.bind(c.words[0].lhs, v)
			return v
		}
		w, ok := p.word()
		if !ok {
			break
		}
		c.words = append(c.words, w)
		if len(c.words) == 1 && w.bare && p.control(w) {
			return unknown("")
		}
	}
	c.to = p.at
	if len(c.words) == 0 {
		return unknown("")
	}
	return p.run(c)
}

// control reports whether the word is of the language, so that what follows
// is not its arguments.
func (p *psReader) control(w psWord) bool {
	switch lower(w.arg.Text) {
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
	if w, ok := p.word(); ok && !strings.EqualFold(w.name, "null") {
		p.argv(&call{name: ">", from: from, to: w.to}, append(words, p.arg(w.value)))
	}
	return true
}

// bracket reads [Type] or [Type]::Method(..).
func (p *psReader) bracket() value {
	from := p.at
	i := strings.IndexByte(p.src[p.at:min(p.end, p.at+200)], ']')
	if i < 0 {
		p.at++
		return lit("[")
	}
	name := lower(p.src[p.at+1 : p.at+i])
	p.at += i + 1
	if !strings.HasPrefix(p.src[p.at:p.end], "::") {
		return lit(p.src[from:p.at])
	}
	p.at += 2
	method := p.identifier()
	name = strings.TrimPrefix(name, "system.") + "." + lower(method)
	if p.at < p.end && p.src[p.at] == '(' {
		return p.static(name, from, p.arguments())
	}
	return value{shape: ref, name: name}
}

func (p *psReader) identifier() string {
	from := p.at
	for p.at < p.end && isWord(p.src[p.at]) {
		p.at++
	}
	return p.src[from:p.at]
}

// arguments reads ( .. ) with commas between values.
func (p *psReader) arguments() []value {
	if p.depth >= maxDepth {
		p.at++
		return nil
	}
	p.depth++
	p.at++
	var out []value
	for p.at < p.end && p.src[p.at] != ')' {
		start := p.at
		for p.at < p.end && (p.src[p.at] <= ' ' || p.src[p.at] == ',') {
			p.at++
		}
		if w, ok := p.word(); ok {
			out = append(out, w.value)
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
func (p *psReader) methods(v value) value {
	for p.at+1 < p.end && p.src[p.at] == '.' && isWord(p.src[p.at+1]) {
		from := p.at
		p.at++
		name := lower(p.identifier())
		if p.at >= p.end || p.src[p.at] != '(' {
			v = unknown(p.src[from:p.at]).stained(v)
			continue
		}
		args := p.arguments()
		c := &call{name: name, from: from, to: p.at, args: args, self: &v}
		switch name {
		case "downloadstring", "downloaddata", "openread", "getstringasync":
			p.argv(c, []Arg{{Text: "curl"}, p.arg(c.first())})
			v = p.result(c, "net")
		case "downloadfile":
			if len(args) > 1 {
				p.argv(c, []Arg{{Text: "curl"}, {Text: "-o"}, p.arg(args[1]), p.arg(args[0])})
			}
		case "delete":
			if v.typ == "item" {
				p.argv(c, []Arg{{Text: "rm"}, {Text: "-r"}, p.arg(v)})
			}
		case "getstring":
			wide := strings.HasSuffix(v.name, ".unicode")
			v = p.onText(c.first(), func(s string) (string, bool) {
				if wide {
					return fromUTF16(s), true
				}
				return s, true
			})
		case "replace":
			v, _ = p.stringMethod(v, "replace", c)
		default:
			v = p.result(c, "")
		}
	}
	return v
}

// static is a call of a method of .NET.
func (p *psReader) static(name string, from int, args []value) value {
	c := &call{name: name, from: from, to: p.at, args: args}
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
		return p.result(c, "file")
	case "io.file.move", "io.directory.move":
		do = "mv %1 %2"
	case "diagnostics.process.start":
		do = "! %1*"
	case "environment.getenvironmentvariable":
		return foldEnv(p.reader, c)
	case "io.path.combine":
		return foldJoin(p.reader, c)
	case "convert.frombase64string":
		v := p.onText(c.first(), fromPlainBase64)
		v.typ = "bytes"
		return v
	case "text.encoding.unicode", "text.encoding.utf8", "text.encoding.ascii":
		return value{shape: ref, name: name}
	}
	if do != "" {
		p.apply(do, c)
	}
	return p.result(c, "")
}
