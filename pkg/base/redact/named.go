package redact

import "strings"

// nameAt is a name of a secret in a text, whose value is searched for behind it.
type nameAt struct {
	sc         *scanner
	start, end int
	class      class
}

// named masks the value of a name that stands for a secret.
func (sc *scanner) named(start, end int) bool {
	if at(sc.in, end, '\xc3') { // contrase\u00f1a
		for end < len(sc.in) && (sc.in[end] >= 0x80 || isAlpha(sc.in[end])) {
			end++
		}
	}
	if !mayEndName(sc.in[start:end]) {
		return false
	}
	n := nameAt{sc, start, end, classify(sc.in[start:end])}
	if n.isOfNomad() {
		n.end, n.class = n.end+len(nomadID), typed
	}
	switch {
	case n.class >= typed && n.maskedDefault():
		return true
	case n.class == ordinary && n.text() == "auth":
		n.class = ofKey
	case n.class == ofKey && !hasCandidate(sc.in, n.end) && sc.withWordBefore(start, n.end) < weak:
		return false // so common a name must cost little
	case n.isVariable() || n.isDirectory() || strings.HasSuffix(sc.in[:start], "checksum/"):
		return false
	}
	from, h := bind(sc.in, start, n.end)
	if h != assigned || at(sc.in, from-1, ':') {
		if two := sc.withWordBefore(start, n.end); two != ordinary {
			n.class = two
		}
	}
	switch n.class {
	case ordinary, noSecret:
		return false
	case weak:
		if strings.EqualFold(n.text(), "seed") && sc.phrase(n.end) {
			return true
		}
	case header:
		return (h == assigned || h == told || h == apart && isQuote(sc.in[from])) && sc.authorization(skipBlanks(sc.in, from)) || sc.basicPair(n.end)
	case cookie:
		return (h == assigned || h == told) && sc.cookies(skipBlanks(sc.in, from))
	case inWords:
		return sc.phrase(n.end)
	case inCode:
		return sc.code(n.end, from, h)
	}
	return n.masksBound(from, h)
}

// masksBound masks the value of a name that is bound to it, from from on.
func (n nameAt) masksBound(from int, h how) bool {
	sc, c := n.sc, n.class
	switch h {
	case assigned, told, element:
		if c >= weak && h != element && sc.bytes(skipBlanks(sc.in, from)) {
			return true
		}
		return n.assignment(from, h) || strings.HasPrefix(n.text(), "cred") && sc.pairOf(from) || h == told && (sc.following(n.end) || c == strong && sc.sent(n.end))
	case listed, called:
		return sc.held(from, c, h)
	case apart:
		return n.apart(from)
	}
	if next := n.end + len(", "); c == strong && len(sc.in) <= longestSaid && strings.HasPrefix(sc.in[n.end:], ", ") && isHintWord(sc.in[next:next+leading(sc.in[next:])]) && n.apart(next) {
		return true // asks for a password, type x
	}
	return n.elsewhere()
}

// elsewhere masks a value in the column below a name, in what a script sends, or before the
// name: log in with x as the password.
func (n nameAt) elsewhere() bool {
	return n.sc.columns(n.start, n.end, n.class) || n.class == strong && (n.sc.sent(n.end) || n.sc.asPassword(n.start, n.end))
}

func (n nameAt) text() string { return n.sc.in[n.start:n.end] }

// ofPhrase reports whether a name says that its value is several words.
func (n nameAt) ofPhrase() bool { return strings.HasSuffix(strings.ToLower(n.text()), "phrase") }

// nomadID follows a name in what Nomad prints of a token.
const nomadID = " ID"

// isOfNomad reports whether a name is that of a token as Nomad prints it: Secret ID = x.
func (n nameAt) isOfNomad() bool {
	in := n.sc.in
	return n.class == weak && strings.EqualFold(n.text(), "secret") && strings.HasPrefix(in[n.end:], nomadID) &&
		strings.IndexByte(":=", charAt(in, skipBlanks(in, n.end+len(nomadID)))) >= 0
}

// isVariable reports whether a name is that of a variable which is read: $PASSWORD.
func (n nameAt) isVariable() bool {
	before := n.sc.in[:n.start]
	return strings.HasSuffix(before, "$") || strings.HasSuffix(before, "${")
}

// maskedDefault masks what stands in for a variable that is not set, ${PASSWORD:-x}, and reports
// whether it did.
func (n nameAt) maskedDefault() bool {
	in, from := n.sc.in, n.end+1
	if !strings.HasSuffix(in[:n.start], "${") || !at(in, n.end, ':') {
		return false
	}
	switch charAt(in, from) {
	case '?', '+': // what is said of it, what stands for one that is set
		return false
	case '-', '=':
		from++
	}
	size := strings.IndexAny(in[from:min(len(in), from+longest)], "}\n")
	if size <= 0 || in[from+size] != '}' || !isChosen(in[from:from+size]) {
		return false
	}
	n.sc.mask(from, from+size)
	return true
}

// isDirectory reports whether a name is that of the working directory: in a connection string,
// PWD is a password.
func (n nameAt) isDirectory() bool {
	switch n.text() {
	case "PWD", "OLDPWD":
		return !strings.HasSuffix(n.sc.in[:n.start], ";") && !ofSource(n.sc.in, n.end)
	}
	return false
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
