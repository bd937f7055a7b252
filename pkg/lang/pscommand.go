package lang

import "strings"

// psCommand is one command of a pipeline.
type psCommand struct {
	words   []psWord
	input   *Value
	from    int
	to      int
	invoked bool // by & or .
}

// name is the command's name in lower case.
func (c *psCommand) name() string {
	return Lower(strings.TrimSuffix(c.words[0].Arg.Text, ".exe"))
}

// option finds a parameter by its name, which may be cut short.
func (c *psCommand) option(name string) (Value, bool) {
	for i, w := range c.words {
		p := Lower(strings.TrimSuffix(w.Arg.Text, ":"))
		if i == 0 || !w.bare || len(p) < 2 || p[0] != '-' || !strings.HasPrefix(name, p[1:]) {
			continue
		}
		if i+1 < len(c.words) {
			return c.words[i+1].Value, true
		}
		return Value{}, true
	}
	return Value{}, false
}

// switched reports whether a switch is given.
func (c *psCommand) switched(name string) bool {
	_, ok := c.option(name)
	return ok
}

// psSwitches are parameters without a value.
var psSwitches = [...]string{"recurse", "force", "rf", "fr", "confirm", "whatif", "verbose", "append", "passthru", "usebasicparsing",
	"nonewline", "noclobber", "wait", "nonewwindow", "asbytestream", "asjob"}

// psPaths are parameters whose value is what the command works on.
var psPaths = [...]string{"path", "literalpath", "filepath", "uri", "command", "destination", "name", "id", "driveletter", "number", "outfile"}

// operands are the words that are neither parameters nor their values, with
// the values of the parameters that name what the command works on in front.
func (p *psReader) operands(c *psCommand) []Arg {
	var named, out []Arg
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		option := w.bare && len(w.Arg.Text) > 1 && w.Arg.Text[0] == '-' && !IsDigit(w.Arg.Text[1])
		if !option {
			for j, a := range p.Words(w.Value) {
				a.Glob = a.Glob || j == 0 && w.Shape == TextShape && strings.ContainsAny(a.Text, "*?")
				out = append(out, a)
			}
			continue
		}
		key := Lower(strings.TrimSuffix(w.Arg.Text[1:], ":"))
		if head, _, cut := strings.Cut(key, ":"); cut || head != "verb" && psNamed(psSwitches[:], head) {
			continue
		}
		takes := psNamed(psPaths[:], key)
		for i+1 < len(c.words) {
			i++
			if v := c.words[i]; takes {
				a := p.Arg(v.Value)
				a.Glob = a.Glob || key[0] != 'l' && strings.ContainsAny(a.Text, "*?")
				named = append(named, a)
			}
			if !c.words[i].list {
				break
			}
		}
	}
	out = append(named, out...)
	if len(out) == 0 && c.input != nil {
		return []Arg{p.Arg(*c.input)}
	}
	for i := range out {
		out[i] = ExpandHome(out[i])
	}
	return out
}

func psNamed(names []string, key string) bool {
	for _, n := range names {
		if key != "" && strings.HasPrefix(n, key) {
			return true
		}
	}
	return false
}

// do adds an argv with the command's operands, at most so many.
func (p *psReader) do(c *psCommand, most int, words ...string) Value {
	var line []Arg
	for _, w := range words {
		if w != "" {
			line = append(line, Arg{Text: w})
		}
	}
	if !c.switched("whatif") {
		ops := p.operands(c)
		p.Argv(c.call(), append(line, ops[:min(len(ops), most)]...))
	}
	return Unknown(c.name())
}

func (c *psCommand) call() *Call {
	return &Call{Name: c.words[0].Arg.Text, From: c.from, To: c.to}
}

// flag is a word for a switch that is given.
func (c *psCommand) flag(name, word string) string {
	if c.switched(name) {
		return word
	}
	return ""
}

