package lang

import "strings"

// The functions of this file know programs, requests and connections.

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

func foldSocket(_ *reader, c *call) value {
	v := value{shape: text, typ: "socket.socket", sock: true}
	v.arg = unknown(c.name).arg
	return v
}

// foldReceive reads a line from an object, which matters from a connection.
func foldReceive(r *reader, c *call) value {
	v := r.result(c, "")
	v.net = v.net || v.sock
	return v.stained()
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

// foldPerlGet is LWP::Simple's get, a name that others use as well.
func foldPerlGet(r *reader, c *call) value {
	a := r.arg(c.first())
	if !strings.Contains(a.Text, "://") && strings.HasPrefix(c.name, "get") {
		return r.result(c, "")
	}
	r.argv(c, []Arg{{Text: "curl"}, a})
	return r.result(c, "net")
}

// foldKill is kill(pid, signal); signal 0 only asks whether the process lives.
func foldKill(r *reader, c *call) value {
	if len(c.args) < 2 || c.args[1].arg.Text != "0" {
		r.apply("kill %1", c)
	}
	return r.result(c, "")
}

// foldKillSignal is kill(signal, pids).
func foldKillSignal(r *reader, c *call) value {
	if len(c.args) > 1 && c.args[0].arg.Text != "0" {
		r.apply("kill %2*", c)
	}
	return r.result(c, "")
}
