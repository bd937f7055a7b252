package redact

import "strings"

// judgement is what the value at a site is taken for.
type judgement uint8

const (
	none   judgement = iota // no secret
	secret                  // one
	words                   // one if it is the first word of a phrase
)

func secretIf(yes bool) judgement {
	if yes {
		return secret
	}
	return none
}

// judge weighs a value: a name of class strong has a secret unless the value is words or code,
// one of class weak must look like one, and one of class typed be chosen by a person.
func (s *site) judge() judgement {
	switch {
	case s.class == ofKey:
		return secretIf(isKey(s.sc.in, s.start, s.end, s.text))
	case s.isOfOther(), s.isWording():
		return none
	case s.class == typed || s.how == element:
		return secretIf(s.isOfUser() || s.quoted && isScrambled(s.text) || s.how == assigned && (s.quoted || !s.spaced) && isMadeUp(s.text))
	case s.class == strong && isNumber(s.text) && (strings.HasPrefix(s.text, "0x") || s.spaced && inCapitals(s.name()) && at(s.sc.in, s.to, ',')):
		return none // of an enumeration
	case s.class == weak && s.isOtherToken():
		return none
	case s.quoted:
		return secretIf(!s.isLabel())
	}
	return s.judgeBare()
}

// isOfOther reports whether a value is what such names also have: one of a list, a mechanism,
// the name of a key, the next part of a query.
func (s *site) isOfOther() bool {
	text := s.text
	switch {
	case s.class < strong && (isListed(s.sc.in, s.from, s.to) || strings.Contains(text, "..")):
		return true
	case s.class == weak && isKeyID(text) && !hasDigit(s.name()) && strings.HasPrefix(s.name(), "sign"):
		return true
	case s.class == typed && isNumbered(text) && strings.IndexByte(text, '-') > 0 && text == strings.ToLower(text) && strings.HasSuffix(strings.ToLower(s.name()), "auth"):
		return true // require_auth=scram-sha-256
	case s.how == told && !s.spaced && (s.class == typed && isSnakeOrKebab(text) || text[0] == '!' && strings.IndexByte(text, ':') > 0):
		return true // client-auth:401-flow, PSK:!aNULL:!MD5
	}
	return text[0] == ',' || strings.HasPrefix(text, `\u0026`) // pageToken=&prefix
}

// isWording reports whether a value is words of a sentence, a diagram or a translation.
func (s *site) isWording() bool {
	text := s.text
	if s.quoted {
		return !s.spaced && s.sc.in[s.from-1] == '`' && strings.IndexByte(text, ' ') > 0
	}
	return at(s.sc.in, s.to, '>') && text[len(text)-1] == '-' || // pw = a->b
		isTitle(text) && !isASCII(text) && !hasDigit(text)
}

// isOfUser reports whether a value is one that a person chose, or that stands for one beside a
// user: what else names of class typed have are words.
func (s *site) isOfUser() bool {
	if s.name() == "PASS" && s.how == told {
		return false // of a test
	}
	return isTyped(s.text) || isChosen(s.text) && userBefore(s.sc.in, s.start) || isOneWord(s.text) && endsLine(s.sc.in, s.to) && userAbove(s.sc.in, s.start)
}

// isOtherToken reports whether the value of a name of class weak is that of a token of
// another kind: of a language, an account, a number, a file.
func (s *site) isOtherToken() bool {
	text := s.text
	switch {
	case !s.quoted && s.spaced && s.how != told && isSelector(text) && lookOf(text) < lookMixed:
		return true // token = Token.Ident2
	case text[0] == '*' || len(text) > 2 && text[1] == '*' && isDigit(text[0]):
		return true // 1*tchar of a grammar
	case s.ofToken() && !hasDigit(text) && (!s.quoted && !inCapitals(s.name()) && (isSmallWord(text) || isSnake(text)) || !s.quoted && strings.Count(text, "-") == 1 && isSnakeOrKebab(text) || s.quoted && strings.IndexByte(text, ' ') > 0):
		return true // token=quoted, token="quoted string", a credential=always-impersonate
	case alnums(text) < shortestWeak:
		return true
	case !s.quoted && s.spaced && isIdentifier(text) && (isSnakeOrKebab(text) && strings.IndexByte(text, '_') > 0 && lookOf(text) < lookMixed || endsAlike(s.name(), text)):
		return true // RC2_KEY = rc2_key_st, privateKey = test1024Key
	case s.quoted && inCapitals(text) && strings.IndexByte(text, '_') > 0 && !hasDigit(text):
		return true // the name of a variable
	case isAccount(text) || isNumber(strings.ReplaceAll(text, "_", "")) || isFile(text) || len(text) < shortestWeak:
		return true
	}
	return strings.IndexByte(text, ' ') >= 0 && strings.ToLower(text) != text && !isScrambled(text)
}

