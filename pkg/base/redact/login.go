package redact

import "strings"

// This file finds passwords that only the user beside them, or a name in another alphabet,
// tells from other words of a prompt.

// userBefore reports whether a user or a login is named shortly before i.
func userBefore(in string, i int) bool {
	const near = 64
	before := strings.ToLower(in[max(0, i-near):i])
	for _, word := range [...]string{"user", "login", "email", "account"} {
		if strings.Contains(before, word) {
			return true
		}
	}
	return false
}

// longestSaid bounds the texts whose sentences are read: a prompt is short.
const longestSaid = 8 << 10

// sentences notes what sentences say: a password behind a user (sign in as me / x, with me:x),
// and behind a name in another alphabet.
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
		switch rest := in[i+1:]; {
		case rest[0] == '/' && at(rest, 1, ' '):
			user := in[max(0, i-lookBehind):i]
			start := 1 + strings.LastIndexAny(user, " \t\n")
			if isUser(user[start:]) && introduces(user[:start]) {
				sc.password(i + len(" / "))
			}
		case rest[0] == 'w' && strings.HasPrefix(rest, "with "), rest[0] == 'a' && strings.HasPrefix(rest, "as "), rest[0] == 'u' && strings.HasPrefix(rest, "using "):
			from := i + 1 + strings.IndexByte(rest, ' ') + 1
			to := from
			for to < len(in) && to-from < longestName && (isWord(in[to]) || strings.IndexByte(".@-", in[to]) >= 0) {
				to++
			}
			if at(in, to, ':') && isUser(in[from:to]) {
				sc.password(to + 1)
			}
		}
	}
	if foreign {
		sc.foreign()
	}
}

// introduces reports whether a text ends with what introduces a user.
func introduces(s string) bool {
	s = strings.TrimRight(s, " \t\n:")
	switch strings.ToLower(s[1+strings.LastIndexAny(s, " \t\n"):]) {
	case "as", "user", "username", "login", "with", "using", "creds", "credentials", "account":
		return true
	}
	return false
}

// isUser reports whether a text may be the name of a user.
func isUser(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && strings.IndexByte(".@-", s[i]) < 0 {
			return false
		}
	}
	return len(s) > 1 && isAlpha(s[0])
}

// password notes the word at i, if it is a password and nothing else.
func (sc *scanner) password(i int) {
	in := sc.in
	to := i
	for to < len(in) && to-i < longestName && !isSpace(in[to]) && !isQuote(in[to]) {
		to++
	}
	word := strings.TrimRight(in[i:to], ".,;:)!?")
	if isMadeUp(word) || isTyped(word) && strings.ContainsAny(word, "!#%^&*+~$") {
		sc.mask(i, i+len(word))
	}
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
