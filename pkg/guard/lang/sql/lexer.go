package sql

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// token is a word, a string or a sign of SQL.
type token struct {
	kind byte   // 'w' word, 'n' quoted name, 's' string, 'p' sign
	text string // words in upper case, the content of strings
	raw  string
	from int
	to   int
}

// lexer cuts SQL into tokens.
type lexer struct {
	src  string
	at   int
	toks []token
}

// next reads one token or comment. It answers false at the end of a statement.
func (l *lexer) next() bool {
	rest := l.src[l.at:]
	c := rest[0]
	switch {
	case c == ';':
		l.at++
		return false
	case c <= ' ':
		l.at++
	case strings.HasPrefix(rest, "--"), c == '#' && l.lineStart():
		l.skip("\n")
	case strings.HasPrefix(rest, "/*!"): // mysql runs what stands in it
		l.at += 3
		for l.at < len(l.src) && lang.IsDigit(l.src[l.at]) {
			l.at++
		}
	case strings.HasPrefix(rest, "*/"):
		l.at += 2
	case strings.HasPrefix(rest, "/*"):
		l.at += 2
		l.skip("*/")
	case c == '\'':
		l.quoted('s', c)
	case c == '"' || c == '`':
		l.quoted('n', c)
	case c == '$' && l.dollar():
	case lang.IsWord(c):
		from := l.at
		for l.at < len(l.src) && (lang.IsWord(l.src[l.at]) || l.src[l.at] == '$') {
			l.at++
		}
		raw := l.src[from:l.at]
		l.toks = append(l.toks, token{kind: 'w', text: strings.ToUpper(raw), raw: raw, from: from, to: l.at})
	default:
		l.at++
		l.toks = append(l.toks, token{kind: 'p', text: rest[:1], raw: rest[:1], from: l.at - 1, to: l.at})
	}
	return true
}

func (l *lexer) lineStart() bool { return l.at == 0 || l.src[l.at-1] == '\n' }

func (l *lexer) skip(to string) {
	if i := strings.Index(l.src[l.at:], to); i >= 0 {
		l.at += i + len(to)
		return
	}
	l.at = len(l.src)
}

// quoted reads up to the closing quote, which is doubled to stand for itself.
func (l *lexer) quoted(kind, quote byte) {
	from := l.at
	var b strings.Builder
	for l.at++; l.at < len(l.src); l.at++ {
		if l.src[l.at] == quote {
			if l.at+1 >= len(l.src) || l.src[l.at+1] != quote {
				l.at++
				break
			}
			l.at++
		}
		b.WriteByte(l.src[l.at])
	}
	l.at = min(l.at, len(l.src))
	l.toks = append(l.toks, token{kind: kind, text: b.String(), raw: b.String(), from: from, to: l.at})
}

// dollar reads $tag$ .. $tag$.
func (l *lexer) dollar() bool {
	i := l.at + 1
	for i < len(l.src) && lang.IsWord(l.src[i]) {
		i++
	}
	if i >= len(l.src) || l.src[i] != '$' || i-l.at > 32 {
		return false
	}
	tag := l.src[l.at : i+1]
	from := l.at
	l.at = i + 1
	start := l.at
	l.skip(tag)
	end := max(start, l.at-len(tag))
	if !strings.HasSuffix(l.src[start:l.at], tag) {
		end = l.at
	}
	l.toks = append(l.toks, token{kind: 's', text: l.src[start:end], raw: l.src[start:end], from: from, to: l.at})
	return true
}
