package powershell

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// command is one command of a pipeline.
type command struct {
	words      []lang.Word
	input      *lang.Value
	from       int
	to         int
	invoked    bool // by & or .
	*lang.Call      // what run makes of it: its operands are the arguments
}

// name returns the command's name in lower case.
func (c *command) name() string {
	return lang.Lower(strings.TrimSuffix(c.words[0].Arg.Text, ".exe"))
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

// operands returns the words that are neither parameters nor their values, with
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
		return p.Words(*c.input)
	}
	for i := range out {
		out[i] = lang.ExpandHome(out[i])
	}
	return out
}

// call makes a command a call of a function.
func (p *reader) call(c *command) {
	c.Call = &lang.Call{Name: c.words[0].Arg.Text, From: c.from, To: c.to, Cut: true}
	for _, a := range p.operands(c) {
		c.Args = append(c.Args, lang.Value{Shape: lang.TextShape, Arg: a})
	}
	for i, w := range c.words {
		if i == 0 || !w.Bare || len(w.Arg.Text) < 2 || w.Arg.Text[0] != '-' {
			continue
		}
		key := lang.Lower(strings.TrimSuffix(w.Arg.Text[1:], ":"))
		v := lang.Lit("true")
		if i+1 < len(c.words) && (key == "verb" || !shortens(key, switches[:])) {
			v = c.words[i+1].Value
		}
		c.SetOption(key, v)
	}
}

// operand returns an operand, or nothing.
func (c *command) operand(n int) (lang.Arg, bool) {
	if n >= len(c.Args) {
		return lang.Arg{}, false
	}
	return c.Args[n].Arg, true
}

// run adds the steps of a command and returns what it gives.
func (p *reader) run(c *command) lang.Value {
	first := c.words[0]
	if (!first.Bare || !first.Known()) && !c.invoked {
		return p.expression(c)
	}
	p.call(c)
	name := c.name()
	_, dry := c.Option("whatif")
	if p.Knows(name) {
		if !dry {
			p.Run(name, c.Call)
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
		if len(c.Args) > 1 {
			return p.Both(c.Args[0], c.Args[1], lang.JoinPath)
		}
	case "resolve-path", "get-item", "gi", "convert-path":
		if a, ok := c.operand(0); ok {
			return lang.Value{Shape: lang.TextShape, Arg: a, Type: "item"}
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

// removal reports whether a command deletes something that outlives the
// session, and adds that: Remove-ADUser, Remove-AzResourceGroup, Remove-VM.
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
	if _, dry := c.Option("whatif"); !dry {
		argv := []lang.Arg{{Text: "what " + c.Name + " names"}}
		for _, v := range c.Args {
			argv = append(argv, v.Arg)
		}
		p.Add(lang.Step{Effect: "destroy", Argv: argv}, c.Call)
	}
	return true
}

// expression returns a value that stands where a command could: a string, a
// sum of strings, or a list.
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

// evaluate runs the text of Invoke-Expression.
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
	c.Args = nil
	p.Program(c.Call, "powershell", v)
	return p.Result(c.Call, "")
}

// connects notes a connection that an object stands for.
func (p *reader) connects(c *command) {
	if len(c.words) < 2 || c.name() != "new-object" {
		return
	}
	t := strings.TrimPrefix(lang.Lower(c.words[1].Arg.Text), "system.")
	if strings.HasPrefix(t, "net.sockets.tcp") || strings.HasPrefix(t, "net.sockets.socket") {
		p.Connect(c.Call, lang.Arg{})
	}
}

// fetch adds a web request.
func (p *reader) fetch(c *command) lang.Value {
	words := []lang.Arg{{Text: "curl"}}
	if m, ok := c.Option("method"); ok && m.Known() && !strings.EqualFold(m.Arg.Text, "get") {
		words = append(words, lang.Arg{Text: "-X"}, lang.Arg{Text: strings.ToUpper(m.Arg.Text)})
	}
	for _, o := range [...][2]string{{"body", "-d"}, {"infile", "-T"}, {"outfile", "-o"}} {
		if v, ok := c.Option(o[0]); ok {
			words = append(words, lang.Arg{Text: o[1]}, p.Arg(v))
		}
	}
	for _, v := range c.Args {
		if a := v.Arg; strings.Contains(a.Text, "/") || len(a.Holes) > 0 {
			words = append(words, a)
			break
		}
	}
	c.Args = nil
	p.Argv(c.Call, words)
	return p.Result(c.Call, "net")
}

// listing returns what a directory holds, for the command behind the pipe.
func (p *reader) listing(c *command) lang.Value {
	dir, ok := c.operand(0)
	if !ok {
		dir = lang.Arg{Text: "."}
	}
	names := p.parameter(c, "include")
	if len(names) == 0 {
		names = p.parameter(c, "filter")
	}
	if len(names) > 0 {
		list := lang.Value{Shape: lang.ListShape}
		for _, name := range names {
			name.Glob = strings.ContainsAny(name.Text, "*?")
			list.Items = append(list.Items, lang.Value{Shape: lang.TextShape, Arg: lang.JoinPath(dir, name), Type: "item"})
		}
		return list
	}
	if !dir.Glob {
		all := "*"
		if _, ok := c.Option("recurse"); ok {
			all = "**"
		}
		dir = lang.JoinPath(dir, lang.Arg{Text: all, Glob: true})
	}
	return lang.Value{Shape: lang.TextShape, Arg: dir, Type: "item"}
}

// parameter returns the values of a parameter, whose name may be cut short.
func (p *reader) parameter(c *command, name string) []lang.Arg {
	var out []lang.Arg
	for i, w := range c.words {
		if i == 0 || !w.Bare || len(w.Arg.Text) < 3 || w.Arg.Text[0] != '-' || !strings.HasPrefix(name, lang.Lower(w.Arg.Text[1:])) {
			continue
		}
		for i++; i < len(c.words); i++ {
			out = append(out, p.Words(c.words[i].Value)...)
			if !c.words[i].List {
				break
			}
		}
		break
	}
	return out
}

// start runs the program that Start-Process names.
func (p *reader) start(c *command) {
	var words []lang.Arg
	if v, ok := c.Option("verb"); ok && strings.EqualFold(v.Arg.Text, "runas") {
		words = append(words, lang.Arg{Text: "sudo"})
	}
	if len(c.Args) == 0 {
		return
	}
	for _, v := range c.Args {
		words = append(words, v.Arg)
	}
	if v, ok := c.Option("argumentlist"); ok {
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
	p.Argv(c.Call, words)
}

// program runs a command that is not PowerShell's own.
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
	p.Argv(c.Call, words)
}
