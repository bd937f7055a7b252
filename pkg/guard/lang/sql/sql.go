// Package sql reads SQL for what it drops, empties or grants, and for the
// programs and files of the server it uses. It knows words and names, not
// expressions, and no dialect in full.
package sql

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Read lists what statements of SQL do, commands of the SQL shells among them,
// and commands of redis and mongo where the text looks like theirs.
func Read(src string, functions rule.Functions) []lang.Step {
	if looksLikeMongo(src) {
		return lang.Read("mongo", src, functions)
	}
	s := &reader{lex: lexer{src: src}, begun: -1}
	for s.lex.at < len(src) && len(s.steps) < lang.MaxSteps {
		s.statement()
	}
	return s.steps
}

// reader reads SQL statement by statement.
type reader struct {
	lex   lexer
	toks  []token // of the statement
	steps []lang.Step
	begun int      // number of steps before the open transaction; -1 without one
	made  []string // temporary tables that the text made
}

// statement reads one statement.
func (s *reader) statement() {
	if s.meta() {
		return
	}
	s.lex.toks = s.lex.toks[:0]
	for s.lex.at < len(s.lex.src) && s.lex.next() {
		if len(s.lex.toks) == 0 && s.meta() {
			return
		}
	}
	s.toks = s.lex.toks
	if len(s.toks) > 0 {
		s.judge()
	}
}

// is reports whether these words stand at a place.
func (s *reader) is(at int, words ...string) bool {
	for i, w := range words {
		if at+i >= len(s.toks) || s.toks[at+i].kind != 'w' || s.toks[at+i].text != w {
			return false
		}
	}
	return true
}

func (s *reader) isAny(at int, words ...string) bool {
	return at < len(s.toks) && s.toks[at].kind == 'w' && slices.Contains(words, s.toks[at].text)
}

func (s *reader) judge() {
	if s.is(0, "EXPLAIN") {
		n := 1
		for n < len(s.toks) && n < 12 && !s.is(n, "ANALYZE") {
			n++
		}
		if !s.is(n, "ANALYZE") {
			return
		}
		s.toks = s.toks[min(n+1, len(s.toks)):]
		if len(s.toks) > 0 && s.toks[0].text == ")" {
			s.toks = s.toks[1:]
		}
	}
	switch {
	case s.is(0, "BEGIN") && len(s.toks) > 1 && !s.isAny(1, "TRANSACTION", "WORK", "ISOLATION", "READ", "IMMEDIATE", "EXCLUSIVE", "DEFERRED", "TRAN", "NOT", "DEFERRABLE"):
		s.toks = s.toks[1:] // a block of statements, not a transaction
	case s.is(0, "BEGIN"), s.is(0, "START", "TRANSACTION"):
		s.begun = len(s.steps)
		return
	case s.is(0, "COMMIT"), s.is(0, "END"):
		s.begun = -1
		return
	case s.is(0, "ROLLBACK") && !s.is(1, "TO"), s.is(0, "ABORT"):
		if s.begun >= 0 {
			s.steps = s.steps[:s.begun]
			s.begun = -1
		}
		return
	}
	s.verb()
	s.outside()
}

// verb judges what the statement does to the database.
func (s *reader) verb() {
	switch {
	case s.is(0, "CREATE") && s.isAny(1, "TEMP", "TEMPORARY"):
		s.create()
	case s.is(0, "DROP"):
		s.drop()
	case s.is(0, "TRUNCATE"):
		n := 1
		if s.isAny(n, "TABLE", "ONLY") {
			n++
		}
		verb := "TRUNCATE TABLE"
		if slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == 'w' && t.text == "CASCADE" }) {
			verb += " CASCADE"
		}
		s.effect("drop", verb, s.names(n), false)
	case s.is(0, "DELETE"), s.is(0, "UPDATE"):
		s.rows(0)
	case s.is(0, "WITH"), s.is(0, "MERGE"):
		depth := 0
		for i, t := range s.toks {
			switch {
			case t.kind == 'p' && t.text == "(":
				depth++
			case t.kind == 'p' && t.text == ")":
				depth--
			case t.kind == 'w' && (t.text == "DELETE" || t.text == "UPDATE") && depth <= 1 && i > 0:
				s.rows(i)
				return
			}
		}
	case s.is(0, "ALTER", "TABLE"):
		s.alter()
	case s.is(0, "REMOVE") && s.isAny(1, "DATABASE", "NAMESPACE", "TABLE") && len(s.toks) > 2: // of SurrealDB
		s.effect("drop", "REMOVE "+s.toks[1].text, s.names(2), false)
	case s.is(0, "GRANT"):
		s.grant()
	case s.isAny(0, "ALTER", "CREATE") && s.isAny(1, "ROLE", "USER", "LOGIN"):
		s.account()
	case s.is(0, "RESET", "MASTER"), s.is(0, "PURGE", "BINARY"), s.is(0, "PURGE", "MASTER"):
		s.effect("drop", "binary logs", nil, true)
	case s.is(0, "SHUTDOWN"):
		s.effect("service", "the database server", nil, true)
	case s.is(0, "FLUSHALL"), s.is(0, "FLUSHDB"):
		s.effect("drop", s.toks[0].text, nil, true)
	case s.is(0, "DO"), s.is(0, "EXECUTE", "IMMEDIATE"):
		for _, t := range s.toks[1:] {
			if t.kind == 's' && len(s.steps) < lang.MaxSteps {
				s.add(lang.Step{Text: t.text, Lang: "sql", Known: true, Note: s.toks[0].text}, t.from, t.to)
			}
		}
	}
}

