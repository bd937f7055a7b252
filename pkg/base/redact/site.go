package redact

import "strings"

// site is a place where a value of a name stands that is assigned to it.
type site struct {
	nameAt
	value
	text   string // the value
	sep    int    // where what binds the two ends
	how    how
	spaced bool // blanks stand before the value
}

// siteAt reads the value at from.
func siteAt(n nameAt, sep, from int, h how) *site {
	in := n.sc.in
	s := &site{nameAt: n, value: readValue(in, from), sep: sep, how: h, spaced: from > sep}
	if h == told {
		if s.spaced && !s.quoted {
			s.to = withAmpersand(in, s.from, s.to)
		}
		if !s.spaced && at(in, s.to, '}') && opensVariable(in, s.start) {
			s.how = assigned // ${db.password:x}
		}
	}
	s.text = in[s.from:s.to]
	return s
}

func (s *site) name() string { return s.nameAt.text() }

// isOperand reports whether what stands behind a name in code shows that it is one: an operator,
// a comment of code, another word of a call, what a type is made of, the end of a member of a
// literal.
func (s *site) isOperand() bool {
	in := s.sc.in
	if at(in, s.to, '}') && strings.IndexByte(s.text, '{') > 0 {
		return true // Secret{1}
	}
	if !s.spaced || hasDigit(s.text) {
		return false
	}
	next := skipBlanks(in, s.to)
	rest := in[next:]
	switch {
	case at(in, s.to, ','):
		return endsLine(in, s.to) && startsLine(in, s.start) && s.how == told && !isQuote(in[max(0, s.start-1)])
	case s.how == told || next == s.to:
		return false
	}
	return hasAnyPrefix(rest, "+ ", "* ", "% ", "? ", "= ", "- ", "(", "// ", "\"", "'")
}

// withAmpersand returns where a value really ends that seems to end at an ampersand: it is a
// mark of a password, where no query goes on.
func withAmpersand(in string, from, to int) int {
	if to == from || !at(in, to, '&') || !isAlnum(charAt(in, to+1)) {
		return to
	}
	end := to
	for end < len(in) && (!endsValue(in[end]) || in[end] == '&') {
		end++
	}
	if strings.IndexByte(in[to:end], '=') < 0 {
		return end
	}
	return to
}

// opensVariable reports whether the name that begins at start is that of a variable with a
// default, ${name:.
func opensVariable(in string, start int) bool {
	before := in[max(0, start-lookBehind):start]
	return strings.LastIndex(before, "${") > strings.LastIndexAny(before, "} \n")-1
}

// isNoValue reports whether the text at a place is not a value of the name: it is a
// reference, words of a schema, a part of a type, or another name.
func (s *site) isNoValue() bool {
	in, text := s.sc.in, s.text
	switch from := skipBlanks(in, s.sep); {
	case s.how == told && from == s.sep && s.start > 0 && from < len(in) && isQuote(in[from]) && in[s.start-1] == in[from]:
		return true // the end of the quotes around a name: expect "assword:"; send
	case s.how == assigned && s.start > 0 && from < len(in) && isQuote(in[from]) && in[s.start-1] == in[from] && !at(in, s.end, in[from]) && strings.Trim(in[s.end:from], " =") == "":
		return true // likewise: if "password = " in line
	case isReference(text) || isSchema(text) || isMasked(text) || isSealed(text) || inARN(in, s.start):
		return true
	case !s.quoted && isTypeWord(text[:max(0, strings.IndexByte(text, ','))]):
		return true // a=null,b=
	case s.spaced && !s.quoted && strings.HasSuffix(text, "=") && isIdentifier(text[:len(text)-1]):
		return true // another name
	case s.how == told && !s.spaced && s.start > 0 && isQuote(in[s.start-1]) && at(in, s.to, in[s.start-1]) && isSmallWord(text):
		return true // "passwd:uid"
	case !s.quoted && isSelector(text) && strings.EqualFold(text[1+strings.LastIndexByte(text, '.'):], s.name()):
		return true // credentials: x.Credentials
	case s.class == weak && !s.quoted && isIdentifier(text) && inCapitals(text) && strings.IndexByte(text, '_') > 0 && !inCapitals(s.name()):
		return true // a_key=TEST_KEY1
	case (s.how == told || at(in, s.sep-1, ':')) && s.spaced && !s.quoted && isIdentifier(text) && at(in, skipBlanks(in, s.to), '{'):
		return true // struct Pass : Base {
	case s.isDirectory(), !s.quoted && at(in, s.to, '<') && isAlpha(charAt(in, s.to+1)) && isIdentifier(text):
		return true
	case len(text) < 3 || isPlainWord(text) || text[0] == '-' && s.class != strong:
		return true
	case isForeign(text):
		return true
	case s.quoted:
		return isProse(text) && !isScrambled(text) || isUnion(in, s.to) || isQualified(text)
	}
	return (s.spaced || s.how == told) && (spellsName(s.name(), text) || strings.HasPrefix(text, "--"))
}

// isDirectory reports whether a value is a variable with the working directory, which pwd also
// stands for: pwd: dir.
func (s *site) isDirectory() bool {
	return s.name() == "pwd" && !s.quoted && isIdentifier(s.text) && !hasDigit(s.text) && !userBefore(s.sc.in, s.start)
}

// isExpression reports whether a value is a call, another value, random_password.db2.result, or
// a rule for values, required|min:8.
func (s *site) isExpression() bool {
	if !s.quoted && hasAnyPrefix(s.text, "self.", "this.", "self::", "static::") && isIdentifier(s.text) {
		return true
	}
	if !s.quoted && isIdentifier(strings.TrimRight(s.text, "{123456789")) && s.isOperand() {
		return true
	}
	if !s.quoted && (at(s.sc.in, s.to, '(') || s.spaced && strings.Count(s.text, ".") > 1 && isSelector(s.text) && strings.ToLower(s.text) == s.text && lookOf(s.text) < lookMixed) {
		return true
	}
	rule, _, ok := strings.Cut(s.text, "|")
	return ok && isTypeWord(rule)
}
