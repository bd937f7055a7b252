package redact

import "strings"

// This file finds values that only blanks or the words of a sentence part from their name.

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
	if !v.quoted || !certain && (isNumbered(text) || !isTyped(text) || c != strong && !(len(text) >= shortestLive && isMixed(text))) {
		return false
	}
	sc.mask(v.from, v.end(sc.in))
	return true
}

// shortestApart is the least length of a secret behind the blank behind a name that may be
// that of something else.
const shortestApart = 16

// apart masks a secret behind blanks, as in a line of a configuration, or behind the words
// of a sentence.
func (sc *scanner) apart(start, end, from int, c class) bool {
	in := sc.in
	secret := func(from int, linked bool) bool {
		if at(in, from, '{') {
			if n := strings.IndexByte(in[from:min(len(in), from+16)], '}'); n > 1 && inCapitals(in[from+1:from+n]) {
				from += n + 1 // {SSHA}x
			}
		}
		coded := isDigit(charAt(in, from)) && at(in, from+1, ' ') // of a router: password 7 0822..
		if coded {
			from += len("7 ")
		}
		v := readValue(in, from)
		if !v.quoted && at(in, v.to, '&') && isAlnum(charAt(in, v.to+1)) && v.to > v.from {
			to := v.to
			for to < len(in) && (!endsValue(in[to]) || in[to] == '&') {
				to++
			}
			if strings.IndexByte(in[v.to:to], '=') < 0 {
				v.to = to // a mark of a password, and not of a query
			}
		}
		if v.to-v.from > 2 && isQuote(in[v.from]) && in[v.from] == in[v.to-1] {
			v.from++ // '"x"'
			v.to--
		}
		text := strings.TrimSuffix(in[v.from:v.to], "/") // of sed
		for !v.quoted && text != "" && strings.IndexByte(".!,:;", text[len(text)-1]) >= 0 {
			text = text[:len(text)-1]
		}
		if _, _, ok := token(in, v.from, v.from+leading(text)); ok {
			return false // the walk masks it, and leaves its issuer
		}
		if len(text) < shortestTyped || c == weak && isKeyID(text) || isNumbered(text) && (c == weak || strings.ToUpper(text) == text) || isPlainWord(text) || speaks(text) || isReference(text) || isMasked(text) || at(in, v.to, '(') || isSelector(text) && lookOf(text) < lookMixed && !(c >= typed && isMadeUp(text)) {
			return linked && c == strong && sc.wordsFrom(v.from)
		}
		begin := v.from
		if user, word, ok := cutLogin(text); ok && isTyped(word) && !hasDigit(user) {
			begin, text = begin+len(text)-len(word), word
		}
		switch {
		case c == strong && (isTyped(text) || linked && looksRandom(text) && !isFile(text) && !isNumber(text)):
		case c == strong && v.quoted && strings.HasSuffix(in[:start], "with ") && (isChosen(text) || isCamel(text) || isPhrase(text)):
		case c == strong && isMadeUp(text), c == typed && isMadeUp(text) && (linked || userBefore(in, start)):
		case c == strong && !v.quoted && len(in) <= longestSaid && len(text) >= shortestValue && isInvented(text) && hasDigitInside(text) && endsClause(in, v.from+len(text)):
		case c == typed && len(text) >= shortestValue && isTyped(text) && strings.ToLower(text) != text:
		case c == typed && len(text) >= shortestValue && isTyped(text) && strings.IndexByte(text, '_') < 0: // pass my_type2 on
		case c >= weak && begin > v.from && isTyped(text):
		case len(text) >= shortestApart && isTyped(text) && !isUUID(text) && (c > ofKey && isMixed(text) || lookOf(text) >= lookMixed):
		case c >= weak && len(text) >= shortestLive && lookOf(text) == lookRandom && endsClause(in, v.from+len(text)):
		case c == weak && linked && isMadeUp(text), c == typed && linked && isInvented(text) && endsClause(in, v.from+len(text)):
		case c >= typed && (linked && looksWordy(text) || isGroups(text)), coded && len(text) >= shortestValue && hasDigit(text) && endsLine(in, v.to), c == strong && isOwn(in, start, end, from):
		default:
			return linked && c == strong && sc.wordsFrom(v.from)
		}
		sc.mask(begin, begin+len(text))
		return true
	}
	if c != strong && !hasCandidate(in, end) {
		return sc.statement(in[start:end], end) || sc.following(end) || sc.columns(start, end, c)
	}
	if sc.statement(in[start:end], end) || secret(from, false) {
		return true
	}
	if strings.HasPrefix(in[from:], "<(") && sc.echoed(in[start:end], end) {
		return true
	}
	if v := readValue(in, from); c == strong && start > 0 && in[start-1] == '+' && len(in[v.from:v.to]) >= shortestTyped && !isReference(in[v.from:v.to]) {
		sc.mask(v.from, v.end(in)) // a console of a game: +rcon_password x
		return true
	}
	if n := strings.IndexByte(in[from:min(len(in), from+16)], ')'); n > 0 && in[from] == '(' && secret(skipBlanks(in, from+n+1), false) {
		return true // the key (WPA2) 1234-..
	}
	if strings.HasPrefix(in[from:], "--") && secret(skipBlanks(in, wordEnd(in, from)), false) {
		return true // rootpw --plaintext x
	}
	if user := wordEnd(in, from); c == strong && start+len("password") < end && isUser(in[from:user]) && at(in, user, ' ') && secret(skipBlanks(in, user), false) {
		return true // change-password me x
	}
	const links = 3
	for next, n := end, 0; n < links; n++ {
		to, sure, ok := said(in, next)
		if !ok {
			break
		}
		if secret(to, sure) {
			if next = sc.pos; !sc.gathers && strings.HasPrefix(in[next:], " to ") && strings.HasSuffix(in[:to], "from ") {
				secret(next+len(" to "), false) // change the password from x to y
			}
			return true
		}
		next = to
	}
	return sc.following(end) || sc.columns(start, end, c) || c == strong && (sc.sent(end) || sc.asPassword(start, end))
}

