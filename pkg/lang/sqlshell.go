package lang

import "strings"

// outside judges what a statement does outside of the database: programs and
// files of the server.
func (s *sqlReader) outside() {
	for i := range s.toks {
		next := i + 1
		if next >= len(s.toks) || s.toks[i].kind != 'w' {
			continue
		}
		word := s.toks[i].text
		switch word {
		case "PG_TERMINATE_BACKEND":
			s.effect("service", "pg_terminate_backend", nil, false)
		case "PG_DROP_REPLICATION_SLOT":
			s.effect("drop", "pg_drop_replication_slot", nil, false)
		}
		if s.toks[next].kind == 'p' && s.toks[next].text == "(" {
			next++
		}
		if next >= len(s.toks) || s.toks[next].kind != 's' {
			continue
		}
		t := s.toks[next]
		switch word {
		case "PROGRAM", "SYS_EXEC", "SYS_EVAL":
			s.add(Step{Text: t.text, Known: true, Note: word}, t.from, t.to)
		case "XP_CMDSHELL":
			s.add(Step{Text: t.text, Lang: "cmd", Known: true, Note: "xp_cmdshell"}, t.from, t.to)
		case "OUTFILE", "DUMPFILE", "WRITEFILE":
			s.file("tee", word, t)
		case "TO":
			if s.is(0, "COPY") {
				s.file("tee", "COPY TO", t)
			}
		case "FROM":
			if s.is(0, "COPY") {
				s.file("cat", "COPY FROM", t)
			}
		case "INFILE", "LOAD_FILE", "PG_READ_FILE", "READFILE", "PG_READ_BINARY_FILE":
			s.file("cat", word, t)
		case "LOAD_EXTENSION":
			s.add(Step{Effect: "run", Argv: []Arg{{Text: "load_extension"}, {Text: t.text}}, Note: word}, t.from, t.to)
		}
	}
}

func (s *sqlReader) file(verb, note string, t sqlToken) {
	s.add(Step{Argv: []Arg{{Text: verb}, {Text: t.text}}, Note: note}, t.from, t.to)
}

// meta reads a command of an SQL shell, which takes a whole line: \! and \o of
// psql and mysql, .shell and .output of sqlite, system of mysql.
func (s *sqlReader) meta() bool {
	src := s.lex.src
	at := s.lex.at
	for at < len(src) && src[at] <= ' ' {
		at++
	}
	if at >= len(src) || strings.IndexByte(`\.sStT`, src[at]) < 0 {
		return false
	}
	end := len(src)
	if i := strings.IndexByte(src[at:min(len(src), at+4096)], '\n'); i >= 0 {
		end = at + i
	}
	line := src[at:end]
	name, arg, _ := strings.Cut(line, " ")
	arg = strings.TrimSpace(arg)
	if strings.HasPrefix(line, `\!`) {
		name, arg = `\!`, strings.TrimSpace(line[2:])
	}
	c := &sqlToken{from: at, to: end, text: arg}
	switch Lower(name) {
	case `\!`, ".shell", ".system":
		s.shell(name, c)
	case "system":
		s.shell(name, &sqlToken{from: at, to: end, text: strings.TrimSuffix(arg, ";")})
	case `\o`, `\g`, `\w`, `\out`, ".output", ".once", ".backup", ".save", `\gx`, "tee", `\t`:
		if name == `\t` {
			break
		}
		if text, piped := strings.CutPrefix(arg, "|"); piped {
			s.shell(name, &sqlToken{from: at, to: end, text: text})
		} else if arg != "" && arg != "stdout" {
			s.file("tee", name, sqlToken{from: at, to: end, text: strings.Trim(arg, `'"`)})
		}
	case `\copy`:
		if _, text, ok := strings.Cut(arg, "program "); ok {
			s.shell(name, &sqlToken{from: at, to: end, text: strings.Trim(strings.TrimSpace(text), `'`)})
		} else if i := strings.LastIndex(Lower(arg), " to "); i >= 0 {
			path, _, _ := strings.Cut(strings.TrimSpace(arg[i+4:]), " ")
			s.file("tee", name, sqlToken{from: at, to: end, text: strings.Trim(path, `'`)})
		}
	case ".load":
		s.add(Step{Effect: "run", Argv: []Arg{{Text: ".load"}, {Text: arg}}, Note: name}, at, end)
	default:
		if line[0] != '\\' && (line[0] != '.' || len(line) < 2 || !IsWord(line[1]) || IsDigit(line[1])) {
			return false
		}
	}
	s.lex.at = end
	return true
}

func (s *sqlReader) shell(name string, t *sqlToken) {
	if t.text != "" {
		s.add(Step{Text: t.text, Known: true, Note: name}, t.from, t.to)
	}
}

// readMongo reads commands of mongo's shell, which are javascript.
func readMongo(src string) []Step {
	mongo := javascript
	mongo.rows = mongoRows
	return readProgram(&mongo, src)
}

// mongoRows are what methods of mongo's shell do, sorted by name.
var mongoRows = []row{
	{name: "*.deleteMany", fold: foldMongoAll},
	{name: "*.drop", fold: foldMongoDrop},
	{name: "*.dropDatabase", fold: foldMongoDrop},
	{name: "*.dropUser", fold: foldMongoDrop},
	{name: "*.remove", fold: foldMongoAll},
	{name: "*.updateMany", fold: foldMongoAll},
	{name: "cat", do: "cat %1", gives: "file"},
	{name: "db.dropAllUsers", fold: foldMongoDrop},
	{name: "db.dropDatabase", fold: foldMongoDrop},
	{name: "load", do: "cat %1"},
	{name: "removeFile", do: "rm %1"},
	{name: "run", do: "! %1*"},
	{name: "runProgram", do: "! %1*"},
}

// looksLikeMongo reports whether a text is for mongo's shell.
func looksLikeMongo(s string) bool {
	sql := LooksLikeSQL(s)
	for rest := s; !sql; {
		i := strings.Index(rest, "db.")
		if i < 0 {
			return false
		}
		before := strings.TrimRight(rest[:i], " \t")
		if (before == "" || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "(")) &&
			strings.Contains(rest[i:min(len(rest), i+400)], "(") {
			return true
		}
		rest = rest[i+3:]
	}
	return false
}

// collection is the object of a method of mongo: "db.users".
func collection(c *Call) string {
	i := strings.LastIndexByte(c.Name, '.')
	if i <= 0 {
		return c.Name
	}
	return c.Name[:i]
}

// foldMongoDrop is a method that drops its object.
func foldMongoDrop(r *Reader, c *Call) Value {
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if name := collection(c); strings.HasPrefix(name, "db") || verb == "dropDatabase" {
		r.Add(Step{Effect: "drop", Argv: []Arg{{Text: verb}, {Text: name}}, All: verb == "dropDatabase" || verb == "dropAllUsers"}, c)
	}
	return r.Result(c, "")
}

// foldMongoAll is a method that takes a filter, which matters when it is empty.
func foldMongoAll(r *Reader, c *Call) Value {
	if len(c.Args) == 0 || c.Args[0].Shape != DictShape || len(c.Args[0].Items) > 0 {
		return r.Result(c, "")
	}
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	r.Add(Step{Effect: "drop", Argv: []Arg{{Text: verb}, {Text: collection(c)}}, All: true}, c)
	return r.Result(c, "")
}
