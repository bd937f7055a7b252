package redact

import "strings"

// This file masks passwords that stand in a list or a pair with their name or their user.

// held masks a text in quotes that a function or a list takes as a secret:
// .password("x"), ("token", "x"), BasicAuth("me", "x").
func (sc *scanner) held(from int, c class, h how) bool {
	v := readValue(sc.in, from)
	for h == called && v.quoted && at(sc.in, v.to+1, ',') {
		next := skipBlanks(sc.in, v.to+2)
		if next >= len(sc.in) || !isQuote(sc.in[next]) {
			break
		}
		v = readValue(sc.in, next)
	}
	text := sc.in[v.from:v.to]
	if rest, ok := strings.CutPrefix(text, "{noop}"); ok {
		v.from, text = v.to-len(rest), rest // of Spring
	}
	if _, word, ok := cutLogin(text); ok && h == listed && isTyped(word) {
		v.from, text = v.to-len(word), word
	}
	certain := c == strong && h == called && (isChosen(text) || isCamel(text) && userBefore(sc.in, from-1))
	if h == listed && isSnakeOrKebab(text) && strings.IndexByte(text, '_') > 0 {
		return false // of a list of names
	}
	if !v.quoted || !certain && (isNumbered(text) || !isTyped(text) || c != strong && !(len(text) >= shortestLive && isMixed(text))) {
		return false
	}
	sc.mask(v.from, v.fullEnd(sc.in))
	return true
}

// pairOf masks the password behind a user: credentials: me / x.
func (sc *scanner) pairOf(from int) bool {
	in := sc.in
	from = skipBlanks(in, from)
	i := from
	for i < len(in) && i-from < longestName && (isWord(in[i]) || in[i] == '.' || in[i] == '@' || in[i] == '-') {
		i++
	}
	mark := skipBlanks(in, i)
	if i == from || mark == len(in) || strings.IndexByte("/:,", in[mark]) < 0 {
		return false
	}
	v := readValue(in, skipBlanks(in, mark+1))
	if text := in[v.from:v.to]; !isMadeUp(text) && !(isTyped(text) && strings.ToUpper(text) != text && endsClause(in, v.to)) {
		return false
	}
	sc.mask(v.from, v.to)
	return true
}

// cutLogin returns the two parts of a user and a password: me:x, me/x.
func cutLogin(s string) (user, password string, ok bool) {
	i := strings.IndexAny(s, ":/")
	if i < 1 || strings.ContainsAny(s[i+1:], ":/") {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}
