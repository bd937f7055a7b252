package lang

import "strings"

// The evaluators of this file know programs, requests and connections.

// evalModule evaluates a module that is named by a string.
func evalModule(r *Reader, c *Call) Value {
	if v := c.first(); v.Known() {
		return Value{Shape: NameShape, Name: moduleName(v.Arg.Text)}
	}
	return r.Result(c, "")
}

// evalAttribute evaluates getattr(object, "name").
func evalAttribute(r *Reader, c *Call) Value {
	if len(c.Args) < 2 || !c.Args[1].Known() {
		return r.Result(c, "")
	}
	v := r.member(c.Args[0], c.Args[1].Arg.Text)
	v.Var = ""
	return v
}

// evalRequest evaluates a web request whose method and body are named.
func evalRequest(r *Reader, c *Call) Value {
	words := []Arg{{Text: "curl"}}
	if m, ok := c.Option("method"); ok && m.Known() && !strings.EqualFold(m.Arg.Text, "get") {
		words = append(words, Arg{Text: "-X"}, Arg{Text: strings.ToUpper(m.Arg.Text)})
	}
	for _, k := range [...]string{"body", "data", "json", "files", "content"} {
		if _, ok := c.Option(k); ok {
			words = append(words, r.payload(c, ":"+k)[0]...)
			break
		}
	}
	target := c.first()
	if u, ok := c.Option("url"); ok {
		target = u
	}
	for _, a := range target.Alternatives() {
		r.Argv(c, append(words[:len(words):len(words)], r.Arg(a)))
	}
	return r.Result(c, "net")
}

// evalExec evaluates exec of a path, then its arguments, of which the first is the
// name the program goes by.
func evalExec(r *Reader, c *Call) Value { return r.replaced(c, 0) }

// evalSpawn evaluates spawn: a mode, then what exec takes.
func evalSpawn(r *Reader, c *Call) Value { return r.replaced(c, 1) }

func (r *Reader) replaced(c *Call, skip int) Value {
	if len(c.Args) <= skip {
		return r.Result(c, "")
	}
	words := r.Words(c.Args[skip])
	var rest []Arg
	for _, a := range c.Args[skip+1:] {
		if a.Shape != DictShape {
			rest = append(rest, r.Words(a)...)
		}
	}
	if len(rest) > 0 {
		words = append(words, rest[1:]...)
	}
	r.Argv(c, words)
	return r.Result(c, "")
}

func evalSocket(_ *Reader, c *Call) Value {
	v := Value{Shape: TextShape, Type: "socket.socket", sock: true}
	v.Arg = Unknown(c.Name).Arg
	return v
}

// evalReceive reads a line from an object, which matters from a connection.
func evalReceive(r *Reader, c *Call) Value {
	v := r.Result(c, "")
	v.Net = v.Net || v.sock
	return v.Tainted()
}

// evalCommand evaluates system of ruby and perl: one argument is for a shell, more
// are words.
func evalCommand(r *Reader, c *Call) Value {
	args := c.Args
	for len(args) > 0 && args[0].Shape == DictShape { // variables of the environment
		args = args[1:]
	}
	if len(args) == 0 {
		return r.Result(c, "")
	}
	if len(args) == 1 || len(args) == 2 && args[1].Known() && isOpenMode(args[1].Arg.Text) && strings.HasPrefix(c.Name, "IO.") {
		r.started(c, args[0])
		return r.Result(c, "")
	}
	rest := *c
	rest.Args = args
	for _, words := range r.words(&rest, "%1*") {
		r.Argv(c, words)
	}
	return r.Result(c, "")
}

func isOpenMode(s string) bool { return s != "" && len(s) <= 3 && strings.Trim(s, "rwab+") == "" }

// evalPHPCommand evaluates a function of php that runs shell text.
func evalPHPCommand(r *Reader, c *Call) Value {
	if c.Name == "pcntl_exec" {
		for _, words := range r.words(c, "%1*") {
			r.Argv(c, words)
		}
		return r.Result(c, "")
	}
	if len(c.Args) > 0 {
		for _, a := range c.Args[1:] {
			if a.sock {
				r.wire.wired = true
			}
		}
		r.started(c, c.Args[0])
	}
	return r.Result(c, "")
}

// evalSend evaluates ruby's send(:system, "x") and method(:system).
func evalSend(r *Reader, c *Call) Value {
	f := c.first()
	if !f.Known() {
		return r.Result(c, "")
	}
	target := Value{Shape: NameShape, Name: f.Arg.Text}
	if c.Self != nil && c.Self.Shape == NameShape {
		target.Name = c.Self.Name + "." + f.Arg.Text
	}
	if strings.HasSuffix(c.Name, "method") {
		return target
	}
	return r.Call(target, &Call{From: c.From, To: c.To, Args: c.Args[1:]})
}

// evalCallByName evaluates php's call_user_func("system", "x").
func evalCallByName(r *Reader, c *Call) Value {
	f := c.first()
	if !f.Known() || len(c.Args) < 2 {
		return r.Result(c, "")
	}
	args := c.Args[1:]
	if c.Name != "call_user_func" && args[0].Shape == ListShape {
		args = args[0].Items
	}
	return r.Call(Value{Shape: NameShape, Name: f.Arg.Text}, &Call{From: c.From, To: c.To, Args: args})
}

// evalPHPQuery evaluates a query, its text in the first or second argument.
func evalPHPQuery(r *Reader, c *Call) Value {
	for _, a := range c.Args {
		if a.Shape == TextShape && LooksLikeSQL(a.Arg.Text) {
			r.Program(c, "sql", a)
			break
		}
	}
	return r.Result(c, "")
}

// evalInclude runs a file, which matters when it is fetched.
func evalInclude(r *Reader, c *Call) Value {
	if a := r.Arg(c.first()); strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "phar:") {
		r.Add(Step{Effect: "run", Lang: "php", Argv: []Arg{{Text: "php"}, {Holes: []Hole{{Name: a.Text, Net: true}}}}}, c)
	}
	return r.Result(c, "")
}

// evalPerlGet evaluates LWP::Simple's get, a name that others use as well.
func evalPerlGet(r *Reader, c *Call) Value {
	a := r.Arg(c.first())
	if !strings.Contains(a.Text, "://") && strings.HasPrefix(c.Name, "get") {
		return r.Result(c, "")
	}
	r.Argv(c, []Arg{{Text: "curl"}, a})
	return r.Result(c, "net")
}

// evalKill evaluates kill(pid, signal); signal 0 only asks whether the process lives.
func evalKill(r *Reader, c *Call) Value {
	if len(c.Args) < 2 || c.Args[1].Arg.Text != "0" {
		r.apply("kill %1", c)
	}
	return r.Result(c, "")
}

// evalKillSignal evaluates kill(signal, pids).
func evalKillSignal(r *Reader, c *Call) Value {
	if len(c.Args) > 1 && c.Args[0].Arg.Text != "0" {
		r.apply("kill %2*", c)
	}
	return r.Result(c, "")
}

// evalList evaluates a list made of the arguments.
func evalList(_ *Reader, c *Call) Value {
	v := Value{Shape: ListShape, Items: c.Args}
	return v.Tainted(c.Args...)
}

// evalRustCommand evaluates a command that arguments are added to before it is started.
func evalRustCommand(_ *Reader, c *Call) Value {
	v := Value{Shape: ListShape, Type: "rust.Command", Items: c.Args}
	return v.Tainted(c.Args...)
}

func evalRustArg(r *Reader, c *Call) Value {
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
