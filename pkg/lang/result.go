package lang

// evaluate works out what a call gives by the name that its row has for that. It
// is a switch and not a table: evaluators call each other through it.
func (r *Reader) evaluate(value string, c *Call) Value {
	switch value {
	case "argument":
		return evalArgument(r, c)
	case "attribute":
		return evalAttribute(r, c)
	case "base64":
		return r.OnText(c.first(), fromBase64)
	case "below":
		return evalBelow(r, c)
	case "buffer":
		return evalBuffer(r, c)
	case "call-by-name":
		return evalCallByName(r, c)
	case "characters":
		return evalCharacters(r, c)
	case "codec":
		return evalCodec(r, c)
	case "command":
		return evalCommand(r, c)
	case "content":
		return evalContent(r, c)
	case "entries":
		return evalEntries(r, c)
	case "enumerate":
		return evalEnumerate(r, c)
	case "env":
		return evalEnv(r, c)
	case "exec":
		return evalExec(r, c)
	case "expand":
		return evalExpand(r, c)
	case "file-name":
		return evalFileName(r, c)
	case "format":
		return evalFormat(r, c)
	case "glob":
		return evalGlob(r, c)
	case "hex":
		return r.OnText(c.first(), fromHex)
	case "include":
		return evalInclude(r, c)
	case "join":
		return evalJoin(r, c)
	case "kill":
		return evalKill(r, c)
	case "kill-signal":
		return evalKillSignal(r, c)
	case "list":
		return evalList(r, c)
	case "map":
		return evalMap(r, c)
	case "module":
		return evalModule(r, c)
	case "mongo-all":
		return evalMongoAll(r, c)
	case "mongo-drop":
		return evalMongoDrop(r, c)
	case "object":
		return evalObject(r, c)
	case "open":
		return evalOpen(r, c)
	case "open-flags":
		return evalOpenFlags(r, c)
	case "pack":
		return evalPack(r, c)
	case "path":
		return evalPath(r, c)
	case "path-below":
		return evalPathBelow(r, c)
	case "pathlib":
		return evalPathlib(r, c)
	case "pathlib-here":
		return r.object("pathlib.Path", Lit("."))
	case "pathlib-home":
		return r.object("pathlib.Path", Home())
	case "perl-get":
		return evalPerlGet(r, c)
	case "perl-open":
		return evalPerlOpen(r, c)
	case "php-command":
		return evalPHPCommand(r, c)
	case "php-query":
		return evalPHPQuery(r, c)
	case "php-read":
		return evalPHPRead(r, c)
	case "php-write":
		return evalPHPWrite(r, c)
	case "read-file":
		return evalReadFile(r, c)
	case "receive":
		return evalReceive(r, c)
	case "request":
		return evalRequest(r, c)
	case "reverse":
		return r.reversed(c.first())
	case "rot13":
		return r.OnText(c.first(), rot13)
	case "rust-arg":
		return evalRustArg(r, c)
	case "rust-command":
		return evalRustCommand(r, c)
	case "send":
		return evalSend(r, c)
	case "socket":
		return evalSocket(r, c)
	case "spawn":
		return evalSpawn(r, c)
	case "uri":
		return evalURI(r, c)
	case "vim-delete":
		return evalVimDelete(r, c)
	case "walk":
		return evalWalk(r, c)
	case "words":
		return evalWords(r, c)
	}
	return r.Result(c, "")
}

// Result returns the value of a call, by the word that its row has for it.
func (r *Reader) Result(c *Call, gives string) Value {
	first := Value{Shape: OpaqueShape}
	if len(c.Args) > 0 {
		first = c.Args[0]
	} else if c.Self != nil {
		first = *c.Self
	}
	from := append([]Value(nil), c.Args...)
	from = append(from, c.vals...)
	if c.Self != nil {
		from = append(from, *c.Self)
	}
	note := r.src[c.From:min(max(c.To, c.From), c.From+80)]
	v := Unknown(note)
	switch {
	case gives == "":
	case gives == "~":
		return Home()
	case gives == "tmp":
		return Temp(note)
	case gives[0] == '=':
		return Lit(gives[1:])
	case gives == "net":
		v.Net = true
	case gives == "sock":
		v.sock = true
	case gives == "file":
		a := r.Arg(first)
		v.file, v.Type = &a, "file"
	default:
		return r.object(gives, first)
	}
	return v.Tainted(from...)
}

// object returns a value of a type whose methods have rows.
func (r *Reader) object(typ string, of Value) Value {
	var out []Value
	for _, a := range of.Alternatives() {
		v := Value{Shape: TextShape, Arg: r.Arg(a), Type: typ}
		out = append(out, v.Tainted(a))
	}
	return Choose(out)
}
