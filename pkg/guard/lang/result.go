package lang

// evaluate works out what a call gives by the name that its row has for that. It
// is a switch and not a table: evaluators call each other through it.
func (e *evaluator) evaluate(value string, c *Call) Value {
	switch value {
	case "argument":
		return evalArgument(e, c)
	case "attribute":
		return evalAttribute(e, c)
	case "base64":
		return e.OnText(c.first(), fromBase64)
	case "below":
		return evalBelow(e, c)
	case "buffer":
		return evalBuffer(e, c)
	case "call-by-name":
		return evalCallByName(e, c)
	case "characters":
		return evalCharacters(e, c)
	case "codec":
		return evalCodec(e, c)
	case "command":
		return evalCommand(e, c)
	case "content":
		return evalContent(e, c)
	case "database":
		return evalDatabase(e, c)
	case "entries":
		return evalEntries(e, c)
	case "enumerate":
		return evalEnumerate(e, c)
	case "env":
		return evalEnv(e, c)
	case "exec":
		return evalExec(e, c)
	case "expand":
		return evalExpand(e, c)
	case "file-name":
		return evalFileName(e, c)
	case "format":
		return evalFormat(e, c)
	case "glob":
		return evalGlob(e, c)
	case "glob-home":
		return evalGlobHome(e, c)
	case "hex":
		return e.OnText(c.first(), fromHex)
	case "include":
		return evalInclude(e, c)
	case "java-file":
		return e.evalJavaFile(c)
	case "join":
		return evalJoin(e, c)
	case "kill":
		return evalKill(e, c)
	case "kill-signal":
		return evalKillSignal(e, c)
	case "list":
		return evalList(e, c)
	case "map":
		return evalMap(e, c)
	case "module":
		return evalModule(e, c)
	case "mongo-all":
		return evalMongoAll(e, c)
	case "mongo-database":
		return evalMongoDatabase(e, c)
	case "mongo-drop":
		return evalMongoDrop(e, c)
	case "object":
		return evalObject(e, c)
	case "open":
		return evalOpen(e, c)
	case "open-flags":
		return evalOpenFlags(e, c)
	case "pack":
		return evalPack(e, c)
	case "paste":
		return evalPaste(e, c, " ")
	case "paste0":
		return evalPaste(e, c, "")
	case "path":
		return evalPath(e, c)
	case "path-below":
		return evalPathBelow(e, c)
	case "pathlib":
		return evalPathlib(e, c)
	case "pathlib-here":
		return e.object("pathlib.Path", Lit("."))
	case "pathlib-home":
		return e.object("pathlib.Path", Home())
	case "perl-get":
		return evalPerlGet(e, c)
	case "perl-open":
		return evalPerlOpen(e, c)
	case "php-command":
		return evalPHPCommand(e, c)
	case "php-query":
		return evalPHPQuery(e, c)
	case "php-read":
		return evalPHPRead(e, c)
	case "php-write":
		return evalPHPWrite(e, c)
	case "program-file":
		return e.Both(Unknown("a directory of programs"), e.Both(Lit("/bin/"), c.first(), Join), Join)
	case "read-file":
		return evalReadFile(e, c)
	case "receive":
		return evalReceive(e, c)
	case "request":
		return evalRequest(e, c)
	case "reverse":
		return e.reversed(c.first())
	case "rot13":
		return e.OnText(c.first(), rot13)
	case "rust-arg":
		return evalRustArg(e, c)
	case "rust-command":
		return evalRustCommand(e, c)
	case "rust-format":
		return e.evalRustFormat(c)
	case "send":
		return evalSend(e, c)
	case "socket":
		return evalSocket(e, c)
	case "spawn":
		return evalSpawn(e, c)
	case "uri":
		return evalURI(e, c)
	case "vim-delete":
		return evalVimDelete(e, c)
	case "walk":
		return evalWalk(e, c)
	case "words":
		return evalWords(e, c)
	}
	return e.Result(c, "")
}
