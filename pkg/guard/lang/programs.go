package lang

import "strings"

// The evaluators of this file know programs, requests and connections.

// evalModule evaluates a module that is named by a string.
func evalModule(e *evaluator, c *Call) Value {
	if v := c.first(); v.Known() {
		return Value{Shape: NameShape, Name: moduleName(v.Arg.Text)}
	}
	return e.Result(c, "")
}

// evalAttribute evaluates getattr(object, "name").
func evalAttribute(e *evaluator, c *Call) Value {
	if len(c.Args) < 2 || !c.Args[1].Known() {
		return e.Result(c, "")
	}
	v := e.member(c.Args[0], c.Args[1].Arg.Text)
	v.Var = ""
	return v
}

// evalRequest evaluates a web request whose method and body are named.
func evalRequest(e *evaluator, c *Call) Value {
	words := []Arg{{Text: "curl"}}
	if m, ok := c.Option("method"); ok && m.Known() && !strings.EqualFold(m.Arg.Text, "get") {
		words = append(words, Arg{Text: "-X"}, Arg{Text: strings.ToUpper(m.Arg.Text)})
	}
	for _, k := range [...]string{"body", "data", "json", "files", "content"} {
		if _, ok := c.Option(k); ok {
			words = append(words, e.payload(c, ":"+k)[0]...)
			break
		}
	}
	target := c.first()
	if u, ok := c.Option("url"); ok {
		target = u
	}
	for _, a := range target.alternatives() {
		e.Argv(c, append(words[:len(words):len(words)], e.Arg(a)))
	}
	v := e.Result(c, "net")
	if strings.HasSuffix(c.Name, ".request") {
		v.Type = "http.Request" // of Node, whose body is written later
	}
	return v
}

// evalExec evaluates exec of a path, then its arguments, of which the first is the
// name the program goes by.
func evalExec(e *evaluator, c *Call) Value { return e.replaced(c, 0) }

// evalSpawn evaluates spawn: a mode, then what exec takes.
func evalSpawn(e *evaluator, c *Call) Value { return e.replaced(c, 1) }

func (e *evaluator) replaced(c *Call, skip int) Value {
	if len(c.Args) <= skip {
		return e.Result(c, "")
	}
	words := e.Words(c.Args[skip])
	var rest []Arg
	for _, a := range c.Args[skip+1:] {
		if a.Shape != DictShape {
			rest = append(rest, e.Words(a)...)
		}
	}
	if len(rest) > 0 {
		words = append(words, rest[1:]...)
	}
	e.Argv(c, words)
	return e.Result(c, "")
}

func evalSocket(_ *evaluator, c *Call) Value {
	v := Value{Shape: TextShape, Type: "socket.socket", sock: true}
	v.Arg = Unknown(c.Name).Arg
	return v
}

// evalReceive reads a line from an object, which matters from a connection.
func evalReceive(e *evaluator, c *Call) Value {
	v := e.Result(c, "")
	v.Net = v.Net || v.sock
	return v.Tainted()
}

// evalCommand evaluates system of ruby and perl: one argument is for a shell, more
// are words.
func evalCommand(e *evaluator, c *Call) Value {
	args := c.Args
	for len(args) > 0 && args[0].Shape == DictShape { // variables of the environment
		args = args[1:]
	}
	if len(args) == 0 {
		return e.Result(c, "")
	}
	if len(args) == 1 || len(args) == 2 && args[1].Known() && isOpenMode(args[1].Arg.Text) && strings.HasPrefix(c.Name, "IO.") {
		e.started(c, args[0])
		return e.Result(c, "")
	}
	rest := *c
	rest.Args = args
	for _, words := range e.words(&rest, "%1*") {
		e.Argv(c, words)
	}
	return e.Result(c, "")
}

func isOpenMode(s string) bool { return s != "" && len(s) <= 3 && strings.Trim(s, "rwab+") == "" }

// evalPHPCommand evaluates a function of php that runs shell text.
func evalPHPCommand(e *evaluator, c *Call) Value {
	if c.Name == "pcntl_exec" {
		for _, words := range e.words(c, "%1*") {
			e.Argv(c, words)
		}
		return e.Result(c, "")
	}
	if len(c.Args) > 0 {
		for _, a := range c.Args[1:] {
			if a.sock {
				e.wire.wired = true
			}
		}
		e.started(c, c.Args[0])
	}
	return e.Result(c, "")
}