// create notes a temporary table, which goes before any other of its name.
func (s *reader) create() {
	if s.is(2, "TABLE") && len(s.made) < lang.MaxWords {
		if names := s.names(3); len(names) > 0 {
			s.made = append(s.made, strings.ToLower(names[0].Text))
		}
	}
}

// others returns the names that the text did not make itself.
func (s *reader) others(names []lang.Arg) []lang.Arg {
	if len(s.made) == 0 {
		return names
	}
	var out []lang.Arg
	for _, a := range names {
		if !slices.Contains(s.made, strings.ToLower(a.Text)) {
			out = append(out, a)
		}
	}
	return out
}

// drop reads DROP kind [IF EXISTS] names.
func (s *reader) drop() {
	n := 1
	verb := "DROP"
	for s.isAny(n, "DATABASE", "SCHEMA", "TABLE", "VIEW", "MATERIALIZED", "FOREIGN", "INDEX", "SEQUENCE", "TYPE", "FUNCTION",
		"PROCEDURE", "TRIGGER", "ROLE", "USER", "OWNED", "EXTENSION", "TABLESPACE", "KEYSPACE", "COLLECTION", "SERVER", "EVENT",
		"POLICY", "PUBLICATION", "SUBSCRIPTION", "DOMAIN", "AGGREGATE", "GROUP", "LOGIN", "WAREHOUSE", "STREAM", "STAGE", "CATALOG", "CONCURRENTLY", "GLOBAL",
		"DICTIONARY", "MEASUREMENT", "SERIES", "RETENTION", "SHARD", "PIPE", "TASK", "SHARE", "INTEGRATION", "MODEL", "CONNECTOR", "SYNONYM", "PACKAGE", "PROFILE", "SECRET", "BUCKET") {
		if s.toks[n].text != "CONCURRENTLY" {
			verb += " " + s.toks[n].text
		}
		n++
	}
	if n == 1 { // DROP TEMPORARY TABLE lives as long as the session
		return
	}
	if s.is(n, "BY") {
		n++
	}
	names := s.names(n)
	left := s.others(names)
	if len(names) > 0 && len(left) == 0 {
		return
	}
	s.effect("drop", verb, left, verb == "DROP OWNED")
}

// rows reads a DELETE or UPDATE, which matters when no condition limits it.
func (s *reader) rows(at int) {
	verb := s.toks[at].text
	n := at + 1
	for s.isAny(n, "FROM", "ONLY", "LOW_PRIORITY", "QUICK", "IGNORE", "OR", "TOP") {
		n++
	}
	depth := 0
	for i := n; i < len(s.toks); i++ {
		switch t := s.toks[i]; {
		case t.kind == 'p' && t.text == "(":
			depth++
		case t.kind == 'p' && t.text == ")":
			depth--
			if depth < 0 {
				i = len(s.toks)
			}
		case depth == 0 && t.kind == 'w' && t.text == "WHERE" && !s.always(i+1) && !(verb == "DELETE" && s.allButOne(i+1)):
			return
		case depth == 0 && t.kind == 'w' && t.text == "LIMIT":
			return
		}
	}
	if verb == "UPDATE" && !s.sets(n) {
		return
	}
	if names := s.names(n); len(names) > 0 {
		s.effect("drop", verb, names[:1], true)
	}
}

// sets reports whether SET follows near, as it does in an UPDATE of rows.
func (s *reader) sets(n int) bool {
	for i := n; i < len(s.toks) && i < n+12; i++ {
		if s.is(i, "SET") {
			return true
		}
	}
	return false
}

