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

// assignment masks what is assigned to a name: NAME=value, name: value, "name": "value",
// name => value, <name>value</name>.
func (sc *scanner) assignment(start, end, sep int, c class, h how) bool {
	in := sc.in
	if h == element {
		sep = behindValueTag(in, sep)
	}
	from := skipBlanks(in, sep)
	if c == strong && h == element {
		// It ends at the next one: its text may have spaces.
		if n := strings.IndexByte(in[sep:min(len(in), sep+lookAhead)], '<'); n > 0 && strings.HasPrefix(in[sep+n:], "</") && strings.IndexByte(in[sep:sep+n], '\n') < 0 {
			if text := strings.TrimSpace(in[sep : sep+n]); isReference(text) || isSchema(text) || isMasked(text) || isProse(text) || speaks(text) {
				return false
			}
			sc.mask(sep, sep+n)
			return true
		}
	}
	if sc.below(start, from, c, h == told) {
		return true
	}
	if at(in, from, '{') {
		// {"value": "x"}
		i := from + 1
		for i < len(in) && i-from < maxBetween && isSpace(in[i]) {
			i++
		}
		if i < len(in) && isQuote(in[i]) {
			if n := strings.IndexByte(in[i+1:min(len(in), i+16)], in[i]); n > 0 && isValueWord(strings.ToLower(in[i+1:i+1+n])) {
				if k := skipBlanks(in, i+n+2); at(in, k, ':') {
					from = skipBlanks(in, k+1)
				}
			}
		}
	}
	if at(in, from, '<') {
		if n := strings.IndexByte(in[from:min(len(in), from+maxBetween)], '>'); n > 0 && h == assigned {
			from += n + 1 // <string>x</string>
		}
	}
	v := readValue(in, from)
	if inner, ok := unwrap(in, from); ok {
		if text := in[inner.from:inner.to]; (c != strong || !isChosen(text)) && (!isMixed(text) || !isTyped(text)) {
			return false
		}
		sc.mask(inner.from, inner.to)
		return true
	}
	if h == told && from > sep && !v.quoted && v.to > v.from && at(in, v.to, '&') && isAlnum(charAt(in, v.to+1)) {
		if to := wordEnd(in, v.to); strings.IndexByte(in[v.to:to], '=') < 0 {
			v.to = to // a mark of a password, and not of a query
		}
	}
	if open := max(0, start-lookBehind); h == told && from == sep && at(in, v.to, '}') && strings.LastIndex(in[open:start], "${") > strings.LastIndexAny(in[open:start], "} \n")-1 {
		h = assigned // ${db.password:x}
	}
	text := in[v.from:v.to]
	if h == told && from == sep && start > 0 && from < len(in) && isQuote(in[from]) && in[start-1] == in[from] {
		return false // the end of the quotes around a name: expect "assword:"; send
	}
	if isReference(text) || isSchema(text) || isMasked(text) || isSealed(text) || inARN(in, start) || len(text) < 3 || isPlainWord(text) || text[0] == '-' && c != strong || v.quoted && isProse(text) && !isScrambled(text) {
		return false
	}
	if isForeign(text) || v.quoted && (isUnion(in, v.to) || isQualified(text)) {
		return false
	}
	if !v.quoted && (from > sep || h == told) && (spellsName(in[start:end], text) || strings.HasPrefix(text, "--")) {
		return false
	}
	if !v.quoted && at(in, v.to, '(') && c >= typed && c < header && sc.instead(v.to) {
		return true
	}
	if !v.quoted && (at(in, v.to, '(') || from > sep && strings.Count(text, ".") > 1 && isSelector(text) && strings.ToLower(text) == text && lookOf(text) < lookMixed) {
		return false // a call, or a value elsewhere: random_password.db2.result
	}
	if rule, _, ok := strings.Cut(text, "|"); ok && isTypeWord(rule) {
		return false // required|min:8
	}
	spaced := from > sep
	quoted := v.quoted
	switch {
	case c == ofKey:
		if !isKey(in, start, end, text) {
			return false
		}
	case c < strong && isListed(in, v.from, v.to), c < strong && strings.Contains(text, ".."), c == weak && isKeyID(text) && !hasDigit(in[start:end]) && strings.HasPrefix(in[start:end], "sign"):
		return false
	case c == typed && isNumbered(text) && strings.IndexByte(text, '-') > 0 && text == strings.ToLower(text) && strings.HasSuffix(strings.ToLower(in[start:end]), "auth"):
		return false // require_auth=scram-sha-256
	case text[0] == ',', strings.HasPrefix(text, `\u0026`):
		return false // the next of a list, or of a query: pageToken=&prefix
	case quoted && !spaced && in[v.from-1] == '`' && strings.IndexByte(text, ' ') > 0:
		return false // words in backquotes
	case !quoted && at(in, v.to, '>') && text[len(text)-1] == '-':
		return false // pw = a->b
	case !quoted && isTitle(text) && !isASCII(text) && !hasDigit(text):
		return false // a translation
	case h == told && !spaced && (c == typed && isSnakeOrKebab(text) || text[0] == '!' && strings.IndexByte(text, ':') > 0):
		return false // client-auth:401-flow, PSK:!aNULL:!MD5
	case c == typed, h == element:
		if in[start:end] == "PASS" && h == told || !isTyped(text) && !(isChosen(text) && userBefore(in, start)) && !(isOneWord(text) && endsLine(in, v.to) && userAbove(in, start)) {
			return false // of a test
		}
	case c == strong && strings.HasPrefix(text, "0x") && isNumber(text):
		return false
	case c == weak && !v.quoted && spaced && h != told && isSelector(text) && lookOf(text) < lookMixed, c == weak && isAccount(text):
		return false // token = Token.Ident2
	case c == weak && (isNumber(text) || isFile(text) || len(text) < shortestWeak || strings.IndexByte(text, ' ') >= 0 && strings.ToLower(text) != text && !isScrambled(text)):
		return false
	case quoted && isTitle(text) && in[sep-1] == ':':
		return false // "login.password": "Passwort"
	case quoted && c == weak && namesKey(in[start:end], text):
		return false // SESSION_KEY = "app_session"
	case quoted:
		if c == weak && strings.Count(text, " ") > 3 && !isScrambled(text) {
			return false // a sentence
		}
	case strings.Contains(text, "::") || strings.IndexByte(text, '[') > 0:
		return false // a call
	case (spaced || h == told) && !looksRandom(text) && !endsLine(in, v.to) && at(in, v.to, ' ') && isAlpha(charAt(in, v.to+1)):
		return strings.HasSuffix(in[start:end], "phrase") && sc.wordsFrom(v.from)
	case h == told && spaced && c == strong && isPhrase(text) && isSnake(strings.ToLower(in[start:end])) && startsLine(in, start) && (v.to == len(in) || in[v.to] == '\n'):
	case h == told && !looksRandom(text) && !(c == strong && (isTyped(text) || isJumbled(text))) && !(endsLine(in, v.to) && startsLine(in, start) && !isCode(text) && (c == strong || looksWordy(text))):
		return false // "unexpected token: foo"
	case start > 0 && in[start-1] == '.' && isProseLine(in, v.from), isTitle(text) && strings.IndexByte(text, '.') < 0 && at(in, v.to, ' ') && isProseLine(in, v.to+1):
		return false // label.password=Mot de passe
	case spaced && h != told && !looksRandom(text) && (c == weak && !looksWordy(text) || isCode(text)):
		return false // token = next
	case !spaced && c == weak && isCode(text):
		return false
	}
	if speaks(text) {
		return false
	}
	sc.mask(v.from, v.end(in))
	const arrow = "\" -> \"" // of a change
	if next := v.to + len(arrow); quoted && strings.HasPrefix(in[v.to:], arrow) {
		if v := readValue(in, next-1); v.quoted && isTyped(in[v.from:v.to]) {
			sc.mask(v.from, v.to)
		}
	}
	return true
}

