package redact

import "strings"

// This file finds the passwords of accounts among the operands of calls whose words say that
// an account is made or its password is set, whatever program that is: app user:create me x.

// nounsOfAccounts are what such words have in them.
var nounsOfAccounts = [...]string{"user", "admin", "account", "cred", "passw"}

// accounts notes the last operand behind such words, if it looks like a password.
func (sc *scanner) accounts() {
	if len(sc.in) > longestSaid {
		return
	}
	for _, noun := range nounsOfAccounts {
		for i := 0; ; {
			n := strings.Index(sc.in[i:], noun)
			if n < 0 {
				break
			}
			i = sc.accountCall(i+n, i+n+len(noun))
		}
	}
}

// accountCall looks at the word around in[start:end], and returns where it ends.
func (sc *scanner) accountCall(start, end int) int {
	in := sc.in
	for start > 0 && inVerb(in[start-1]) {
		start--
	}
	for end < len(in) && inVerb(in[end]) {
		end++
	}
	if !at(in, end, ' ') || end-start > longestName || start > 0 && in[start-1] == '-' {
		return end
	}
	sets, ofPassword := setsAccount(in[start:end])
	if !sets {
		before := strings.TrimRight(in[max(lineStart(in, start), start-longestName):start], " ")
		next := end + 1
		to := next
		for to < len(in) && inVerb(in[to]) {
			to++
		}
		switch {
		case isSetsAccountWord(in[next:to]) && at(in, to, ' '): // user add
			end, sets = to, true
		case isSetsAccountWord(before[1+strings.LastIndexByte(before, ' '):]):
			sets = start > 0 && in[start-1] == ' '
		}
	}
	if sets {
		sc.lastOfAccount(end, ofPassword)
	}
	return end
}

// lastOfAccount notes the last operand of a call from i on: behind a user, or alone if the words
// before it speak of a password.
func (sc *scanner) lastOfAccount(i int, ofPassword bool) {
	const most = 6
	var room [maxWords]callWord
	words, _ := sc.words(room[:0], i, 0)
	n := 0
	for k := range words {
		w := &words[k]
		if n++; n > most || isPlainWord(w.text) || isLinkWord(w.text) || strings.HasSuffix(w.text, ",") {
			return // of a sentence
		}
		last := k == len(words)-1 || strings.HasPrefix(words[k+1].text, "-")
		if !last || n == 1 && !ofPassword || k > 0 && strings.HasPrefix(words[k-1].text, "--") && !namesNew(words[k-1].text) {
			continue
		}
		if isThree(w.text) && !isNumbered(w.text) && !isFile(w.text) && strings.IndexByte(w.text, '@') < 0 || isMadeUp(w.text) {
			sc.secretWord(&argument{}, w)
			return
		}
	}
}

// namesNew reports whether an option is that of a new value: --new x.
func namesNew(option string) bool { return strings.HasPrefix(option, "--new") }

func inVerb(c byte) bool { return isWord(c) || c == ':' || c == '-' || c == '.' || c == '/' }

// setsAccount reports whether a word says that an account is made or changed, and whether it
// speaks of its password: create-user, user:add, reset-password.js, setPassword.
func setsAccount(word string) (sets, ofPassword bool) {
	word = word[1+strings.LastIndexByte(word, '/'):]
	var room [2 * longestName]byte
	noun := false
	for part := range strings.FieldsSeq(string(lowerWords(room[:0], word))) {
		switch {
		case isSetsAccountWord(part):
			sets = true
		case strings.HasPrefix(part, "passw"), strings.HasPrefix(part, "cred"):
			noun, ofPassword = true, true
		case hasAnyPrefix(part, nounsOfAccounts[:]...), strings.HasPrefix(part, "superuser"):
			noun = true
		}
	}
	return sets && noun, ofPassword
}

// isSetsAccountWord reports whether a word says that something is made or set.
func isSetsAccountWord(w string) bool {
	switch w {
	case "create", "add", "new", "set", "reset", "change", "update", "register":
		return true
	}
	return false
}
