package sql

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// outside judges what a statement does outside of the database: programs and
// files of the server.
func (s *reader) outside() {
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
			s.add(lang.Step{Text: t.text, Known: true, Note: word}, t.from, t.to)
		case "XP_CMDSHELL":
			s.add(lang.Step{Text: t.text, Lang: "cmd", Known: true, Note: "xp_cmdshell"}, t.from, t.to)
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
			s.add(lang.Step{Effect: "run", Argv: []lang.Arg{{Text: "load_extension"}, {Text: t.text}}, Note: word}, t.from, t.to)
		}
	}
}

func (s *reader) file(verb, note string, t token) {
	s.add(lang.Step{Argv: []lang.Arg{{Text: verb}, {Text: t.text}}, Note: note}, t.from, t.to)
}

// meta reads a command of an SQL shell, which takes a whole line: \! and \o of
// psql and mysql, .shell and .output of sqlite, system of mysql.
func (s *reader) meta() bool {
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
	if i := strings.IndexByte(line, ';'); i >= 0 && lang.Lower(name) == "source" { // mysql goes on behind it
		end = at + i + 1
		_, arg, _ = strings.Cut(src[at:end], " ")
	}
	arg = strings.TrimSpace(arg)
	if strings.HasPrefix(line, `\!`) {
		name, arg = `\!`, strings.TrimSpace(line[2:])
	}
	c := &token{from: at, to: end, text: arg}
	switch lang.Lower(name) {
	case `\!`, ".shell", ".system":
		s.shell(name, c)
	case "system":
		s.shell(name, &token{from: at, to: end, text: strings.TrimSuffix(arg, ";")})
	case `\o`, `\g`, `\w`, `\out`, ".output", ".once", ".backup", ".save", `\gx`, "tee", `\t`:
		if name == `\t` {
			break
		}
		if text, piped := strings.CutPrefix(arg, "|"); piped {
			s.shell(name, &token{from: at, to: end, text: text})
		} else if arg != "" && arg != "stdout" {
			s.file("tee", name, token{from: at, to: end, text: strings.Trim(arg, `'"`)})
		}
	case `\copy`:
		if _, text, ok := strings.Cut(arg, "program "); ok {
			s.shell(name, &token{from: at, to: end, text: strings.Trim(strings.TrimSpace(text), `'`)})
		} else if i := strings.LastIndex(lang.Lower(arg), " to "); i >= 0 {
			path, _, _ := strings.Cut(strings.TrimSpace(arg[i+4:]), " ")
			s.file("tee", name, token{from: at, to: end, text: strings.Trim(path, `'`)})
		}
	case `\i`, `\include`, `\ir`, `\include_relative`, ".read", "source", `\.`:
		if file := strings.Trim(strings.TrimSuffix(arg, ";"), `'" `); file != "" && !strings.HasPrefix(file, "|") {
			s.add(lang.Step{Include: file, Beside: strings.Contains(name, "r") && name[0] == '\\' && name != `\include`, Note: name}, at, end)
		}
	case ".load":
		s.add(lang.Step{Effect: "run", Argv: []lang.Arg{{Text: ".load"}, {Text: arg}}, Note: name}, at, end)
	default:
		if line[0] != '\\' && (line[0] != '.' || len(line) < 2 || !lang.IsWord(line[1]) || lang.IsDigit(line[1])) {
			return false
		}
	}
	s.lex.at = end
	return true
}

func (s *reader) shell(name string, t *token) {
	if t.text != "" {
		s.add(lang.Step{Text: t.text, Known: true, Note: name}, t.from, t.to)
	}
}