// isScrambled reports whether a long text is made of letters, digits and marks of all kinds,
// as a salt is.
func isScrambled(s string) bool {
	const shortest, fewest = 24, 4
	if len(s) < shortest || s[0] == '`' || strings.ContainsAny(s, "\n") {
		return false
	}
	marks, digits, upper, words := 0, 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte("!#%^&*+~?$@|<>{}[]()`;,=", c) >= 0:
			marks++
		case isDigit(c):
			digits++
		case isUpper(c):
			upper++
		case c == ' ' && i > 2 && isAlpha(s[i-1]) && isAlpha(s[i-2]) && isAlpha(s[i-3]):
			words++
		}
	}
	return marks >= fewest && marks*12 >= len(s) && digits > 1 && upper > 2 && words == 0
}

// behindValueTag returns where the text of an element for a value begins, if it is the first
// in the one whose text begins at i: <Password><Value>x.
func behindValueTag(in string, i int) int {
	open := i
	for open < len(in) && open-i < maxBetween && isSpace(in[open]) {
		open++
	}
	if !at(in, open, '<') {
		return i
	}
	to := open + 1
	for to < len(in) && isAlpha(in[to]) && to-open < longestName {
		to++
	}
	if at(in, to, '>') && isValueWord(strings.ToLower(in[open+1:to])) {
		return to + 1
	}
	return i
}

// isSealed reports whether a text has the form of what is encrypted for a cluster.
func isSealed(s string) bool { return len(s) >= shortestSealed && strings.HasPrefix(s, "Ag") }

// shortestSealed is the least length of what is encrypted with a key of a cluster.
const shortestSealed = 160

// shortestWeak is the least length of a secret whose name may be that of something else.
const shortestWeak = 4

// looksWordy reports whether a value is words joined by dashes, as of a phrase that is easy
// to say.
func looksWordy(s string) bool {
	dashes := 0
	for i := range len(s) {
		switch {
		case s[i] == '-' && i > 0:
			dashes++
		case !isAlpha(s[i]) || isUpper(s[i]) && i > 0:
			return false
		}
	}
	return dashes >= 2
}

