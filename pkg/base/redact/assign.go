package redact

import "strings"

// assignment masks the value of a name that stands for a secret: NAME=value,
// name: value, "name": "value", name => value, <name>value</name>.
func (sc *scanner) assignment(start, end int) bool {
	in := sc.in
	sep, loose, ok := separator(in, start, end)
	if !ok {
		return false
	}
	c := classify(in[start:end])
	if in[start:end] == "PWD" && start > 0 && in[start-1] == ';' {
		c = strong // in a connection string, not the directory
	}
	from := skipBlanks(in, sep)
	if c == ordinary && in[start:end] == "auth" {
		if v := readValue(in, from); v.quoted && isLogin(in[v.from:v.to]) {
			c = strong // of a registry of container images
		}
	}
	if c == ordinary && in[end-1]|0x20 == 'y' && from+leastOtherKey <= len(in) {
		if v := readValue(in, from); v.to-v.from >= leastOtherKey && looksVaried(in[v.from:v.to]) && isRandom(in[v.from:v.to]) && otherKey(in[start:end]) {
			c = weak
		}
	}
	if c == ordinary {
		return false
	}
	if c == strong && in[sep-1] == '>' && in[sep-2] != '=' {
		// An element ends at the next one: its text may have spaces.
		if n := strings.IndexByte(in[sep:min(len(in), sep+lookAhead)], '<'); n > 0 && strings.HasPrefix(in[sep+n:], "</") && strings.IndexByte(in[sep:sep+n], '\n') < 0 {
			if text := in[sep : sep+n]; isReference(text) || isTypeWord(text) || isMasked(text) {
				return false
			}
			sc.mask(sep, sep+n)
			return true
		}
	}
	if c == header {
		return sc.authorization(from)
	}
	if c == cookie {
		return sc.cookies(from)
	}
	if sc.below(start, from, c, loose) {
		return true
	}
	v := readValue(in, from)
	text := in[v.from:v.to]
	if isReference(text) || isTypeWord(text) || isMasked(text) || len(text) == 1 && isDigit(text[0]) {
		return false
	}
	spaced := from > sep
	switch {
	case v.quoted && start > 0 && in[start-1] == '.' && isTitle(text):
		return false // "login.password": "Passwort"
	case v.quoted:
		if c == weak && strings.IndexByte(text, ' ') >= 0 {
			return false // a sentence
		}
	case loose && !looksRandom(text) && !(endsLine(in, v.to) && startsLine(in, start) && !isCode(text)):
		return false // "unexpected token: foo"
	case start > 0 && in[start-1] == '.' && isProse(in, v.from):
		return false // label.password=Mot de passe
	case spaced && !loose && !looksRandom(text) && (c == weak || isCode(text)):
		return false // token = next
	case !spaced && c == weak && isCode(text):
		return false
	}
	sc.mask(v.from, v.end(in))
	return true
}

// separator finds where the value of a name begins: after "=", ":", "=>" or
// the ">" of an element. A loose one is also the punctuation of prose.
func separator(in string, start, end int) (sep int, loose, ok bool) {
	i := end
	if i < len(in) && in[i] == '\\' {
		i++ // JSON inside JSON
	}
	if i < len(in) && isQuote(in[i]) {
		i++
	}
	if at(in, i, ']') {
		i++ // env["API_KEY"] = ..
	}
	i = skipBlanks(in, i)
	switch charAt(in, i) {
	case '=':
		if at(in, i+1, '=') || at(in, i+1, '~') {
			return 0, false, false
		}
		if at(in, i+1, '>') {
			i++
		}
		return i + 1, false, true
	case ':':
		if at(in, i+1, '=') {
			return i + 2, false, true
		}
		if at(in, i+1, ':') || strings.HasPrefix(in[i:], "://") {
			return 0, false, false
		}
		return i + 1, i == end, true
	case ',':
		if before := in[max(0, start-lookBehind):start]; i > end && strings.HasSuffix(strings.TrimRight(before, " '\""), "define(") {
			return i + 1, false, true // of PHP
		}
	case '>':
		open := start
		for open > max(0, start-lookBehind) && (isWord(in[open-1]) || in[open-1] == '.' || in[open-1] == ':') {
			open-- // <gpg.passphrase>, <ns:password>
		}
		if i == end && open > 0 && in[open-1] == '<' {
			return i + 1, false, true
		}
	}
	return 0, false, false
}

// authorization masks a header's credentials and keeps its scheme.
func (sc *scanner) authorization(i int) bool {
	in := sc.in
	if at(in, i, '\\') {
		i++
	}
	if i < len(in) && isQuote(in[i]) {
		i++
	}
	scheme := i
	for scheme < len(in) && (isAlnum(in[scheme]) || in[scheme] == '-') {
		scheme++
	}
	from := i
	if scheme > i && at(in, scheme, ' ') {
		from = skipBlanks(in, scheme)
	}
	known := from > i && isScheme(in[i:scheme])
	if isReference(in[from:min(from+12, len(in))]) || isMasked(in[from:]) {
		return false
	}
	to := from
	for to < len(in) && in[to] != '\n' && in[to] != '\r' && in[to] != '\\' && in[to] != ',' && !isQuote(in[to]) {
		// Without a scheme only one word of bounded length is the value: a
		// line full of such names must not be read again for each.
		if !known && (isBlank(in[to]) || to-from == lookAhead) {
			break
		}
		to++
	}
	for to > from && isSpace(in[to-1]) {
		to--
	}
	if to == from || !known && !looksRandom(in[from:to]) {
		return false
	}
	sc.mask(from, to)
	return true
}