// evalSend evaluates ruby's send(:system, "x") and method(:system).
func evalSend(e *evaluator, c *Call) Value {
	f := c.first()
	if !f.Known() {
		return e.Result(c, "")
	}
	target := Value{Shape: NameShape, Name: f.Arg.Text}
	if c.Self != nil && c.Self.Shape == NameShape {
		target.Name = c.Self.Name + "." + f.Arg.Text
	}
	if strings.HasSuffix(c.Name, "method") {
		return target
	}
	return e.Call(target, &Call{From: c.From, To: c.To, Args: c.Args[1:]})
}

// evalCallByName evaluates php's call_user_func("system", "x").
func evalCallByName(e *evaluator, c *Call) Value {
	f := c.first()
	if !f.Known() || len(c.Args) < 2 {
		return e.Result(c, "")
	}
	args := c.Args[1:]
	if c.Name != "call_user_func" && args[0].Shape == ListShape {
		args = args[0].Items
	}
	return e.Call(Value{Shape: NameShape, Name: f.Arg.Text}, &Call{From: c.From, To: c.To, Args: args})
}

// evalPHPQuery evaluates a query, its text in the first or second argument.
// Without any it is the beginning of one that selects every row.
func evalPHPQuery(e *evaluator, c *Call) Value {
	if len(c.Args) == 0 {
		return e.Result(c, "queryset")
	}
	for _, a := range c.Args {
		if a.Shape == TextShape && LooksLikeSQL(a.Arg.Text) {
			e.Program(c, "sql", a)
			break
		}
	}
	return e.Result(c, "")
}

// evalInclude runs a file, which matters when it is fetched.
func evalInclude(e *evaluator, c *Call) Value {
	if a := e.Arg(c.first()); strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "phar:") {
		e.Add(Step{Effect: "run", Lang: "php", Argv: []Arg{{Text: "php"}, {Holes: []Hole{{Name: a.Text, Net: true}}}}}, c)
	}
	return e.Result(c, "")
}

// evalPerlGet evaluates LWP::Simple's get, a name that others use as well.
func evalPerlGet(e *evaluator, c *Call) Value {
	a := e.Arg(c.first())
	if !strings.Contains(a.Text, "://") && strings.HasPrefix(c.Name, "get") {
		return e.Result(c, "")
	}
	e.Argv(c, []Arg{{Text: "curl"}, a})
	return e.Result(c, "net")
}

// evalKill evaluates kill(pid, signal); signal 0 only asks whether the process lives.
func evalKill(e *evaluator, c *Call) Value {
	if len(c.Args) < 2 || c.Args[1].Arg.Text != "0" {
		e.apply("kill %1", c)
	}
	return e.Result(c, "")
}

// evalKillSignal evaluates kill(signal, pids).
func evalKillSignal(e *evaluator, c *Call) Value {
	if len(c.Args) > 1 && c.Args[0].Arg.Text != "0" {
		e.apply("kill %2*", c)
	}
	return e.Result(c, "")
}

// evalList evaluates a list made of the arguments.
func evalList(_ *evaluator, c *Call) Value {
	v := Value{Shape: ListShape, Items: c.Args}
	return v.Tainted(c.Args...)
}

// evalRustCommand evaluates a command that arguments are added to before it is started.
func evalRustCommand(_ *evaluator, c *Call) Value {
	v := Value{Shape: ListShape, Type: "rust.Command", Items: c.Args}
	return v.Tainted(c.Args...)
}

func evalRustArg(e *evaluator, c *Call) Value {
	v := *c.Self
	v.Items = v.Items[:len(v.Items):len(v.Items)]
	for _, a := range c.Args {
		if a.Shape == ListShape {
			v.Items = append(v.Items, a.Items...)
			continue
		}
		v.Items = append(v.Items, a)
	}
	v.Var = ""
	if len(v.Items) > MaxWords {
		v.Items = v.Items[:MaxWords]
	}
	return v
}