// always reports whether the condition at a place holds for every row.
func (s *reader) always(n int) bool {
	end := n
	for end < len(s.toks) && !s.isAny(end, "RETURNING", "ORDER") {
		end++
	}
	cond := s.toks[n:end]
	switch len(cond) {
	case 0:
		return true
	case 1:
		return cond[0].text == "TRUE" || cond[0].text == "1"
	case 3:
		return cond[1].text == "=" && cond[0].kind == cond[2].kind && cond[0].text == cond[2].text
	}
	return false
}

// allButOne reports whether the condition at a place holds for every row but those of one
// value: status <> 'open'.
func (s *reader) allButOne(n int) bool {
	end := n
	for end < len(s.toks) && !s.isAny(end, "RETURNING", "ORDER") {
		end++
	}
	cond := s.toks[n:end]
	if len(cond) < 3 || cond[0].kind != 'w' {
		return false
	}
	sign := ""
	for _, t := range cond[1 : len(cond)-1] {
		sign += t.text
	}
	return sign == "<>" || sign == "!="
}

// alter reads ALTER TABLE name DROP .., and the DELETE of ClickHouse.
func (s *reader) alter() {
	n := 2
	names := s.names(n)
	for i := n; i < len(s.toks) && i < n+64; i++ {
		if i > n && s.is(i, "DELETE", "WHERE") {
			if s.always(i + 2) {
				s.effect("drop", "ALTER TABLE DELETE", names, true)
			}
			return
		}
		if !s.is(i, "DROP") {
			continue
		}
		switch {
		case s.isAny(i+1, "CONSTRAINT", "INDEX", "KEY", "PRIMARY", "FOREIGN", "CHECK", "DEFAULT", "NOT", "EXPRESSION", "IDENTITY"):
		case s.is(i+1, "PARTITION"):
			s.effect("drop", "ALTER TABLE DROP PARTITION", names, false)
		case i > 0 && s.isAny(i-2, "ALTER"):
		default:
			s.effect("drop", "ALTER TABLE DROP COLUMN", names, false)
		}
		return
	}
}

// grant reads GRANT ALL ON x TO y, and GRANT DELETE ON x TO PUBLIC: a right to
// change given to everyone.
func (s *reader) grant() {
	for i := range s.toks {
		if s.is(i, "TO") {
			everyone := s.is(i+1, "PUBLIC")
			switch {
			case s.is(1, "ALL"):
				s.effect("privilege", "GRANT ALL", s.names(i+1), everyone)
			case everyone && s.isAny(1, "INSERT", "UPDATE", "DELETE", "TRUNCATE", "CREATE"):
				s.effect("privilege", "GRANT "+s.toks[1].text, s.names(i+1), true)
			}
			return
		}
	}
}

// account reads CREATE and ALTER of an account: one that may do everything,
// or a new password.
func (s *reader) account() {
	for i := 2; i < len(s.toks) && i < 64; i++ {
		switch {
		case s.isAny(i, "SUPERUSER", "BYPASSRLS"):
			s.effect("privilege", s.toks[i].text, s.names(2), false)
			return
		case s.is(0, "ALTER") && s.isAny(i, "PASSWORD", "IDENTIFIED"):
			s.effect("user", "a password", s.names(2), false)
			return
		}
	}
}

// names reads names with commas between them, after IF EXISTS and the like.
func (s *reader) names(n int) []lang.Arg {
	for s.isAny(n, "IF", "NOT", "EXISTS", "ONLY", "TABLE") {
		n++
	}
	var out []lang.Arg
	var b strings.Builder
	name := false // the last token was part of a name
	flush := func() {
		if b.Len() > 0 && len(out) < lang.MaxWords {
			out = append(out, lang.Arg{Text: b.String()})
		}
		b.Reset()
		name = false
	}
	for ; n < len(s.toks); n++ {
		t := s.toks[n]
		switch {
		case t.kind == 'p' && t.text == ",":
			flush()
		case t.kind == 'p' && strings.Contains(".@%:-*", t.text):
			b.WriteString(t.text)
			name = false
		case t.kind == 'p' || name:
			flush()
			return out
		default:
			b.WriteString(t.raw)
			name = true
		}
	}
	flush()
	return out
}

func (s *reader) effect(kind, verb string, targets []lang.Arg, all bool) {
	argv := append([]lang.Arg{{Text: verb}}, targets...)
	s.add(lang.Step{Effect: kind, Argv: argv, All: all, Note: verb}, s.toks[0].from, s.toks[len(s.toks)-1].to)
}

func (s *reader) add(step lang.Step, from, to int) {
	if len(s.steps) < lang.MaxSteps {
		step.From, step.To = from, to
		s.steps = append(s.steps, step)
	}
}
