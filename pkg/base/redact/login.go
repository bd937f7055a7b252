package redact

import "strings"

// This file finds passwords that only the user beside them, or a name in another alphabet,
// tells from other words of a prompt.

// userBefore reports whether a user or a login is named shortly before i.
func userBefore(in string, i int) bool {
	const near = 64
	before := strings.ToLower(in[max(0, i-near):i])
	return hasAny(before, userWords[:])
}

// longestSaid bounds the texts whose sentences are read: a prompt is short.
const longestSaid = 8 << 10

// sentences notes what sentences say: a password behind a user (sign in as me / x, with me:x,
// (me - x)), behind what one logs in with, and behind a name in another alphabet.
func (sc *scanner) sentences() {
	in := sc.in
	if len(in) > longestSaid {
		return
	}
	foreign := false
	for i := range len(in) {
		if in[i] >= 0x80 {
			foreign = true
		}
		if in[i] != ' ' || i+1 == len(in) {
			continue
		}
		switch rest := in[i+1:]; rest[0] {
		case '/', '-', 0xe2: // and dashes that are longer
			mark := leadingMark(rest)
			switch {
			case mark == 0 || !at(rest, mark, ' '):
			case mayBePassword(rest[mark+1:]):
				sc.behindUser(i, i+1+mark+1)
			}
		case '(':
			if mayBePassword(rest[1:]) {
				sc.inBrackets(i)
			}
		case 'w', 'u':
			if strings.HasPrefix(rest, "with ") || strings.HasPrefix(rest, "using ") {
				if n := strings.IndexByte(rest, ' ') + 1; mayBePassword(rest[n:]) {
					sc.usedFor(i, i+1+n)
				}
			}
		case 'f', 'p':
			if len(rest) > 4 && rest[1] == 'o' {
				sc.knownAccount(i + 1) // postgres
			}
		case 'a':
			if strings.HasPrefix(rest, "as ") {
				sc.joinedUser(i + len(" as "))
			} else if len(rest) > 4 && rest[1] == 'd' {
				sc.knownAccount(i + 1)
			}
		case 'r', 's':
			if len(rest) > 4 && (rest[1] == 'o' || rest[1] == 'a' || rest[1] == 'i' || rest[1] == 'y' || rest[1] == 'u') {
				sc.knownAccount(i + 1)
			}
		case 'i':
			if strings.HasPrefix(rest, "is ") && mayBePassword(rest[len("is "):]) && namesAccount(in[:i]) {
				if sc.nameless(i + len(" is ")) {
					sc.password(i+len(" is "), perhaps)
				}
			}
		}
	}
	if foreign {
		sc.foreign()
	}
}

// mayBePassword reports whether the word with which a text begins has a digit or a mark, as
// the passwords have for which sentences are read.
func mayBePassword(s string) bool {
	for i := range min(len(s), longestName) {
		switch c := s[i]; {
		case isDigit(c), c == '!', c == '&', c == '#', c == '%', c == '$', c == '*', c == '+', c == '~', c == '^':
			return true
		case isSpace(c):
			return false
		}
	}
	return false
}

// leadingMark returns the length of the mark between a user and a password with which a text
// begins.
func leadingMark(s string) int {
	for _, mark := range [...]string{"//", "/", "--", "-", "–", "—", "→"} {
		if strings.HasPrefix(s, mark) {
			return len(mark)
		}
	}
	return 0
}

// behindUser notes the password at from, if what ends at i is a user of which the sentence
// speaks: as me / x, NAS: root - x.
func (sc *scanner) behindUser(i, from int) {
	before := sc.in[max(0, i-lookBehind):i]
	start := 1 + strings.LastIndexAny(before, " \t\n([*")
	if !isUser(before[start:]) || start > 1 && before[start-1] == '(' && isWord(before[start-2]) {
		return
	}
	switch slash := sc.in[i+1] == '/'; {
	case introduces(before[:start]) && slash:
		sc.password(from, likely)
	case introduces(before[:start]), strings.HasSuffix(before[:start], ": "), start > 0 && before[start-1] == '(':
		if speaksOfLogin(before[:start]) {
			sc.password(from, likely)
		} else if slash {
			sc.password(from, certainly)
		}
	case slash && speaksOfLogin(before[:start]):
		sc.password(from, typedOrLikely)
	}
}