// ofToken reports whether a name is that of a token, a key or what proves who one is, which are
// made at random, while people may choose a secret.
func (s *site) ofToken() bool {
	name := strings.ToLower(s.name())
	return strings.HasSuffix(name, "token") || strings.HasSuffix(name, "key") || strings.HasSuffix(name, "credential")
}

// endsAlike reports whether a name in code ends with the last word of another: privateKey,
// test1024Key.
func endsAlike(name, value string) bool {
	n := len(name) - 1
	for n > 0 && !isUpper(name[n]) && name[n] != '_' {
		n--
	}
	last := strings.TrimPrefix(name[n:], "_")
	return len(last) > 2 && len(last) < len(value) && strings.HasSuffix(value, last) && isUpper(last[0])
}

// alnums counts the letters and digits of a text.
func alnums(s string) int {
	n := 0
	for i := range len(s) {
		if isAlnum(s[i]) {
			n++
		}
	}
	return n
}

// isLabel reports whether a text in quotes is a label, a name or a sentence.
func (s *site) isLabel() bool {
	const fewest = 3 // blanks of a sentence
	if isTitle(s.text) && s.sc.in[s.sep-1] == ':' {
		return true // "login.password": "Passwort"
	}
	return s.class == weak && (namesKey(s.name(), s.text) || spellsName(s.name(), s.text) || strings.Count(s.text, " ") > fewest && !isScrambled(s.text))
}

// judgeBare weighs a value without quotes, which may be code or a word of a sentence.
func (s *site) judgeBare() judgement {
	text, told, next := s.text, s.how == told, charAt(s.sc.in, s.to)
	random := looksRandom(text)
	switch {
	case strings.Contains(text, "::") || strings.IndexByte(text, '[') > 0:
		return none // a call
	case (s.spaced || told) && !random && !endsLine(s.sc.in, s.to) && next == ' ' && isAlpha(charAt(s.sc.in, s.to+1)):
		return words
	case told && s.spaced && isNumbered(text) && strings.ToUpper(text) == text:
		return none // PKCS-12, AES256
	case told && s.isPhraseOfLine():
		return secret
	case told && !random && !s.isOfLine():
		return none // "unexpected token: foo"
	case s.start > 0 && s.sc.in[s.start-1] == '.' && isProseLine(s.sc.in, s.from):
		return none // label.password=Mot de passe
	case isTitle(text) && strings.IndexByte(text, '.') < 0 && next == ' ' && isProseLine(s.sc.in, s.to+1):
		return none
	case s.spaced && !told && !random && s.isNameInCode():
		return none
	case s.spaced && !told:
		return secretIf(random || !isCode(text) && (s.class != weak || looksWordy(text))) // not token = next
	}
	return secretIf(s.spaced || s.class != weak || !isCode(text))
}

// isNameInCode reports whether a value is a variable that is assigned to a member or beside others:
// settings["password"] = val, user, password = login_info.
func (s *site) isNameInCode() bool {
	before := s.sc.in[lineStart(s.sc.in, s.start):s.start]
	return isIdentifier(s.text) && (strings.HasSuffix(before, "[\"") || strings.HasSuffix(before, "['") || besideOthers(before) > 0)
}

// besideOthers returns how many names an assignment has before the one behind a text: of
// user, x.password = it is one. A name with a value is none of them.
func besideOthers(before string) int {
	end := len(before)
	for end > 0 && (isWord(before[end-1]) || before[end-1] == '.') {
		end--
	}
	if !strings.HasSuffix(before[:end], ", ") || strings.IndexByte(before, '=') >= 0 {
		return 0
	}
	return strings.Count(before[:end], ",")
}

// isPhraseOfLine reports whether a phrase is all that a line of a list says of a password.
func (s *site) isPhraseOfLine() bool {
	return s.spaced && s.class == strong && isPhrase(s.text) && isSnake(strings.ToLower(s.name())) && startsLine(s.sc.in, s.start) &&
		(s.to == len(s.sc.in) || s.sc.in[s.to] == '\n')
}

// isOfLine reports whether a value behind a colon, where sentences have words, looks like a
// secret, or is alone with its name on a line.
func (s *site) isOfLine() bool {
	if s.class == strong && (isTyped(s.text) || isJumbled(s.text)) {
		return true
	}
	return endsLine(s.sc.in, s.to) && startsLine(s.sc.in, s.start) && !isCode(s.text) && (s.class == strong || looksWordy(s.text))
}

// shortestWeak is the least length of a secret whose name may be that of something else.
const shortestWeak = 4

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