func isScheme(s string) bool {
	for _, known := range [...]string{"bearer", "basic", "token", "digest", "apikey", "negotiate", "aws4-hmac-sha256"} {
		if strings.EqualFold(s, known) {
			return true
		}
	}
	return false
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
	q := i
	if at(in, q, '\\') {
		q++
	}
	if q < len(in) && isQuote(in[q]) {
		to := closing(in, q, q > i)
		next := to + 1 + (q - i)
		if q > i || !continues(in, next) {
			return value{from: q + 1, to: to, quoted: true}
		}
		for continues(in, next) { // 'abc'"def": one word of a shell in pieces
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

func continues(in string, i int) bool {
	return i < len(in) && (isAlnum(in[i]) || isQuote(in[i]))
}

// isMasked reports whether a value begins with the mask; its bracket may have
// been read as part of the text.
func isMasked(s string) bool { return strings.HasPrefix(s, Mask[:len(Mask)-1]) }

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
		if in[i] == '\\' && (at(in, i+1, 'n') || at(in, i+1, '"')) {
			return i
		}
		i++
	}
	return i
}

func endsValue(c byte) bool {
	return isSpace(c) || isQuote(c) || c == ';' || c == '&' || c == '|' || c == '<' || c == '>' || c == '(' || c == ')'
}

// isReference reports whether a value only names where the secret is.
func isReference(s string) bool {
	if s == "" {
		return true
	}
	switch s[0] {
	case '$', '%', '{', '<', '(', '*', '@':
		return true
	}
	for i := range len(s) {
		if s[i] != '*' && s[i] != '.' && s[i] != 'x' && s[i] != 'X' && s[i] != '-' && s[i] != '_' {
			return strings.HasPrefix(s, "process.env") || strings.HasPrefix(s, "os.") || strings.HasPrefix(s, "env.") || strings.Contains(s, "****") || namesStore(s)
		}
	}
	return true // ****, xxxx, ...
}

// namesStore reports whether a value says in which store the secret is.
func namesStore(s string) bool {
	for _, begin := range [...]string{"op://", "vault:", "arn:aws:", "ref+", "sm://", "awssm://", "keyring:", "akv://", "gcp-secret", "!vault"} {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	return false
}

// isTypeWord reports whether a value is a word of a schema or of code.
func isTypeWord(s string) bool {
	switch strings.TrimRight(s, ",;?!)}]|") {
	case "", "string", "str", "String", "number", "int", "bool", "boolean", "bytes", "object", "any", "Any", "null", "nil", "None", "none",
		"undefined", "true", "false", "True", "False", "required", "optional", "yes", "no", "on", "off", "unset", "set", "not", "invalid",
		"missing", "empty", "is", "must", "to", "or", "and", "the", "for", "a", "an", "if", "with", "in", "from", "Optional", "Password", "Token":
		return true
	}
	return false
}

// isCode reports whether a value reads as an expression: user.password,
// getToken(.
func isCode(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '.' || isDigit(s[i]) {
			return false
		}
	}
	return strings.IndexByte(s, '.') > 0
}

// isProse reports whether what stands from i to the end of its line are words.
func isProse(in string, i int) bool {
	line, _, _ := strings.Cut(in[i:min(len(in), i+lookAhead)], "\n")
	line = strings.TrimRight(line, "\r ")
	return strings.IndexByte(line, ' ') > 0 && !strings.ContainsAny(line, "0123456789=;{}()<>|&\"")
}

// isTitle reports whether a text is one capitalised word, as of a translation.
func isTitle(s string) bool {
	if s == "" || !isUpper(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < 0x80 && (!isAlpha(s[i]) || isUpper(s[i])) {
			return false
		}
	}
	return true
}

// cookies masks the values of cookies that may open a session, in a header.
func (sc *scanner) cookies(i int) bool {
	in, masked := sc.in, false
	for i < len(in) && in[i] != '\n' && in[i] != '\r' && !isQuote(in[i]) {
		i = skipBlanks(in, i)
		name := i
		for i < len(in) && strings.IndexByte("=;\n\r\"'`", in[i]) < 0 {
			i++
		}
		if !at(in, i, '=') {
			if i++; !at(in, i-1, ';') {
				break
			}
			continue
		}
		from := i + 1
		to := from
		for to < len(in) && strings.IndexByte("; \n\r\"'`", in[to]) < 0 {
			to++
		}
		switch text := in[from:to]; {
		case len(text) < shortestValue || isReference(text) || isMasked(text) || !hasDigit(text) && strings.ToLower(text) == text && len(text) < 20:
		case strings.EqualFold(in[name:i], "expires"), strings.EqualFold(in[name:i], "domain"), strings.EqualFold(in[name:i], "path"):
		default:
			sc.mask(from, to)
			masked = true
		}
		if i = to; at(in, i, ';') {
			i++
		} else if at(in, i, ' ') {
			for i < len(in) && strings.IndexByte(";\n\r\"'`", in[i]) < 0 {
				i++ // of a date
			}
			i = min(i+1, len(in))
		}
	}
	return masked
}

// looksRandom reports whether a value is not a word of prose or code.
func looksRandom(s string) bool { return len(s) >= 6 && hasDigit(s) && strings.IndexByte(s, '(') < 0 }

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
		case !isBlank(c) && c != '-' && c != '.' && !isWord(c):
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
