package powershell

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lang"
)

// command is one command of a pipeline.
type command struct {
	words   []lang.Word
	input   *lang.Value
	from    int
	to      int
	invoked bool // by & or .
}

// name is the command's name in lower case.
func (c *command) name() string {
	return lang.Lower(strings.TrimSuffix(c.words[0].Arg.Text, ".exe"))
}

// option finds a parameter by its name, which may be cut short.
func (c *command) option(name string) (lang.Value, bool) {
	for i, w := range c.words {
		p := lang.Lower(strings.TrimSuffix(w.Arg.Text, ":"))
		if i == 0 || !w.Bare || len(p) < 2 || p[0] != '-' || !strings.HasPrefix(name, p[1:]) {
			continue
		}
		if i+1 < len(c.words) {
			return c.words[i+1].Value, true
		}
		return lang.Value{}, true
	}
	return lang.Value{}, false
}

// switches are parameters without a value.
var switches = [...]string{"recurse", "force", "rf", "fr", "confirm", "whatif", "verbose", "append", "passthru", "usebasicparsing",
	"nonewline", "noclobber", "wait", "nonewwindow", "asbytestream", "asjob"}

// targets are parameters whose value is what the command works on.
var targets = [...]string{"path", "literalpath", "filepath", "uri", "command", "destination", "name", "id", "driveletter", "number", "outfile"}

// shortens reports whether a key is one of these names, perhaps cut short.
func shortens(key string, names []string) bool {
	return key != "" && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, key) })
}

// operands are the words that are neither parameters nor their values, with
// the values of the parameters that name what the command works on in front.
func (p *reader) operands(c *command) []lang.Arg {
	var named, out []lang.Arg
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		option := w.Bare && len(w.Arg.Text) > 1 && w.Arg.Text[0] == '-' && !lang.IsDigit(w.Arg.Text[1])
		if !option {
			for j, a := range p.Words(w.Value) {
				a.Glob = a.Glob || j == 0 && w.Shape == lang.TextShape && strings.ContainsAny(a.Text, "*?")
				out = append(out, a)
			}
			continue
		}
		key := lang.Lower(strings.TrimSuffix(w.Arg.Text[1:], ":"))
		if head, _, cut := strings.Cut(key, ":"); cut || head != "verb" && shortens(head, switches[:]) {
			continue
		}
		for i+1 < len(c.words) {
			i++
			if v := c.words[i]; shortens(key, targets[:]) {
				a := p.Arg(v.Value)
				a.Glob = a.Glob || key[0] != 'l' && strings.ContainsAny(a.Text, "*?")
				named = append(named, a)
			}
			if !c.words[i].List {
				break
			}
		}
	}
	out = append(named, out...)
	if len(out) == 0 && c.input != nil {
		return []lang.Arg{p.Arg(*c.input)}
	}
	for i := range out {
		out[i] = lang.ExpandHome(out[i])
	}
	return out
}

// call is the command as a call of a function: its operands are the arguments.
func (p *reader) call(c *command) *lang.Call {
	out := &lang.Call{Name: c.words[0].Arg.Text, From: c.from, To: c.to, Cut: true}
	for _, a := range p.operands(c) {
		out.Args = append(out.Args, lang.Value{Shape: lang.TextShape, Arg: a})
	}
	for i, w := range c.words {
		if i == 0 || !w.Bare || len(w.Arg.Text) < 2 || w.Arg.Text[0] != '-' {
			continue
		}
		key := lang.Lower(strings.TrimSuffix(w.Arg.Text[1:], ":"))
		v := lang.Lit("true")
		if i+1 < len(c.words) && !shortens(key, switches[:]) {
			v = c.words[i+1].Value
		}
		out.Option(key, v)
	}
	return out
}

// run adds the steps of a command and returns what it gives.
func (p *reader) run(c *command) lang.Value {
	first := c.words[0]
	if (!first.Bare || !first.Known()) && !c.invoked {
		return p.expression(c)
	}
	name := c.name()
	if p.Knows(name) {
		if _, dry := c.option("whatif"); !dry {
			p.Run(name, p.call(c))
		}
		return lang.Unknown(name)
	}
	switch name {
	case "invoke-expression", "iex":
		return p.evaluate(c)
	case "invoke-webrequest", "iwr", "invoke-restmethod", "irm", "curl", "wget", "start-bitstransfer":
		return p.fetch(c)
	case "get-childitem", "gci", "ls", "dir":
		return p.listing(c)
	case "start-process", "saps", "start":
		p.start(c)
	case "new-object", "where-object", "?", "select-object", "sort-object":
		p.connects(c)
		if c.input != nil {
			return *c.input
		}
	case "join-path":
		if ops := p.operands(c); len(ops) > 1 {
			return lang.Value{Shape: lang.TextShape, Arg: lang.JoinPath(ops[0], ops[1])}
		}
	case "resolve-path", "get-item", "gi", "convert-path":
		if ops := p.operands(c); len(ops) > 0 {
			return lang.Value{Shape: lang.TextShape, Arg: ops[0], Type: "item"}
		}
	case "write-host", "write-output", "echo", "write-error", "write-warning", "cd", "set-location", "foreach-object", "%", "out-null":
		if c.input != nil && name == "out-null" {
			return *c.input
		}
		if len(c.words) > 1 && (name == "echo" || name == "write-output") {
			return c.words[1].Value
		}
	default:
		if !p.removal(c) {
			p.program(c)
		}
	}
	return lang.Unknown(name)
}