// inBrackets notes the password in brackets that begin behind i: as me (x), (me:x).
func (sc *scanner) inBrackets(i int) {
	before := sc.in[max(0, i-lookBehind):i]
	start := 1 + strings.LastIndexAny(before, " \t\n")
	from := i + len(" (")
	switch {
	case isUser(before[start:]) && introduces(before[:start]):
		if to := from + strings.IndexByte(sc.in[from:min(len(sc.in), from+longestName)], ')'); to > from && strings.IndexByte(sc.in[from:to], ' ') < 0 && sc.nameless(from) {
			sc.password(from, certainly)
		}
	case speaksOfLogin(before):
		sc.joinedUser(from)
	}
}

// usedFor notes the password at from, if that is what one logs in with: sign in with x.
func (sc *scanner) usedFor(i, from int) {
	const near = 64
	before := strings.ToLower(sc.in[max(0, i-near):i])
	before = before[1+strings.LastIndexAny(before, ";!?\n"):]
	before = before[1+strings.LastIndex(before, ". "):]
	if !sc.joinedUser(from) && hasAny(before, enterWords[:]) && sc.nameless(from) {
		sc.password(from, likely)
	}
}

// knownAccount notes the password behind an account that many systems have, at i, and a mark:
// root/x, admin:x.
func (sc *scanner) knownAccount(i int) {
	n := leading(sc.in[i:min(len(sc.in), i+16)])
	if mark := charAt(sc.in, i+n); mark != '/' && mark != ':' {
		return
	}
	if isKnownAccount(sc.in[i:i+n]) && sc.nameless(i+n+1) {
		sc.password(i+n+1, certainly)
	}
}

// isKnownAccount reports whether a word is the name of an account that many systems have.
func isKnownAccount(s string) bool {
	switch s {
	case "root", "admin", "administrator", "postgres", "sa", "pi", "sysadmin", "superuser":
		return true
	}
	return false
}

// joinedUser notes the password of a user at i, who is joined with it: me:x.
func (sc *scanner) joinedUser(i int) bool {
	in := sc.in
	to := i
	for to < len(in) && to-i < longestName && (isWord(in[to]) || strings.IndexByte(".@-", in[to]) >= 0) {
		to++
	}
	if !at(in, to, ':') || !isUser(in[i:to]) {
		return false
	}
	sc.password(to+1, certainly)
	return true
}

// namesAccount reports whether a text ends with the name of an account that is not one's own:
// the router admin.
func namesAccount(s string) bool {
	const near = 12
	s = strings.ToLower(s[max(0, len(s)-near):])
	for _, word := range [...]string{"admin", "root", "login", "sudo"} {
		if strings.HasSuffix(s, " "+word) {
			return true
		}
	}
	return false
}

// speaksOfLogin reports whether the end of a text, on its line, speaks of an account.
func speaksOfLogin(s string) bool {
	s = strings.ToLower(s[1+strings.LastIndexByte(s, '\n'):])
	return hasAny(s, loginWords[:])
}

// hasAny reports whether a text has one of some words in it.
func hasAny(s string, words []string) bool {
	for _, word := range words {
		if strings.Contains(s, word) {
			return true
		}
	}
	return false
}

// introduces reports whether a text ends with what introduces a user.
func introduces(s string) bool {
	s = strings.TrimRight(s, " \t\n:")
	return isIntroducesWord(strings.ToLower(s[1+strings.LastIndexAny(s, " \t\n("):]))
}

