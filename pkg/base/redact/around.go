package redact

import "strings"

// Secrets that only what stands around them tells.

// beginsHash reports whether a text begins as the hash of a password does: $2y$10$..
func beginsHash(s string) bool {
	if len(s) < 24 || s[0] != '$' || !isAlnum(s[1]) {
		return false
	}
	id, _, ok := strings.Cut(s[1:min(len(s), 16)], "$")
	if !ok {
		return false
	}
	switch id {
	case "1", "2a", "2b", "2y", "5", "6", "7", "y", "gy", "apr1", "argon2i", "argon2d", "argon2id", "scrypt", "sha1", "pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512":
		return true
	}
	return false
}

// hash masks the hash of a password: it can be tried against all words.
func (sc *scanner) hash() {
	in, start := sc.in, sc.pos
	sc.pos++
	if !beginsHash(in[start:]) {
		return
	}
	to, marks := start, 0
	for to < len(in) && (isBase64(in[to]) || in[to] == '.' || in[to] == '$' || in[to] == ',' || in[to] == '-') {
		if in[to] == '$' {
			marks++
		}
		to++
	}
	const shortestHash = 22
	if from := start + 1 + strings.IndexByte(in[start+1:], '$') + 1; marks >= 3 && to-1-strings.LastIndexByte(in[:to], '$') >= shortestHash && hasDigit(in[from:to]) {
		sc.mask(from, to)
	}
}

// jwk notes the secret members of a key in JSON, one of whose members ends at i.
func (sc *scanner) jwk(i int) {
	const far = 8 << 10
	in := sc.in
	from := strings.LastIndexByte(in[max(0, i-far):i], '{')
	n := strings.IndexByte(in[i:min(len(in), i+far)], '}')
	if from < 0 || n < 0 {
		return
	}
	from += max(0, i-far)
	for _, name := range [...]string{`"d"`, `"p"`, `"q"`, `"dp"`, `"dq"`, `"qi"`, `"k"`} {
		at := strings.Index(in[from:i+n], name)
		if at < 0 {
			continue
		}
		rest := in[from+at+len(name) : i+n]
		value := strings.TrimLeft(rest, " \t\n:")
		if len(value) > 16 && value[0] == '"' {
			begin := from + at + len(name) + len(rest) - len(value) + 1
			if end := strings.IndexByte(in[begin:], '"'); end >= 16 && !isMasked(in[begin:]) {
				sc.mask(begin, begin+end)
			}
		}
	}
}

// walletKeys notes the private keys in a list of accounts: accounts: ['0x..'].
func (sc *scanner) walletKeys(i int) {
	const hex = 64
	in := sc.in
	for i < len(in) && strings.IndexByte(" :=\"'[,\n\t", in[i]) >= 0 {
		i++
	}
	for strings.HasPrefix(in[i:], "0x") {
		to := i + 2
		for to < len(in) && isAlnum(in[to]) {
			to++
		}
		if to-i-2 != hex {
			return
		}
		sc.mask(i+2, to)
		for i = to; i < len(in) && strings.IndexByte(" \"',\n\t", in[i]) >= 0; {
			i++
		}
	}
}

// The words of a phrase that opens a wallet.
const (
	fewestWords = 12
	mostWords   = 24
)

// phrase notes the words that open a wallet, behind the word for them that ends at i.
func (sc *scanner) phrase(i int) bool {
	const near = 24
	in := sc.in
	if line, _, ok := strings.Cut(in[i:min(len(in), i+lookBehind)], "\n"); ok && len(line) > near && line[len(line)-1] == ':' {
		i += len(line)
	}
	for most := min(len(in), i+near); i < most; i++ {
		if isAlpha(in[i]) && !isAlpha(in[i-1]) {
			words, to := 0, i
			for next := i; next < len(in) && words <= mostWords; words++ {
				end := next
				for end < len(in) && isAlpha(in[end]) && !isUpper(in[end]) {
					end++
				}
				if n := end - next; n < 3 || n > 8 || isGlueWord(in[next:end]) {
					break
				}
				if words+1 >= fewestWords && endsPhrase(in, end) && strings.Count(in[i:end], in[next:end]) < fewestWords/2 {
					to = end
				}
				if next = nextOfPhrase(in, end); next == end {
					break
				}
			}
			if to > i {
				sc.mask(i, to)
				return true
			}
		}
	}
	return false
}

// endsPhrase reports whether what stands at i ends a phrase, and is not another word of its line.
func endsPhrase(in string, i int) bool { return !at(in, i, ' ') || !isAlpha(charAt(in, i+1)) }

