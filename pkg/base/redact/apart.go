package redact

import "strings"

// This file finds values that only blanks or the words of a sentence part from their name.

// apart masks a secret behind blanks, as in a line of a configuration, or behind the words
// of a sentence.
func (n nameAt) apart(from int) bool {
	sc := n.sc
	switch {
	case sc.statement(n.text(), n.end):
		return true
	case n.class != strong && !hasCandidate(sc.in, n.end):
		return sc.following(n.end) || sc.columns(n.start, n.end, n.class)
	}
	return n.masks(from, false) || n.behindOperand(from) || n.behindWords() || sc.following(n.end) || n.elsewhere()
}

// behindOperand masks a value behind what else may stand between it and its name, up to from:
// an option, a user, a remark in brackets.
func (n nameAt) behindOperand(from int) bool {
	in := n.sc.in
	if strings.HasPrefix(in[from:], "<(") && n.sc.echoed(n.text(), n.end) {
		return true
	}
	v := readValue(in, from)
	if n.class == strong && n.start > 0 && in[n.start-1] == '+' && v.to-v.from >= shortestTyped && !isReference(in[v.from:v.to]) {
		n.sc.mask(v.from, v.fullEnd(in)) // a console of a game: +rcon_password x
		return true
	}
	if k := strings.IndexByte(in[from:min(len(in), from+16)], ')'); k > 0 && in[from] == '(' && n.masks(skipBlanks(in, from+k+1), false) {
		return true // the key (WPA2) 1234-..
	}
	if strings.HasPrefix(in[from:], "--") && n.masks(skipBlanks(in, wordEnd(in, from)), false) {
		return true // rootpw --plaintext x
	}
	user := wordEnd(in, from)
	return n.class == strong && setsPassword(n.text()) && isUser(in[from:user]) && at(in, user, ' ') && n.masks(skipBlanks(in, user), false) // change-password me x
}

// setsPassword reports whether a name is that of what sets a password: change-password.
func setsPassword(name string) bool {
	var room [2 * longestName]byte
	verb, _, _ := strings.Cut(string(lowerWords(room[:0], name)), " ")
	switch verb {
	case "create", "add", "new", "set", "reset", "change", "update":
		return true
	}
	return false
}

// behindWords masks a value behind the words of a sentence.
func (n nameAt) behindWords() bool {
	const links = 3
	sc, in, next := n.sc, n.sc.in, n.end
	for range links {
		to, sure, ok := said(in, next)
		if !ok {
			return false
		}
		if n.masks(to, sure) {
			if next = sc.pos; !sc.gathers && strings.HasPrefix(in[next:], " to ") && strings.HasSuffix(in[:to], "from ") {
				n.masks(next+len(" to "), false) // change the password from x to y
			}
			return true
		}
		next = to
	}
	return false
}

// masks masks the value at from if it is a secret. linked says that a word or a mark between
// the two is one that gives the name a value.
func (n nameAt) masks(from int, linked bool) bool {
	v := valueApart(n, from, linked)
	if _, _, ok := token(v.sc.in, v.from, v.from+leading(v.text)); ok {
		return false // the walk masks it, and leaves its issuer
	}
	if !v.isCandidate() || !v.withoutUser().isSecret() {
		return linked && n.class == strong && n.sc.wordsFrom(v.from, n.ofPhrase())
	}
	n.sc.mask(v.begin, v.begin+len(v.text))
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

// wordsFrom masks a phrase of small words that ends its line: the passphrase is marble
// fennel saddle anchor. With nouns, words may begin with a capital letter.
func (sc *scanner) wordsFrom(from int, nouns bool) bool {
	const fewest, most, shortest, longest = 3, 8, 3, 12
	in, i, n := sc.in, from, 0
	for ; n < most; n++ {
		to := i
		for to < len(in) && isAlpha(in[to]) && (!isUpper(in[to]) || nouns && to == i) {
			to++
		}
		if (n > fewest || n == fewest && strings.ToLower(in[from:i]) != in[from:i]) && at(in, i, '(') {
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