// isUser reports whether a text may be the name of a user.
func isUser(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && strings.IndexByte(".@-+", s[i]) < 0 {
			return false
		}
	}
	return len(s) > 1 && isAlpha(s[0])
}

// sureness is what a word must look like to be taken for a password.
type sureness uint8

const (
	certainly     sureness = iota // with capital and small letters, digits and marks
	likely                        // or as words with digits between them, or capitals
	typedOrLikely                 // or as what is typed, and is no name with a number
	perhaps                       // or as a word with digits
)

// password notes the word at i, if it is a password and nothing else.
func (sc *scanner) password(i int, how sureness) {
	in := sc.in
	to := i
	for to < len(in) && to-i < longestName && !isSpace(in[to]) && !isQuote(in[to]) {
		to++
	}
	word := strings.TrimRight(in[i:to], ".,;:)?")
	if strings.IndexByte(word, '!') == len(word)-1 && !isTyped(word) {
		word = strings.TrimSuffix(word, "!")
	}
	if isMadeUp(word) || isTyped(word) && strings.ContainsAny(word, "!#%^&*+~$") && strings.IndexByte(word, '/') < 0 || how == perhaps && isInvented(word) || how == typedOrLikely && isTyped(word) && isInvented(word) || how >= likely && isInvented(word) && (isJoined(word) || strings.ContainsAny(word, ";&+!#%")) {
		sc.mask(i, i+len(word))
	}
}

// nameless reports whether the word at i is not as things are named: Form.V2, Sign-In.Page2.
func (sc *scanner) nameless(i int) bool {
	word := strings.TrimRight(sc.in[i:min(wordEnd(sc.in, i), i+longestName)], ".,;:)?")
	if n := len(word) - 1; n < 0 || hasDigit(word[:n]) {
		return true
	}
	parts := 0
	for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == '.' || r == '-' }) {
		if parts++; !isUpper(part[0]) || len(part) > 2 && strings.ToLower(part[1:]) != part[1:] {
			return true
		}
	}
	return parts < 2
}

// foreign notes the word behind a name of a secret in another alphabet, and what links them.
func (sc *scanner) foreign() {
	in := sc.in
	for _, name := range foreignWords {
		for i := 0; ; {
			n := strings.Index(in[i:], name)
			if n < 0 {
				break
			}
			i += n + len(name)
			to, most := i, min(len(in), i+maxBetween)
			for to < most && in[to] != '\n' && (in[to] >= 0x80 || strings.IndexByte(" :=\"'`", in[to]) >= 0) {
				to++
				if word := leading(in[to:most]); word > 0 && in[to-1] == ' ' && at(in, to+word, ' ') && (isLinkWord(in[to:to+word]) || isHintWord(in[to:to+word])) {
					to += word
				}
			}
			end := to
			for end < len(in) && end-to < longest && in[end] < 0x80 && !isSpace(in[end]) && !isQuote(in[end]) {
				end++
			}
			if word := strings.TrimRight(in[to:end], ".,;:)!?"); isTyped(word) || isMadeUp(word) {
				sc.mask(to, to+len(word))
			}
		}
	}
}

// userAbove reports whether the member or the line before the one at i names a user: user: me.
func userAbove(in string, i int) bool {
	const near = 64
	before := strings.TrimRight(in[max(0, i-near):i], " \t\"'-")
	if before == "" || strings.IndexByte(",\n{;", before[len(before)-1]) < 0 {
		return false
	}
	before = strings.TrimRight(before, ",;\n\r \t")
	before = strings.TrimLeft(before[1+strings.LastIndexAny(before, "\n,{;"):], " \t\"'-")
	name, value, ok := strings.Cut(before, ":")
	if !ok {
		name, value, ok = strings.Cut(before, "=")
	}
	name = strings.ToLower(strings.TrimRight(name, " \"'"))
	return ok && value != "" && (strings.HasSuffix(name, "user") || strings.HasSuffix(name, "username") || strings.HasSuffix(name, "login"))
}