// nextOfPhrase returns where the next word of a phrase begins: behind a blank, a comma or a
// line break, and its number.
func nextOfPhrase(in string, i int) int {
	next := i
	for next < len(in) && next-i < 8 && (isSpace(in[next]) || isQuote(in[next]) || in[next] == ',') {
		next++
	}
	number := next
	for number < len(in) && isDigit(in[number]) {
		number++
	}
	if number > next && number-next < 3 && (at(in, number, '.') || at(in, number, ')') || at(in, number, ':')) {
		next = skipBlanks(in, number+1)
	}
	return next
}

// puttyKey notes the lines of a private key as PuTTY writes it; their number stands at i.
func (sc *scanner) puttyKey(i int) {
	in := sc.in
	from := i + strings.IndexByte(in[i:min(len(in), i+16)], '\n') + 1
	if from <= i {
		return
	}
	to := from
	for to < len(in) {
		end := to
		for end < len(in) && (isBase64(in[end]) || in[end] == '\r') {
			end++
		}
		if end == to || end < len(in) && in[end] != '\n' {
			break
		}
		to = min(end+1, len(in))
	}
	if to-from > 16 {
		sc.mask(from, to-1)
	}
}

// sent notes what a script sends to the question for a password: expect "assword:",
// send "x\r".
func (sc *scanner) sent(i int) bool {
	const near = 96
	rest := sc.in[i:min(len(sc.in), i+near)]
	n := strings.Index(rest, "send ")
	if n < 0 || strings.IndexByte(":?*;", charAt(rest, 0)) < 0 && !strings.HasPrefix(rest, `";`) && !strings.HasPrefix(rest, "\"\n") {
		return false
	}
	if before := strings.TrimRight(rest[:n], " \t"); strings.IndexByte(";{\n\"", before[len(before)-1]) < 0 && !strings.HasSuffix(before, `\n`) {
		return false // a sentence
	}
	from := skipBlanks(sc.in, i+n+len("send "))
	if strings.HasPrefix(sc.in[from:], "-- ") {
		from = skipBlanks(sc.in, from+len("-- "))
	}
	v := readValue(sc.in, from)
	text := strings.TrimSuffix(strings.TrimSuffix(sc.in[v.from:v.to], `\n`), `\r`)
	if v.quoted && !isReference(text) && !isMasked(text) {
		sc.mask(v.from, v.from+len(text))
		return true
	}
	return false
}

// pragma masks the key of a database: PRAGMA key = 'x', behind whose first word i is.
func (sc *scanner) pragma(i int) {
	in := sc.in
	i = skipBlanks(in, i)
	name := i
	for i < len(in) && isAlpha(in[i]) {
		i++
	}
	switch in[name:i] {
	case "key", "rekey", "hexkey", "hexrekey", "textkey", "textrekey":
	default:
		return
	}
	if i = skipBlanks(in, i); !at(in, i, '=') && !at(in, i, '(') {
		return
	}
	v := readValue(in, skipBlanks(in, i+1))
	if text := in[v.from:v.to]; v.quoted && !isReference(text) && !isMasked(text) {
		if strings.HasPrefix(text, "x'") {
			v.from += len("x'")
			v.to -= strings.Count(text[len("x'"):], "'")
		}
		sc.mask(v.from, v.to)
	}
}

// mailLogin masks the password of a line that a server of mail reads: a1 LOGIN me x. Its
// word is in[start:end].
func (sc *scanner) mailLogin(start, end int) {
	in := sc.in
	if start < 2 || in[start-1] != ' ' || !isAlnum(in[start-2]) || !at(in, end, ' ') {
		return
	}
	tag := start - 1
	for tag > 0 && isAlnum(in[tag-1]) && start-tag < 16 {
		tag--
	}
	if escaped := tag > 0 && in[tag-1] == '\\' && in[tag] == 'n'; tag > 0 && in[tag-1] != '\n' && !isQuote(in[tag-1]) && !escaped {
		return // AUTH PLAIN LOGIN
	}
	user := readValue(in, end+1)
	next := user.to
	if user.quoted {
		next++
	}
	if !at(in, next, ' ') {
		return
	}
	v := readValue(in, next+1)
	if text := in[v.from:v.to]; isUser(in[user.from:user.to]) && (isTyped(text) || isMadeUp(text) || isThree(text)) {
		sc.mask(v.from, v.to)
	}
}
