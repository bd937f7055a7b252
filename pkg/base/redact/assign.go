package redact

import "strings"

// assignment masks what is assigned to a name: NAME=value, name: value, "name": "value",
// name => value, <name>value</name>.
func (n nameAt) assignment(sep int, h how) bool {
	sc, in, c := n.sc, n.sc.in, n.class
	if h == element {
		sep = behindValueTag(in, sep)
	}
	if size := textOfElement(in, sep); size > 0 && c == strong && h == element {
		return sc.elementText(sep, sep+size)
	}
	from := skipBlanks(in, sep)
	if h == assigned {
		if own := n.ownOfSeveral(from); own > from {
			sep, from = own, own
		}
	}
	if sc.below(n.start, from, c, h == told) {
		return true
	}
	from = behindMember(in, from)
	if h == assigned {
		from = behindTag(in, from)
	}
	if inner, ok := unwrap(in, from); ok {
		return sc.wrapped(inner, c)
	}
	s := siteAt(n, sep, from, h)
	switch {
	case s.isNoValue():
		return false
	case !s.quoted && at(in, s.to, '(') && c >= typed && c < header && sc.instead(s.to):
		return true
	case s.isExpression():
		return false
	}
	switch s.judge() {
	case none:
		return false
	case words:
		return s.ofPhrase() && sc.wordsFrom(s.from, true)
	}
	if speaks(s.text) {
		return false
	}
	sc.mask(s.from, s.fullEnd(in))
	if s.quoted {
		sc.changed(s.to)
	}
	return true
}

// ownOfSeveral returns where the value of a name begins that is assigned to with others:
// user, password = "me", "x". Of all else it returns from.
func (n nameAt) ownOfSeveral(from int) int {
	in := n.sc.in
	if from == len(in) || !isQuote(in[from]) {
		return from
	}
	next := from
	for range besideOthers(in[lineStart(in, n.start):n.start]) {
		if next = nextOperand(in, next, min(len(in), next+lookAhead)); next < 0 {
			return from
		}
		next = skipBlanks(in, next)
	}
	return next
}

// textOfElement returns how long the text of an element is that begins at i and ends on its
// line, or 0.
func textOfElement(in string, i int) int {
	n := strings.IndexByte(in[i:min(len(in), i+lookAhead)], '<')
	if n <= 0 || !strings.HasPrefix(in[i+n:], "</") || strings.IndexByte(in[i:i+n], '\n') >= 0 {
		return 0
	}
	return n
}

// shortestValueOfElement is the least length of the text of an element that is masked.
const shortestValueOfElement = 2

// elementText masks the whole text of an element, which may have spaces.
func (sc *scanner) elementText(from, to int) bool {
	if text := strings.TrimSpace(sc.in[from:to]); len(text) < shortestValueOfElement || isReference(text) || isSchema(text) || isMasked(text) || isProse(text) || speaks(text) {
		return false
	}
	sc.mask(from, to)
	return true
}

// wrapped masks a text in what holds it, as unwrap finds it.
func (sc *scanner) wrapped(v value, c class) bool {
	if text := sc.in[v.from:v.to]; (c != strong || !isChosen(text)) && (!isMixed(text) || !isTyped(text)) {
		return false
	}
	sc.mask(v.from, v.to)
	return true
}

// changed masks the new value of a change whose old one, in quotes, ends at i: "x" -> "y".
func (sc *scanner) changed(i int) {
	const arrow = "\" -> \""
	if !strings.HasPrefix(sc.in[i:], arrow) {
		return
	}
	if v := readValue(sc.in, i+len(arrow)-1); v.quoted && isTyped(sc.in[v.from:v.to]) {
		sc.mask(v.from, v.to)
	}
}

// behindMember returns where the value begins of an object at i whose first member holds it:
// {"value": "x"}. Of all else it returns i.
func behindMember(in string, i int) int {
	if !at(in, i, '{') {
		return i
	}
	name := i + 1
	for name < len(in) && name-i < maxBetween && isSpace(in[name]) {
		name++
	}
	if name == len(in) || !isQuote(in[name]) {
		return i
	}
	n := strings.IndexByte(in[name+1:min(len(in), name+16)], in[name])
	if n <= 0 || !isValueWord(strings.ToLower(in[name+1:name+1+n])) {
		return i
	}
	colon := skipBlanks(in, name+n+2)
	if !at(in, colon, ':') {
		return i
	}
	return skipBlanks(in, colon+1)
}

// behindTag returns where the text of an element begins whose tag stands at i:
// <string>x</string>. Of all else it returns i.
func behindTag(in string, i int) int {
	if !at(in, i, '<') {
		return i
	}
	n := strings.IndexByte(in[i:min(len(in), i+maxBetween)], '>')
	if n <= 0 {
		return i
	}
	return i + n + 1
}

// behindValueTag returns where the text of an element for a value begins, if it is the first
// in the one whose text begins at i: <Password><Value>x.
func behindValueTag(in string, i int) int {
	open := i
	for open < len(in) && open-i < maxBetween && isSpace(in[open]) {
		open++
	}
	if !at(in, open, '<') {
		return i
	}
	to := open + 1
	for to < len(in) && isAlpha(in[to]) && to-open < longestName {
		to++
	}
	if at(in, to, '>') && isValueWord(strings.ToLower(in[open+1:to])) {
		return to + 1
	}
	return i
}