// run adds the steps of a command and answers what it gives.
func (p *psReader) run(c *psCommand) Value {
	first := c.words[0]
	if (!first.bare || !first.Known()) && !c.invoked {
		return p.expression(c)
	}
	switch name := c.name(); name {
	case "remove-item", "ri", "rm", "del", "rd", "rmdir", "erase":
		if strings.HasPrefix(p.src[c.words[len(c.words)-1].from:], "-rf") || hasWord(c, "-rf") || hasWord(c, "-r") {
			return p.do(c, MaxWords, "rm", "-r", "-f")
		}
		return p.do(c, MaxWords, "rm", c.flag("recurse", "-r"), c.flag("force", "-f"))
	case "clear-recyclebin":
		return p.do(c, 0, "rm", "-r", "$Recycle.Bin")
	case "set-content", "sc", "out-file", "tee-object", "export-csv", "clear-content", "clc":
		return p.do(c, 1, "tee", c.flag("append", "-a"))
	case "add-content", "ac":
		return p.do(c, 1, "tee", "-a")
	case "move-item", "mi", "mv", "move", "rename-item", "ren", "rni":
		return p.do(c, 2, "mv")
	case "copy-item", "cpi", "cp", "copy":
		return p.do(c, 2, "cp", c.flag("recurse", "-r"))
	case "get-content", "gc", "cat", "type":
		p.do(c, MaxWords, "cat")
		return p.Result(c.call(), "")
	case "invoke-expression", "iex":
		return p.evaluate(c)
	case "invoke-webrequest", "iwr", "invoke-restmethod", "irm", "curl", "wget", "start-bitstransfer":
		return p.fetch(c)
	case "get-childitem", "gci", "ls", "dir":
		return p.listing(c)
	case "format-volume", "clear-disk", "initialize-disk", "remove-partition", "clear-partition", "format":
		p.Add(Step{Effect: "format", Argv: []Arg{first.Arg}}, c.call())
	case "stop-computer":
		return p.do(c, 0, "shutdown", "-h", "now")
	case "restart-computer":
		return p.do(c, 0, "shutdown", "-r", "now")
	case "stop-process", "spps", "kill":
		return p.do(c, MaxWords, "kill", c.flag("force", "-9"))
	case "stop-service", "spsv", "remove-service":
		return p.do(c, MaxWords, "systemctl", "stop")
	case "clear-eventlog", "remove-eventlog", "clear-history":
		p.Add(Step{Effect: "cover", Argv: append([]Arg{first.Arg}, p.operands(c)...)}, c.call())
	case "invoke-sqlcmd":
		if q, ok := c.option("query"); ok {
			a := p.Arg(q)
			p.Add(Step{Text: a.Text, Holes: a.Holes, Lang: "sql", Known: len(a.Holes) == 0}, c.call())
		}
	case "remove-localuser", "disable-localuser", "new-localuser", "set-localuser", "add-localgroupmember", "remove-localgroup":
		p.Add(Step{Effect: "user", Argv: append([]Arg{first.Arg}, p.operands(c)...)}, c.call())
	case "set-executionpolicy", "set-mppreference", "add-mppreference", "disable-windowsoptionalfeature", "set-netfirewallprofile", "disable-netadapter":
		p.Add(Step{Effect: "bypass", Argv: append([]Arg{first.Arg}, p.operands(c)...)}, c.call())
	case "start-process", "saps", "start":
		return p.start(c)
	case "new-object":
		p.connects(c)
		fallthrough
	case "where-object", "?", "select-object", "sort-object":
		if c.input != nil {
			return *c.input
		}
		return Unknown(name)
	case "join-path":
		if ops := p.operands(c); len(ops) > 1 {
			return p.Both(Value{Shape: TextShape, Arg: ops[0]}, Value{Shape: TextShape, Arg: ops[1]}, JoinPath)
		}
	case "resolve-path", "get-item", "gi", "convert-path":
		if ops := p.operands(c); len(ops) > 0 {
			return Value{Shape: TextShape, Arg: ops[0], Type: "item"}
		}
	case "write-host", "write-output", "echo", "write-error", "write-warning", "cd", "set-location", "foreach-object", "%", "out-null":
		if c.input != nil && strings.HasPrefix(name, "out") {
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
	return Unknown(c.name())
}

// removal is a cmdlet that takes something away which outlives the session:
// Remove-ADUser, Remove-AzResourceGroup, Remove-VM.
func (p *psReader) removal(c *psCommand) bool {
	noun, ok := strings.CutPrefix(c.name(), "remove-")
	if !ok {
		return false
	}
	switch noun {
	case "variable", "module", "psdrive", "pssession", "job", "event", "typedata", "psbreakpoint", "alias", "cimsession", "member",
		"pssnapin", "psreadlinekeyhandler", "computer":
		return false
	}
	if !c.switched("whatif") {
		p.Add(Step{Effect: "destroy", Argv: append([]Arg{{Text: "what " + c.words[0].Arg.Text + " names"}}, p.operands(c)...)}, c.call())
	}
	return true
}

func hasWord(c *psCommand, s string) bool {
	for _, w := range c.words[1:] {
		if w.bare && strings.EqualFold(w.Arg.Text, s) {
			return true
		}
	}
	return false
}

// expression is a value that stands where a command could: a string, a sum of
// strings, or a list.
func (p *psReader) expression(c *psCommand) Value {
	v := c.words[0].Value
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		switch {
		case c.words[i-1].list:
			if v.Shape != ListShape {
				v = Value{Shape: ListShape, Items: []Value{v}}
			}
			v.Items = append(v.Items, w.Value)
		case w.bare && w.Arg.Text == "+" && i+1 < len(c.words):
			i++
			v = p.concat(v, c.words[i].Value)
		default:
			return Unknown(p.src[c.from:min(c.to, c.from+60)]).Tainted(v, w.Value)
		}
	}
	return v
}

// evaluate is Invoke-Expression.
func (p *psReader) evaluate(c *psCommand) Value {
	var v Value
	switch ops := c.words[1:]; {
	case len(ops) > 0:
		rest := psCommand{words: ops, from: ops[0].from, to: c.to}
		if w := ops[0]; w.bare && strings.HasPrefix(w.Arg.Text, "-") && len(ops) > 1 {
			rest.words = ops[1:]
		}
		v = p.expression(&rest)
		if v.Net && v.Shape != TextShape {
			v = v.Tainted()
		}
	case c.input != nil:
		v = *c.input
	default:
		return Unknown("iex")
	}
	if v.Shape != TextShape && !v.Net { // what comes in, as far as anyone can tell
		p.wire.text, p.wire.wired = true, true
	}
	p.Reader.Program(c.call(), "powershell", v)
	return p.Result(c.call(), "")
}

// connects notes a connection that an object stands for.
func (p *psReader) connects(c *psCommand) {
	if len(c.words) < 2 {
		return
	}
	switch t := Lower(c.words[1].Arg.Text); {
	case strings.HasPrefix(t, "system.net.sockets.tcp"), strings.HasPrefix(t, "net.sockets.tcp"), strings.HasPrefix(t, "system.net.sockets.socket"):
		p.wire.open, p.wire.from, p.wire.to = true, c.from, c.to
		if i := strings.IndexByte(c.words[1].Arg.Text, '('); i > 0 {
			p.wire.peer = Arg{Text: strings.Trim(c.words[1].Arg.Text[i:], "()")}
		}
	}
}

// fetch is a web request.
func (p *psReader) fetch(c *psCommand) Value {
	words := []Arg{{Text: "curl"}}
	if m, ok := c.option("method"); ok && m.Known() && !strings.EqualFold(m.Arg.Text, "get") {
		words = append(words, Arg{Text: "-X"}, Arg{Text: strings.ToUpper(m.Arg.Text)})
	}
	if b, ok := c.option("body"); ok {
		words = append(words, Arg{Text: "-d"}, p.Arg(b))
	}
	if f, ok := c.option("infile"); ok {
		words = append(words, Arg{Text: "-T"}, p.Arg(f))
	}
	if o, ok := c.option("outfile"); ok {
		words = append(words, Arg{Text: "-o"}, p.Arg(o))
	}
	for _, a := range p.operands(c) {
		if strings.Contains(a.Text, "/") || len(a.Holes) > 0 {
			words = append(words, a)
			break
		}
	}
	p.Argv(c.call(), words)
	return p.Result(c.call(), "net")
}

// listing is what a directory holds, for the command behind the pipe.
func (p *psReader) listing(c *psCommand) Value {
	dir := Arg{Text: "."}
	if ops := p.operands(c); len(ops) > 0 {
		dir = ops[0]
	}
	if !dir.Glob {
		dir = JoinPath(dir, Arg{Text: "*", Glob: true})
	}
	return Value{Shape: TextShape, Arg: dir, Type: "item"}
}

// start is Start-Process.
func (p *psReader) start(c *psCommand) Value {
	var words []Arg
	if v, ok := c.option("verb"); ok && strings.EqualFold(v.Arg.Text, "runas") {
		words = append(words, Arg{Text: "sudo"})
	}
	ops := p.operands(c)
	if len(ops) == 0 {
		return Unknown("start")
	}
	words = append(words, ops...)
	if v, ok := c.option("argumentlist"); ok {
		for _, a := range p.Words(v) {
			if len(a.Holes) == 0 {
				for _, f := range strings.Fields(a.Text) {
					words = append(words, Arg{Text: f})
				}
				continue
			}
			words = append(words, a)
		}
	}
	p.Argv(c.call(), words)
	return Unknown("start")
}

// program is a command that is not PowerShell's own.
func (p *psReader) program(c *psCommand) {
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
	var words []Arg
	for _, w := range c.words {
		words = append(words, p.Words(w.Value)...)
	}
	p.Argv(c.call(), words)
}