// removal is a cmdlet that takes something away which outlives the session:
// Remove-ADUser, Remove-AzResourceGroup, Remove-VM.
func (p *reader) removal(c *command) bool {
	noun, ok := strings.CutPrefix(c.name(), "remove-")
	if !ok {
		return false
	}
	switch noun {
	case "variable", "module", "psdrive", "pssession", "job", "event", "typedata", "psbreakpoint", "alias", "cimsession", "member",
		"pssnapin", "psreadlinekeyhandler", "computer":
		return false
	}
	if _, dry := c.option("whatif"); !dry {
		p.Add(lang.Step{Effect: "destroy", Argv: append([]lang.Arg{{Text: "what " + c.words[0].Arg.Text + " names"}}, p.operands(c)...)}, p.call(c))
	}
	return true
}

// expression is a value that stands where a command could: a string, a sum of
// strings, or a list.
func (p *reader) expression(c *command) lang.Value {
	v := c.words[0].Value
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		switch {
		case c.words[i-1].List:
			if v.Shape != lang.ListShape {
				v = lang.Value{Shape: lang.ListShape, Items: []lang.Value{v}}
			}
			v.Items = append(v.Items, w.Value)
		case w.Bare && w.Arg.Text == "+" && i+1 < len(c.words):
			i++
			v = p.Concat(v, c.words[i].Value)
		default:
			return lang.Unknown(p.src[c.from:min(c.to, c.from+60)]).Tainted(v, w.Value)
		}
	}
	return v
}

// evaluate is Invoke-Expression.
func (p *reader) evaluate(c *command) lang.Value {
	var v lang.Value
	switch ops := c.words[1:]; {
	case len(ops) > 0:
		rest := command{words: ops, from: ops[0].From, to: c.to}
		if w := ops[0]; w.Bare && strings.HasPrefix(w.Arg.Text, "-") && len(ops) > 1 {
			rest.words = ops[1:]
		}
		v = p.expression(&rest)
		if v.Net && v.Shape != lang.TextShape {
			v = v.Tainted()
		}
	case c.input != nil:
		v = *c.input
	default:
		return lang.Unknown("iex")
	}
	if v.Shape != lang.TextShape && !v.Net { // what comes in, as far as anyone can tell
		p.RunsInput()
	}
	call := p.call(c)
	call.Args = nil
	p.Program(call, "powershell", v)
	return p.Result(call, "")
}

// connects notes a connection that an object stands for.
func (p *reader) connects(c *command) {
	if len(c.words) < 2 || c.name() != "new-object" {
		return
	}
	t := strings.TrimPrefix(lang.Lower(c.words[1].Arg.Text), "system.")
	if strings.HasPrefix(t, "net.sockets.tcp") || strings.HasPrefix(t, "net.sockets.socket") {
		p.Connect(p.call(c), lang.Arg{})
	}
}

// fetch is a web request.
func (p *reader) fetch(c *command) lang.Value {
	words := []lang.Arg{{Text: "curl"}}
	if m, ok := c.option("method"); ok && m.Known() && !strings.EqualFold(m.Arg.Text, "get") {
		words = append(words, lang.Arg{Text: "-X"}, lang.Arg{Text: strings.ToUpper(m.Arg.Text)})
	}
	for _, o := range [...][2]string{{"body", "-d"}, {"infile", "-T"}, {"outfile", "-o"}} {
		if v, ok := c.option(o[0]); ok {
			words = append(words, lang.Arg{Text: o[1]}, p.Arg(v))
		}
	}
	for _, a := range p.operands(c) {
		if strings.Contains(a.Text, "/") || len(a.Holes) > 0 {
			words = append(words, a)
			break
		}
	}
	call := p.call(c)
	call.Args = nil
	p.Argv(call, words)
	return p.Result(call, "net")
}

// listing is what a directory holds, for the command behind the pipe.
func (p *reader) listing(c *command) lang.Value {
	dir := lang.Arg{Text: "."}
	if ops := p.operands(c); len(ops) > 0 {
		dir = ops[0]
	}
	if !dir.Glob {
		dir = lang.JoinPath(dir, lang.Arg{Text: "*", Glob: true})
	}
	return lang.Value{Shape: lang.TextShape, Arg: dir, Type: "item"}
}

// start is Start-Process.
func (p *reader) start(c *command) {
	var words []lang.Arg
	if v, ok := c.option("verb"); ok && strings.EqualFold(v.Arg.Text, "runas") {
		words = append(words, lang.Arg{Text: "sudo"})
	}
	ops := p.operands(c)
	if len(ops) == 0 {
		return
	}
	words = append(words, ops...)
	if v, ok := c.option("argumentlist"); ok {
		for _, a := range p.Words(v) {
			if len(a.Holes) > 0 {
				words = append(words, a)
				continue
			}
			for _, f := range strings.Fields(a.Text) {
				words = append(words, lang.Arg{Text: f})
			}
		}
	}
	p.Argv(p.call(c), words)
}

// program is a command that is not PowerShell's own.
func (p *reader) program(c *command) {
	name := c.name()
	if verb, _, cut := strings.Cut(name, "-"); cut && !c.invoked {
		switch verb {
		case "get", "set", "new", "add", "test", "import", "export", "convertto", "convertfrom", "measure", "select", "write", "out", "format", "update", "install", "enable", "disable", "start", "stop", "read", "push", "pop", "clear", "wait", "compare", "group", "register", "invoke", "remove", "split", "join":
			return
		}
	}
	if strings.ContainsAny(name, "=:+*?\"") && !strings.ContainsAny(name, `\/`) || name == "" && len(c.words[0].Arg.Holes) == 0 {
		return
	}
	var words []lang.Arg
	for _, w := range c.words {
		words = append(words, p.Words(w.Value)...)
	}
	p.Argv(p.call(c), words)
}