// isCamel reports whether a text is words that are joined by capitals.
func isCamel(s string) bool {
	upper := 0
	for i := range len(s) {
		if !isAlpha(s[i]) {
			return false
		}
		if i > 0 && isUpper(s[i]) {
			upper++
		}
	}
	return upper > 0 && strings.ToUpper(s) != s
}

// isGroups reports whether a text is several groups of as many digits, as the key of a
// wireless network is printed.
func isGroups(s string) bool {
	const size, fewest = 4, 3
	if len(s) < fewest*(size+1)-1 {
		return false
	}
	for i := range len(s) {
		if dash := i%(size+1) == size; dash != (s[i] == '-') || !dash && !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// hasCandidate reports whether a word that may be a secret follows in the sentence.
func hasCandidate(in string, i int) bool {
	const mostFar = 96
	size, digits, dashes := 0, 0, 0
	for most := min(len(in), i+mostFar); i < most; i++ {
		switch c := in[i]; {
		case isBlank(c) || c == '\n':
			if size >= shortestTyped && (digits > 0 || dashes > 1) {
				return true
			}
			if c == '\n' {
				return false
			}
			size, digits, dashes = 0, 0, 0
			continue
		case isDigit(c):
			digits++
		case c == '-':
			dashes++
		}
		size++
	}
	return size >= shortestTyped && (digits > 0 || dashes > 1)
}

// isOwn reports whether a sentence names the owner of a password: "my password is x". Without
// an owner, x may only describe it: "the password is long".
func isOwn(in string, start, end, from int) bool {
	if strings.TrimSpace(in[end:from]) != "is" {
		return false
	}
	before := strings.Fields(in[max(0, start-lookBehind):start])
	if len(before) == 0 {
		return false
	}
	switch strings.ToLower(before[len(before)-1]) {
	case "my", "our", "whose":
		return true
	}
	return false
}

// leading returns how many of the first characters are those of one word.
func leading(s string) int {
	for i := range len(s) {
		if traitsOf[s[i]]&goesOn == 0 {
			return i
		}
	}
	return len(s)
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

// wordsFrom masks a phrase of small words that ends its line: the passphrase is marble
// fennel saddle anchor.
func (sc *scanner) wordsFrom(from int) bool {
	const fewest, most, shortest, longest = 3, 8, 3, 12
	in, i, n := sc.in, from, 0
	for ; n < most; n++ {
		to := i
		for to < len(in) && isAlpha(in[to]) && !isUpper(in[to]) {
			to++
		}
		if n > fewest && at(in, i, '(') {
			break
		}
		if size := to - i; size < shortest || size > longest || isPlainWord(in[i:to]) || isLinkWord(in[i:to]) {
			return false
		}
		if i = to; !at(in, i, ' ') {
			n++
			break
		}
		i++
	}
	if n < fewest || !endsLine(in, i) && strings.IndexByte(".,;(", in[i]) < 0 {
		return false
	}
	sc.mask(from, i)
	return true
}