// isKey reports whether the value of some key is a secret: only its look can tell.
func isKey(in string, start, end int, text string) bool {
	if name := in[start:end]; name == "auth" {
		option := start > 1 && in[start-1] == '-' && in[start-2] == '-'
		return isLogin(text) || option && isMadeUp(text) && !isNumbered(text) // of a registry of container images
	}
	if isMadeUp(text) && ofWireless(in, start) {
		return true
	}
	const leastInQuery, least = 16, 24
	if start > 0 && (in[start-1] == '?' || in[start-1] == '&') {
		return len(text) >= leastInQuery && isMixed(text)
	}
	return len(text) >= least && looksVaried(text) && isRandom(text) && !isWordy(text)
}

// lookAhead bounds how much of a value is read before it is masked: a value
// that is not masked is read again for the next name.
const lookAhead = 1024

// value is a range of the text, without its quotes. A long one is cut.
type value struct {
	from, to int
	quoted   bool
	cut      bool
}

// end returns where the whole value ends.
func (v value) end(in string) int {
	if v.cut {
		return wordTail(in, v.to, len(in))
	}
	return v.to
}

// readValue reads the value at i: a quoted string, or a word that ends as in a
// shell, a query or a connection string.
func readValue(in string, i int) value {
	if i+1 < len(in) && strings.IndexByte("NbruLf$", in[i]) >= 0 && (in[i+1] == '"' || in[i+1] == '\'') && (i == 0 || !isWord(in[i-1])) {
		i++ // N'x' of a query, b"x" of a program, $'x' of a shell
	}
	q := i
	if at(in, q, '\\') {
		q++
	}
	if q < len(in) && isQuote(in[q]) {
		to := closing(in, q, q > i)
		next := to + 1 + (q - i)
		if q > i || !at(in, to, in[q]) || !continues(in, next) {
			return value{from: q + 1, to: to, quoted: true}
		}
		for continues(in, next) && next-i < lookAhead { // 'abc'"def": one word of a shell in pieces
			if isQuote(in[next]) {
				next = closing(in, next, false) + 1
			} else {
				next = wordTail(in, next, len(in))
			}
		}
		return value{from: i, to: min(next, len(in))}
	}
	limit := min(i+lookAhead, len(in))
	to := wordTail(in, i, limit)
	if to == limit && limit < len(in) {
		return value{from: i, to: to, cut: true}
	}
	for to > i && (in[to-1] == ',' || in[to-1] == ')' || in[to-1] == '}' || in[to-1] == ']' || in[to-1] == '\\') {
		to--
	}
	if isMasked(in[i:to]) {
		to = min(i+len(Mask), len(in))
	}
	return value{from: i, to: to}
}

// continues reports whether a word in pieces goes on at i. A quote that nothing closes, or
// behind which the command goes on, ends the text around the word: "PASSWORD 'x'".
func continues(in string, i int) bool {
	switch {
	case i >= len(in):
		return false
	case in[i] != '"' && in[i] != '\'':
		return isAlnum(in[i])
	}
	end := closing(in, i, false)
	return end < len(in) && in[end] == in[i] && strings.IndexByte(" \t\n;|&),", in[i+1]) < 0
}

// closing finds the quote that ends the string opened at q, or the end of the
// line. Strings within strings have a backslash before each quote.
func closing(in string, q int, escaped bool) int {
	for i := q + 1; i < len(in); i++ {
		switch in[i] {
		case in[q]:
			return i
		case '\n':
			return i
		case '\\':
			if escaped && at(in, i+1, in[q]) {
				return i
			}
			i++
		}
	}
	return len(in)
}

// wordTail returns the end of an unquoted value, or the limit.
func wordTail(in string, i, limit int) int {
	for i < limit && !endsValue(in[i]) {
		if in[i] == '\\' && (at(in, i+1, 'n') || at(in, i+1, '"') || strings.HasPrefix(in[i+1:], `r\n`)) {
			return i
		}
		i++
	}
	return i
}

func endsValue(c byte) bool {
	return isSpace(c) || isQuote(c) || c == ';' || c == '&' || c == '|' || c == '<' || c == '>' || c == '(' || c == ')'
}

// startsLine reports whether only indentation and list marks precede i. A line
// that is indented further than most counts as prose.
func startsLine(in string, i int) bool {
	for least := i - 80; i > 0; {
		if i--; i < least {
			return false
		}
		switch c := in[i]; {
		case c == '\n' || isQuote(c) || c == '{' || c == ',' || c == '?' || c == '&':
			return true
		case !isBlank(c) && c != '-' && c != '+' && c != '.' && !isWord(c):
			return false
		case isWord(c) && i+1 < len(in) && isBlank(in[i+1]):
			return false
		}
	}
	return true
}

func endsLine(in string, i int) bool {
	for i < len(in) && (in[i] == ',' || in[i] == '}' || in[i] == '"' || in[i] == '\'' || isBlank(in[i]) || in[i] == '\r') {
		i++
	}
	return i >= len(in) || in[i] == '\n'
}
