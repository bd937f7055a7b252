package sql

import "strings"

// Object is what a statement creates.
type Object struct {
	Kind string // DATABASE, SCHEMA, TABLE, ROLE, ..
	Name string // as it is written
	Late bool   // the text spoke of it before, when it may have been another
}

// Created lists what the statements of a text create that was not there, had they all gone
// well. ok is false where the text may lead to another database or schema, or takes back what
// it did.
func Created(src string) (list []Object, ok bool) {
	if lower := strings.ToLower(src); strings.Contains(lower, "search_path") || strings.Contains(lower, ".open") || strings.ContainsRune(src, '\\') {
		return nil, false
	}
	s := &reader{lex: lexer{src: src}, begun: -1}
	spoken := make(map[string]bool)
	for s.lex.at < len(src) {
		s.lex.toks = s.lex.toks[:0]
		for s.lex.at < len(src) && s.lex.next() {
		}
		if s.toks = s.lex.toks; len(s.toks) == 0 {
			continue
		}
		if s.isAny(0, "USE", "ATTACH", "ROLLBACK", "ABORT") {
			return nil, false
		}
		if kind, n := s.creates(); n > 0 {
			for _, a := range s.names(n)[:min(1, len(s.names(n)))] {
				list = append(list, Object{Kind: kind, Name: a.Text, Late: spoken[strings.ToLower(a.Text)]})
			}
		}
		for _, t := range s.toks {
			if t.kind == 'w' || t.kind == 'n' {
				spoken[strings.ToLower(t.raw)] = true
			}
		}
	}
	return list, true
}

// creates returns what a statement creates and where its name stands, 0 where it creates
// nothing that lasts or may find it there: IF NOT EXISTS, OR REPLACE, TEMPORARY.
func (s *reader) creates() (kind string, n int) {
	switch {
	case !s.is(0, "CREATE"):
		return "", 0
	case s.isAny(1, "UNLOGGED"):
		n = 2
	default:
		n = 1
	}
	if !s.isAny(n, "DATABASE", "SCHEMA", "TABLE", "ROLE", "USER", "KEYSPACE", "WAREHOUSE") || s.isAny(n+1, "IF", "AUTHORIZATION", "MAPPING") {
		return "", 0
	}
	return s.toks[n].text, n + 1
}
