package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The last net: a text that looks random is masked where the words around it speak of a
// secret, whatever stands between them.

// leastCaught is the least length of a random text that is looked at. It is also that of a
// word at which the walk stops.
const leastCaught = shortest

// longestLone is the greatest length of a random text that nothing speaks of: longer ones are
// data, such as an index or an image.
const longestLone = 64

// net masks the random text around the word in[start:end].
func (sc *scanner) net(start, end int) bool {
	if end-start < leastCaught || sc.sure || sc.live {
		return false
	}
	look := lookOf(sc.in[start:end])
	if look == lookPlain {
		if isProductKey(sc.in[start:end]) {
			sc.mask(start, end)
			return true
		}
		return false
	}
	from, to := spread(sc.in, start, end)
	const ntlm = 32
	if look == lookHex && to-from == ntlm && strings.HasPrefix(sc.in[to:], ":::") {
		sc.mask(from, to) // of the accounts of Windows
		return true
	}
	name := isCamelName(sc.in[from:to])
	if name || at(sc.in, to, '"') && at(sc.in, to+1, ':') {
		return false // a name in code, or of a member
	}
	switch about := speaksOf(sc.in, from, to, look); {
	case about == aboutPublic, about == aboutNothing && look != lookRandom, isPublicForm(sc.in, from, to), at(sc.in, to, '(') && isIdentifier(sc.in[from:to]):
		return false
	case about == aboutNothing && to-from > longestLone:
		return false
	case about == aboutNothing && (strings.HasPrefix(sc.in[from:], "0x") || !isLone(sc.in, from, to) || strings.Contains(sc.in[from:to], zeros)):
		return false
	case about < aboutSecret && isID(sc.in[from:to]):
		return false
	case about < aboutSecret && (isWordy(sc.in[from:to]) || isText(sc.in[from:to])):
		return false
	case look == lookHex && isListed(sc.in, from, to):
		return false
	}
	sc.mask(from, to)
	return true
}

// maxSpread bounds how far a random text goes on around a word in it.
const maxSpread = 4096

// spread returns the whole of a random text that has the word in[start:end]: with the
// characters of base64 around it.
func spread(in string, start, end int) (from, to int) {
	from, to = start, end
	for from > 0 && start-from < maxSpread && (isWord(in[from-1]) || in[from-1] == '+' || in[from-1] == '/' || in[from-1] == '-') {
		from--
	}
	for to < len(in) && to-end < maxSpread && (isBase64(in[to]) || in[to] == '-' || in[to] == '_') {
		to++
	}
	return from, to
}

// isPublicForm reports whether a random text has the form of one that everybody may read:
// a path or an address, a UUID, a digest behind its name, a key in the form of SSH.
func isPublicForm(in string, from, to int) bool {
	text := in[from:to]
	if hasAnyPrefix(text, publishedWords[:]...) {
		return true
	}
	const minisign = 56
	const ofContent, ofDrive, ofOldDrive = 46, 33, 44 // by IPFS and Google
	if (len(text) == ofDrive || len(text) == ofOldDrive) && text[0] == '1' {
		return true
	}
	if isSealed(text) || len(text) == minisign && strings.HasPrefix(text, "RW") || len(text) == ofContent && strings.HasPrefix(text, "Qm") {
		return true
	}
	if at(in, to, '.') && to+1 < len(in) && isAlpha(in[to+1]) || from > 0 && (in[from-1] == '.' || in[from-1] == '@' || in[from-1] == '#' || in[from-1] == '~') {
		return true // of a name of a file, an address, a reference
	}
	for part := range strings.SplitSeq(text, "/") {
		if part != text && len(part) > 2 && !hasDigit(part) {
			return true // a path
		}
	}
	return isUUID(text) || isAccount(text) || isKeyID(text) || strings.Contains(in[lineStart(in, from):from], "— ") // signed by
}

// far is how far before a random text what speaks of it may stand.
const far = 96

// about is what the words beside a random text speak of.
type about uint8

const (
	aboutNothing about = iota
	aboutMaybe         // a secret, if nothing else tells otherwise
	aboutSecret
	aboutPublic // what everybody may read
)

