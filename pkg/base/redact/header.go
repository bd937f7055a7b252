package redact

import "strings"

// authorization masks a header's credentials and keeps its scheme.
func (sc *scanner) authorization(i int) bool {
	in := sc.in
	if at(in, i, '\\') {
		i++
		if strings.HasPrefix(in[i:], "u0022") {
			i += len("u0022")
		}
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
	if rest, _, _ := strings.Cut(in[from:min(from+12, len(in))], "\n"); isReference(strings.TrimRight(rest, "\"'`,;)} ")) || isMasked(rest) {
		return false
	}
	to := from
	for to < len(in) && in[to] != '\n' && in[to] != '\r' && in[to] != '\\' && in[to] != ',' && in[to] != '<' && !isQuote(in[to]) {
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
	if _, value, ok := strings.Cut(in[from:to], "="); ok && strings.HasPrefix(value, "$") {
		return false // of the first of several members
	}
	if strings.IndexByte(in[from:to], '(') > 0 {
		return false // base64(user:pass)
	}
	if to-from < shortestTyped && (!known || strings.ContainsAny(in[from:to], "})")) || to == from || !known && !looksRandom(in[from:to]) {
		return false
	}
	sc.mask(from, to)
	return true
}

// basicPair masks the password of a call of Ruby, behind the name of the header that ends at i:
// :authorization, :basic, "me", "x".
func (sc *scanner) basicPair(i int) bool {
	rest, ok := strings.CutPrefix(sc.in[i:], ", :basic, ")
	if from := len(sc.in) - len(rest); ok && rest != "" && isQuote(rest[0]) {
		user := readValue(sc.in, from)
		if next := skipBlanks(sc.in, user.to+2); user.quoted && at(sc.in, user.to+1, ',') && next < len(sc.in) && isQuote(sc.in[next]) {
			v := readValue(sc.in, next)
			if text := sc.in[v.from:v.to]; v.quoted && len(text) >= shortestTyped && !isReference(text) && !speaks(text) {
				sc.mask(v.from, v.fullEnd(sc.in))
				return true
			}
		}
	}
	return false
}

func isScheme(s string) bool {
	for _, known := range [...]string{"bearer", "basic", "token", "digest", "apikey", "negotiate", "aws4-hmac-sha256"} {
		if strings.EqualFold(s, known) {
			return true
		}
	}
	return false
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
		for to < len(in) && strings.IndexByte("; \\\n\r\"'`", in[to]) < 0 {
			to++
		}
		switch text := in[from:to]; {
		case len(text) < shortestValue || isReference(text) || isMasked(text) || !hasDigit(text) && strings.ToLower(text) == text && len(text) < 20:
		case strings.EqualFold(in[name:i], "expires"), strings.EqualFold(in[name:i], "max-age"), strings.HasPrefix(in[name:i], "_ga"), strings.EqualFold(in[name:i], "domain"), strings.EqualFold(in[name:i], "path"):
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

// relay masks the password of a line for a relay of mail, which has a user with an at sign at
// amp: [smtp.x.org]:587 me@x.org:secret.
func (sc *scanner) relay(amp int) bool {
	in := sc.in
	first := lineStart(in, amp)
	if line := in[first:amp]; strings.HasPrefix(line, "register =") {
		// of a telephone: register => me:secret@host
		if n := strings.IndexByte(line, ':'); n > 0 && !isReference(line[n+1:]) && !isMasked(line[n+1:]) {
			sc.mask(first+n+1, amp)
			return true
		}
	}
	if !at(in, first, '[') || strings.IndexByte(in[first:amp], ']') < 0 {
		return false
	}
	i := amp + 1
	for i < len(in) && (isWord(in[i]) || in[i] == '.' || in[i] == '-') {
		i++
	}
	to := wordEnd(in, i)
	if !at(in, i, ':') || to-i <= shortestTyped || !endsLine(in, to) || isReference(in[i+1:to]) || isMasked(in[i+1:to]) {
		return false
	}
	sc.mask(i+1, to)
	return true
}

// account masks the password of a line that is an address, which ends at i, a user and a
// password, as for shares of the web.
func (sc *scanner) account(start, i int) {
	in := sc.in
	scheme := start - len("://")
	for scheme > 0 && isAlpha(in[scheme-1]) {
		scheme--
	}
	if !at(in, i, ' ') || scheme > 0 && in[scheme-1] != '\n' {
		return
	}
	user := wordEnd(in, i+1)
	if !at(in, user, ' ') || !isUser(in[i+1:user]) {
		return
	}
	to := wordEnd(in, user+1)
	if text := in[user+1 : to]; endsLine(in, to) && (isTyped(text) || isMadeUp(text) || isThree(text) || isInvented(text) && hasDigitInside(text)) {
		sc.mask(user+1, to)
	}
}
