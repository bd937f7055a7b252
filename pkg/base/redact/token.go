package redact

import (
	"encoding/base64"
	"strings"
)

// shape is the form of an issuer's tokens: a prefix, how many characters must
// follow, and what sets them apart from ordinary words.
type shape struct {
	prefix string
	least  int
	kind   kind
	whole  int // how many follow, where the issuer makes all of one length; 0: any number
}

type kind uint8

const (
	plain   kind = iota // the prefix does not occur by chance
	mixed               // a digit must follow, and no kebab-case of small letters
	random              // capitals, small letters and digits must follow, several of each
	dotted              // dots belong to the token
	encoded             // it is base64 with all of its characters
	hex                 // only hexadecimal digits follow
)

// token finds a token at in[start:], where a run of word characters ends at
// end, and returns the part of it to mask: the prefix stays, because it names
// the issuer.
func token(in string, start, end int) (from, to int, ok bool) {
	if end-start < shortest && strings.IndexByte(".:~\n\r\\", charAt(in, end)) < 0 {
		return 0, 0, false
	}
	start = behindEscape(in, start, end)
	if from, to, ok := jwt(in, start, end); ok {
		return from, to, true
	}
	if to, ok := discord(in, start, end); ok {
		return start, to, true
	}
	if from, to, ok := numbered(in, start, end); ok {
		return from, to, true
	}
	if to, ok := encodedKey(in, start, end); ok {
		return start, to, true
	}
	second := charAt(in, start+1) // tells most prefixes apart at once
	for _, sh := range shapes(in[start]) {
		if sh.prefix[1] != second || !strings.HasPrefix(in[start:], sh.prefix) {
			continue
		}
		from := start + len(sh.prefix)
		to := max(from, end)
		if from > end || sh.kind == dotted || strings.HasSuffix(sh.prefix, ".") {
			to = bodyEnd(in, from, sh.kind == dotted)
		}
		for sh.kind == encoded && to < len(in) && (isBase64(in[to]) || in[to] == '-' || in[to] == '_') {
			to++
		}
		if all, ok := joined(in, from, to, sh.whole); ok {
			return from, all, true
		}
		if to-from < sh.least {
			continue
		}
		if len(sh.prefix) < shortestPrefix && strings.HasSuffix(in[:start], "h1:") {
			continue // in go.sum
		}
		if sh.kind != plain && isAlnum(sh.prefix[len(sh.prefix)-1]) && len(sh.prefix) < shortestPrefix && start > 0 && (in[start-1] == '/' || in[start-1] == '+') {
			continue // in the middle of base64
		}
		if sh.kind == hex && !isHex(in[from:to]) || sh.kind == mixed && !looksMixed(in[from:to]) || sh.kind == random && !looksVaried(in[from:to]) {
			continue
		}
		return from, withTail(in, to), true
	}
	return inName(in, start, end)
}

// shortestPrefix is the least length of a prefix of letters that does not occur in base64 by
// chance.
const shortestPrefix = 5

// maxToken bounds how much of a token in a name is read: a name may be long
// and hold many prefixes.
const maxToken = 64

// inName finds a token at the end of a name, as of a test or a file:
// test_ghp_.. It knows only prefixes that do not occur in names by chance.
func inName(in string, start, end int) (from, to int, ok bool) {
	for i := start + 1; end-i >= shortest; i++ {
		if isAlnum(in[i-1]) || !isAlpha(in[i]) {
			continue
		}
		for _, sh := range shapes(in[i]) {
			from := i + len(sh.prefix)
			if sh.kind == plain && end-from >= sh.least && strings.HasPrefix(in[i:], sh.prefix) && looksMixed(in[from:min(end, from+maxToken)]) {
				return from, end, true
			}
		}
	}
	return 0, 0, false
}

// behindEscape returns where a word begins: after an escaped line break, as in
// JSON, without the n.
func behindEscape(in string, start, end int) int {
	if start > 0 && in[start-1] == '\\' && start+1 < end {
		switch in[start] {
		case 'n', 'r', 't':
			return start + 1
		}
	}
	return start
}

func bodyEnd(in string, i int, dots bool) int {
	for i < len(in) && (isWord(in[i]) || in[i] == '-' || dots && in[i] == '.' && i+1 < len(in) && isWord(in[i+1])) {
		i++
	}
	return i
}

// jwt finds a JSON web token: base64 of {" with at least one more part.
func jwt(in string, start, end int) (from, to int, ok bool) {
	const head = "eyJ"
	if end-start < 10 || !strings.HasPrefix(in[start:], head) || !at(in, end, '.') {
		return 0, 0, false
	}
	to = bodyEnd(in, end, true)
	if to-end < 10 {
		return 0, 0, false
	}
	return start + len(head), withTail(in, to), true
}

// discord finds the token of a bot there: base64 of its number, when it was made, and a
// code, with dots between them.
func discord(in string, start, end int) (to int, ok bool) {
	const stamp, code = 6, 27
	if n := end - start; n < 23 || n > 30 || in[start] < 'M' || in[start] > 'O' || !at(in, end, '.') || !at(in, end+1+stamp, '.') || !looksMixed(in[start:end]) {
		return 0, false
	}
	to = bodyEnd(in, end+1+stamp+1, false)
	return to, to-(end+1+stamp+1) >= code && bodyEnd(in, end+1, false) == end+1+stamp
}

// encodedKey finds a private key as a cluster's files hold it: base64 of
// -----BEGIN PRIVATE KEY-----, or of one with an algorithm before PRIVATE.
func encodedKey(in string, start, end int) (to int, ok bool) {
	const begin, head = "LS0tLS1CRUdJTi", 48
	if end-start < head || !strings.HasPrefix(in[start:], begin) {
		return 0, false
	}
	name, err := base64.StdEncoding.DecodeString(in[start : start+head])
	if err != nil || !strings.Contains(string(name), " PRIVATE") {
		return 0, false
	}
	for to = end; to < len(in) && isBase64(in[to]); {
		to++
	}
	return to, true
}

// numbered finds tokens that begin with an account: Telegram bots
// (110201543:AAHdq..), and Azure client secrets (abc8Q~..).
func numbered(in string, start, end int) (from, to int, ok bool) {
	n := end - start
	switch {
	case n >= 8 && n <= 10 && strings.HasPrefix(in[end:], ":AA") && isDigit(in[start]),
		n >= 11 && n <= 13 && strings.HasPrefix(in[end:], ":AA") && strings.HasPrefix(in[start:], "bot") && isDigit(in[start+3]): // in an address
		from = end + 1
	case n == 5 && in[end-1] == 'Q' && isDigit(in[end-2]) && at(in, end, '~'):
		from = end + 1
	default:
		return 0, 0, false
	}
	to = from
	for to < len(in) && (isWord(in[to]) || in[to] == '-' || in[to] == '~' || in[to] == '.') {
		to++
	}
	return from, to, to-from >= 30
}