// speaksOf says what the words before in[from:] speak of: the nearest counts. Of the lines
// before only the last that is not empty counts, and only for a text that stands alone on
// its own.
func speaksOf(in string, from, to int, look look) about {
	before := from
	for before > 0 && (isBlank(in[before-1]) || isQuote(in[before-1])) {
		before--
	}
	if look >= lookMixed && strings.HasSuffix(in[:before], "<<<") {
		return aboutSecret
	}
	alone := endsLine(in, to) || at(in, to, '`')
	maybe, breaks := aboutNothing, 0
	for i, least := from, max(0, from-far); i > least; {
		for i > least && !isAlnum(in[i-1]) {
			if i--; in[i] == '\n' {
				if breaks++; !alone || hasAlpha(in[i:from]) {
					return maybe
				}
				if line := in[lineStart(in, i):i]; len(line)-1-strings.LastIndexByte(line, ' ') > 32 {
					return aboutPublic // one of the lines of something long
				}
			}
		}
		end := i
		for i > least && isAlnum(in[i-1]) {
			if i--; isUpper(in[i]) && i > 0 && !isUpper(in[i-1]) {
				break
			}
		}
		if end-i > longestSpeaking {
			continue
		}
		var room [longestSpeaking]byte
		word := room[:end-i]
		for k := range word {
			if word[k] = in[i+k]; isUpper(word[k]) {
				word[k] |= 0x20
			}
		}
		switch w := string(word); {
		case isPublicWord(w):
			return aboutPublic
		case isSecretWord(w):
			if withNone(in, i, w) {
				return aboutPublic // next token
			}
			return aboutSecret
		case look >= lookMixed && isMaybeWord(w):
			maybe = aboutMaybe
		}
	}
	return maybe
}

// withNone reports whether a word at i is that of no secret because of the one before it, with
// which it is joined.
func withNone(in string, i int, word string) bool {
	if i > 0 && !isAlpha(in[i-1]) {
		i--
	}
	start := i
	for start > 0 && isAlpha(in[start-1]) && i-start < longestSpeaking {
		if start--; isUpper(in[start]) {
			break
		}
	}
	if start == i {
		return false
	}
	c, _ := classOf(strings.ToLower(in[start:i]) + " " + word)
	return c == noSecret
}

// isLone reports whether a random text is a whole word among others, as a value is: no line
// of something longer, no text in base64.
func isLone(in string, from, to int) bool {
	if from == 0 || strings.IndexByte(" \t\"'=`(,", in[from-1]) < 0 || strings.HasSuffix(in[:from], ";base64,") || to < len(in) && strings.IndexByte(" \t\"'`),;\n\r&|", in[to]) < 0 {
		return false
	}
	if hasAnyPrefix(in[to:], `","`, `", "`) || strings.HasSuffix(in[:from], `","`) || strings.HasSuffix(in[:from], `", "`) {
		return false // of a list of hashes
	}
	if endsLine(in, to) && strings.TrimLeft(in[lineStart(in, from):from], " \t\"'#*/>") == "" {
		return false
	}
	name := strings.TrimRight(in[max(0, from-8):from], "\": ")
	if n := len(name); n > 1 && isAlpha(name[n-1]) && name[n-2] == '"' {
		return false // {"x": .., "y": ..} of a key that everybody may read
	}
	return true
}

// zeros is a run of bytes in base64 that are 0, as no secret has.
const zeros = "AAAA"

// isText reports whether a random text is one in base64, and no login.
func isText(s string) bool {
	plain, err := base64.StdEncoding.DecodeString(s)
	plain = bytes.TrimPrefix(plain, []byte("\ufeff"))
	if err != nil || !utf8.Valid(plain) || bytes.ContainsFunc(plain, func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) }) {
		return false
	}
	return bytes.IndexByte(plain, ':') < 0 || bytes.ContainsAny(plain, " \n{\"<")
}

// isListed reports whether a digest stands in a list of them, where nothing near the next
// one speaks of a secret: of a lock file, in which a package may be named after tokens.
func isListed(in string, from, to int) bool {
	first := lineStart(in, from)
	name := in[first:from]
	if !strings.HasSuffix(name, ": ") || !endsLine(in, to) {
		return false
	}
	beside := func(i int) bool {
		if i < 0 || i >= len(in) {
			return false
		}
		end := i + to - from + lookBehind
		line, _, _ := strings.Cut(in[i:min(len(in), end)], "\n")
		n := strings.LastIndexByte(line, ' ') + 1
		text := strings.TrimRight(line[n:], "\r")
		return n > 1 && line[n-2] == ':' && len(text) == to-from && lookOf(text) == lookHex && speaksOf(in, i+n, i+n+len(text), lookHex) < aboutSecret
	}
	if first > 0 && beside(lineStart(in, first-1)) {
		return true
	}
	n := strings.IndexByte(in[to:min(len(in), to+lookBehind)], '\n')
	return n >= 0 && beside(to+n+1)
}

// longestSpeaking is the length of the longest word that is looked up.
const longestSpeaking = 20
