package redact

import "strings"

// named masks the value of a name that stands for a secret.
func (sc *scanner) named(start, end int) bool {
	in := sc.in
	if at(in, end, '\xc3') { // contrase\u00f1a
		for end < len(in) && (in[end] >= 0x80 || isAlpha(in[end])) {
			end++
		}
	}
	if !mayEndName(in[start:end]) {
		return false
	}
	c := classify(in[start:end])
	if c == weak && strings.EqualFold(in[start:end], "secret") && strings.HasPrefix(in[end:], " ID") && strings.IndexByte(":=", charAt(in, skipBlanks(in, end+len(" ID")))) >= 0 {
		end += len(" ID") // of Nomad
		c = typed
	}
	switch {
	case c == ordinary && in[start:end] == "auth":
		c = ofKey
	case c == ofKey && !hasCandidate(in, end) && sc.withWordBefore(start, end) != strong:
		return false // so common a name must cost little
	case start > 0 && (in[start-1] == '$' || in[start-1] == '{' && start > 1 && in[start-2] == '$'):
		return false // the variable itself
	case in[start:end] == "PWD" || in[start:end] == "OLDPWD":
		if (start == 0 || in[start-1] != ';') && !ofSource(in, end) {
			return false // the directory; in a connection string it is a password
		}
	}
	from, h := bind(in, start, end)
	if h != assigned || at(in, from-1, ':') {
		if two := sc.withWordBefore(start, end); two != ordinary {
			c = two
		}
	}
	switch c {
	case ordinary, noSecret:
		return false
	case header:
		return (h == assigned || h == told || h == apart && isQuote(in[from])) && sc.authorization(skipBlanks(in, from))
	case cookie:
		return (h == assigned || h == told) && sc.cookies(skipBlanks(in, from))
	case inWords:
		return sc.phrase(end)
	case inCode:
		return sc.code(end, from, h)
	}
	switch h {
	case assigned, told, element:
		return sc.assignment(start, end, from, c, h) || strings.HasPrefix(in[start:end], "cred") && sc.pairOf(from) || h == told && (sc.following(end) || c == strong && sc.sent(end))
	case listed, called:
		return sc.held(from, c, h)
	case apart:
		return sc.apart(start, end, from, c)
	}
	if next := end + len(", "); c == strong && len(in) <= longestSaid && strings.HasPrefix(in[end:], ", ") && isHintWord(in[next:next+leading(in[next:])]) && sc.apart(start, end, next, c) {
		return true // asks for a password, type x
	}
	return sc.columns(start, end, c) || c == strong && (sc.sent(end) || sc.asPassword(start, end))
}

// ofSource reports whether PWD, which ends at end, is the password of a source of data: it
// has a value that is no directory.
func ofSource(in string, end int) bool {
	i := skipBlanks(in, end)
	if !at(in, i, '=') {
		return false
	}
	v := readValue(in, skipBlanks(in, i+1))
	text := in[v.from:v.to]
	return (isMadeUp(text) || isTyped(text)) && strings.IndexByte(text, '/') < 0 && endsLine(in, v.to)
}

// withWordBefore returns the class of a word with the one before it in a sentence or a
// table: API key, recovery codes.
func (sc *scanner) withWordBefore(start, end int) class {
	in, i := sc.in, start-1
	if i < 1 || in[i] != ' ' || !isAlpha(in[i-1]) || end-start > lookBehind {
		return ordinary
	}
	for i > 0 && isAlpha(in[i-1]) && start-i < longestName {
		i--
	}
	var room [2 * longestName]byte
	two := string(lowerWords(room[:0], in[i:end]))
	if j := strings.LastIndexByte(two, ' '); j >= 0 {
		two = two[strings.LastIndexByte(two[:j], ' ')+1:]
	}
	c, _ := classOf(two)
	return c
}
