package redact

import "strings"

// shortestApart is the least length of a secret behind the blank behind a name that may be
// that of something else.
const shortestApart = 16

// apartValue is a value that stands apart from its name.
type apartValue struct {
	nameAt
	value
	text   string // the value, without the mark that ends a sentence
	begin  int    // where the text stands
	coded  bool   // behind a digit that says how it is encrypted: password 7 0822..
	linked bool   // behind what gives a name a value: is, a colon
}

// valueApart reads the value of a name at from.
func valueApart(n nameAt, from int, linked bool) *apartValue {
	v := &apartValue{nameAt: n, linked: linked}
	in := n.sc.in
	if at(in, from, '{') {
		if k := strings.IndexByte(in[from:min(len(in), from+16)], '}'); k > 1 && inCapitals(in[from+1:from+k]) {
			from += k + 1 // {SSHA}x
		}
	}
	if v.coded = isDigit(charAt(in, from)) && at(in, from+1, ' '); v.coded {
		from += len("7 ")
	}
	mark := typographic(in[from:])
	if from += mark; mark > 0 {
		from = skipBlanks(in, from)
	}
	if v.value = readValue(in, from); !v.quoted {
		v.to = withAmpersand(in, v.from, v.to)
	}
	if k := strings.IndexAny(in[v.from:v.to], closingMarks); mark > 0 && k > 0 {
		v.to = v.from + k
	}
	if v.to-v.from > 2 && isQuote(in[v.from]) && in[v.from] == in[v.to-1] {
		v.from++ // '"x"'
		v.to--
	}
	v.text = strings.TrimSuffix(in[v.from:v.to], "/") // of sed
	for !v.quoted && v.text != "" && strings.IndexByte(".!,:;", v.text[len(v.text)-1]) >= 0 {
		v.text = v.text[:len(v.text)-1]
	}
	v.begin = v.from
	return v
}

// The quotes of printed text.
const (
	openingMarks = "«“„‘‹"
	closingMarks = "»”“’›"
)

// typographic returns the length of the quote of printed text with which a text begins, or 0.
func typographic(s string) int {
	for _, r := range openingMarks {
		if mark := string(r); strings.HasPrefix(s, mark) {
			return len(mark)
		}
	}
	return 0
}

// isCandidate reports whether a value may be a secret, and is not one of the other things
// behind such names: words, references, calls, names in code, names of keys or of numbers.
func (v *apartValue) isCandidate() bool {
	text := v.text
	switch {
	case len(text) < shortestTyped, isPlainWord(text), speaks(text), isReference(text), isMasked(text), at(v.sc.in, v.to, '('):
		return false
	case !v.linked && spellsName(v.nameAt.text(), text):
		return false
	case v.class == weak && (isKeyID(text) || isNumbered(text)), isNumbered(text) && strings.ToUpper(text) == text:
		return false
	}
	return !isSelector(text) || lookOf(text) >= lookMixed || v.class >= typed && isMadeUp(text)
}

// withoutUser cuts off a user before the value: me:x, me/x.
func (v *apartValue) withoutUser() *apartValue {
	if user, word, ok := cutLogin(v.text); ok && isTyped(word) && !hasDigit(user) && !isSelector(word) {
		v.begin += len(v.text) - len(word)
		v.text = word
	}
	return v
}

// isSecret weighs a value: the less sure its name is, the more it must look like a secret.
func (v *apartValue) isSecret() bool {
	text, typedText := v.text, isTyped(v.text)
	switch {
	case v.coded && len(text) >= shortestValue && hasDigit(text) && endsLine(v.sc.in, v.to):
		return true
	case len(text) >= shortestApart && typedText && !isUUID(text) && (v.class > ofKey && isMixed(text) || lookOf(text) >= lookMixed):
		return true
	case v.class < typed:
		return false
	case v.linked && looksWordy(text) || isGroups(text):
		return true
	}
	switch v.class {
	case strong:
		if v.isSaidPassword(typedText) {
			return true
		}
	case typed:
		if v.isSaidPass(typedText) {
			return true
		}
	case weak:
		if v.linked && (isMadeUp(text) || v.quoted && isInvented(text) && strings.HasSuffix(strings.ToLower(v.nameAt.text()), "secret")) {
			return true
		}
	}
	if v.class < weak {
		return false
	}
	return v.begin > v.from && typedText || len(text) >= shortestLive && lookOf(text) == lookRandom && v.endsClause()
}

// isSaidPassword reports whether a value of a name of class strong is one.
func (v *apartValue) isSaidPassword(typedText bool) bool {
	text := v.text
	switch {
	case typedText, isMadeUp(text):
		return true
	case v.linked && looksRandom(text) && !isFile(text) && !isNumber(text):
		return true
	case v.quoted && (isInvented(text) && hasDigitInside(text) && !(isSnakeOrKebab(text) && strings.IndexByte(text, '_') > 0) || v.isPhraseInQuotes()):
		return true
	case v.quoted && strings.HasSuffix(v.sc.in[:v.start], "with ") && (isChosen(text) || isCamel(text) || isPhrase(text)):
		return true
	case !v.quoted && len(v.sc.in) <= longestSaid && len(text) >= shortestValue && isInvented(text) && v.endsClause() &&
		(hasDigitInside(text) || makeupOf(text).inner > 0 || userBefore(v.sc.in, v.start)) && !hasAny(strings.ToLower(text), saysWords[:]):
		return true
	}
	return isOwn(v.sc.in, v.start, v.end, v.from) || v.linked && isOneWord(text) && v.isOfNamedUser()
}

// isOfNamedUser reports whether the sentence of a password named its user, and ends with the
// value: the user is me and the password is x.
func (v *apartValue) isOfNamedUser() bool {
	in := v.sc.in
	before := strings.ToLower(in[max(0, v.start-lookBehind):v.start])
	before = before[1+strings.LastIndexAny(before, "\n;.!?"):]
	user, rest, ok := strings.Cut(before, " is ")
	return ok && strings.Count(rest, " ") <= 3 && (strings.HasSuffix(user, "user") || strings.HasSuffix(user, "username") || strings.HasSuffix(user, "login")) && v.endsClause()
}

// isPhraseInQuotes reports whether a value in quotes is the words of a passphrase.
func (v *apartValue) isPhraseInQuotes() bool {
	const fewest = 2 // blanks
	if !v.ofPhrase() || strings.Count(v.text, " ") < fewest {
		return false
	}
	for i := range len(v.text) {
		if c := v.text[i]; !isAlnum(c) && c != ' ' && c != '-' {
			return false
		}
	}
	return true
}

// isSaidPass reports whether a value of a name of class typed is one, and no name in code:
// pass my_type2 on.
func (v *apartValue) isSaidPass(typedText bool) bool {
	text := v.text
	if isMadeUp(text) {
		return v.linked || userBefore(v.sc.in, v.start) || len(text) >= shortestValue && typedText
	}
	if len(text) >= shortestValue && typedText && (strings.ToLower(text) != text || strings.IndexByte(text, '_') < 0) {
		return true
	}
	return v.linked && isInvented(text) && v.endsClause()
}

// endsClause reports whether a clause ends behind the value.
func (v *apartValue) endsClause() bool { return endsClause(v.sc.in, v.begin+len(v.text)) }

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
