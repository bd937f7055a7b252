package lang

// worth works out what a call gives, by the value that its row names. It is a
// switch and not a table, which the evaluators, as they call others, would
// be part of.
func (r *Reader) worth(value string, c *Call) Value {
	switch value {
	case "argument":
		return evalSame(r, c)
	case "attribute":
		return evalAttribute(r, c)
	case "base64":
		return evalBase64(r, c)
	case "below":
		return evalBelow(r, c)
	case "buffer":
		return evalBuffer(r, c)
	case "call-by-name":
		return evalCallName(r, c)
	case "characters":
		return evalChr(r, c)
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
		return evalHex(r, c)
	case "include":
		return evalInclude(r, c)
	case "join":
		return evalJoinWith(r, c)
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
		return evalSelf(r, c)
	case "open":
		return evalOpen(r, c)
	case "open-flags":
		return evalOpenFlags(r, c)
	case "pack":
		return evalPack(r, c)
	case "path":
		return evalJoin(r, c)
	case "path-below":
		return evalJoinSelf(r, c)
	case "pathlib":
		return evalPath(r, c)
	case "pathlib-here":
		return evalHere(r, c)
	case "pathlib-home":
		return evalPathHome(r, c)
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
		return evalSend(r, c)
	case "reverse":
		return evalReverse(r, c)
	case "rot13":
		return evalRot13(r, c)
	case "rust-arg":
		return evalRustArg(r, c)
	case "rust-command":
		return evalRustCommand(r, c)
	case "send":
		return evalSendName(r, c)
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
