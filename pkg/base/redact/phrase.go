package redact

import "strings"

// passSource masks the password of openssl's -pass pass:SECRET.
func (sc *scanner) passSource(w string, start, end int) bool {
	if w != "pass" || !at(sc.in, end, ':') || start == 0 {
		return false
	}
	before := strings.TrimRight(sc.in[max(0, start-lookBehind):start], " =\"'")
	option := before[strings.LastIndexAny(before, " \t\"',[")+1:]
	switch option {
	case "-pass", "-passin", "-passout", "--pass", "--passin", "--passout":
	default:
		return false
	}
	v := readValue(sc.in, end+1)
	if isReference(sc.in[v.from:v.to]) || isMasked(sc.in[v.from:]) {
		return false
	}
	sc.mask(v.from, v.fullEnd(sc.in))
	return true
}

// lookBehind bounds how far the text before a word is read.
const lookBehind = 128

// pgPort reports whether a text begins with a port as in a line of .pgpass.
func pgPort(s string) bool {
	return strings.HasPrefix(s, ":54") || strings.HasPrefix(s, ":6432:") || strings.HasPrefix(s, ":*:")
}

// pgpass masks the password of host:port:database:user:password.
func (sc *scanner) pgpass(start, end int) bool {
	in := sc.in
	if !pgPort(in[end:]) {
		return sc.pgpassOfAny(start, end)
	}
	from := start
	for least := max(0, start-lookBehind); from > least && (isWord(in[from-1]) || in[from-1] == '.' || in[from-1] == '-'); {
		from--
	}
	if from > 0 && !opensWord(in[from-1]) {
		return false
	}
	at := end
	for field := range 3 { // port, database, user
		next := at + 1
		for next < len(in) && (isWord(in[next]) || in[next] == '-' || in[next] == '.' || in[next] == '*') {
			next++
		}
		if next == at+1 || next == len(in) || in[next] != ':' || field == 1 && isDigit(in[at+1]) {
			return false
		}
		at = next
	}
	to := at + 1
	for to < len(in) && !isSpace(in[to]) && !isQuote(in[to]) {
		to++
	}
	if to-at < 4 || isReference(in[at+1:to]) {
		return false
	}
	sc.mask(at+1, to)
	return true
}

// pgpassOfAny masks the password of *:*:database:user:password, where the word in[start:end] is
// the user.
func (sc *scanner) pgpassOfAny(start, end int) bool {
	in := sc.in
	if start == 0 || in[start-1] != ':' || !at(in, end, ':') {
		return false
	}
	line := in[lineStart(in, start):start]
	if !strings.HasPrefix(line, "*:") || strings.Count(line, ":") != 3 || strings.ContainsAny(line, " \t\"'") {
		return false
	}
	to := wordEnd(in, end)
	if to-end <= 4 || !endsLine(in, to) || isReference(in[end+1:to]) {
		return false
	}
	sc.mask(end+1, to)
	return true
}

// asPassword masks what a sentence gives as the password that is named behind it: log in
// with x as the password.
func (sc *scanner) asPassword(start, end int) bool {
	in := sc.in
	before := strings.TrimRight(in[max(0, start-lookBehind):start], " ")
	n := strings.LastIndex(before, " as ")
	if strings.HasSuffix(before, " as") {
		n = len(before) - len(" as")
	}
	if to := skipBlanks(in, end); isCompoundWord(strings.ToLower(in[to : to+leading(in[to:])])) {
		return false
	}
	if n < 0 || strings.Count(before[n:], " ") > 3 {
		if n = strings.LastIndex(before, " with "); n < 0 || !strings.Contains(strings.ToLower(before[:n]), "replace ") {
			return false
		}
	}
	before = strings.TrimRight(before[:n], "\"'`")
	word := before[strings.LastIndexAny(before, " \n\t\"'`")+1:]
	from := max(0, start-lookBehind) + len(before) - len(word)
	if !isTyped(word) && !isMadeUp(word) || from < sc.done {
		return false
	}
	at := sc.pos
	sc.mask(from, from+len(word))
	sc.pos = at
	return true
}

// code masks the codes behind a name for them, on its line or below it.
func (sc *scanner) code(end, from int, h how) bool {
	in := sc.in
	next, ok := end, false
	if line, _, more := strings.Cut(in[end:min(len(in), end+lookBehind)], "\n"); more && strings.HasSuffix(strings.TrimRight(line, "\r "), ":") {
		next, ok = end+len(line), true
	} else {
		next, _, ok = said(in, end)
	}
	if h == assigned || h == told || h == element {
		next, ok = skipBlanks(in, from), true
	}
	if h == apart && !ok {
		next, ok = from, true
	}
	masked := false
	for i, most := next, min(len(in), next+lookAhead); ok && i < most; {
		for i < most && (isSpace(in[i]) || isQuote(in[i]) || strings.IndexByte("*-,[(|", in[i]) >= 0 || isDigit(in[i]) && (at(in, i+1, '.') || at(in, i+1, ')') || at(in, i+2, '.'))) {
			i++
			if i > 0 && isDigit(in[i-1]) {
				i = skipBlanks(in, i+1)
			}
		}
		to := i
		for to < most && (isAlnum(in[to]) || in[to] == '-' && to > i || in[to] == ' ' && isDigit(charAt(in, to+1)) && isDigit(in[to-1])) {
			to++
		}
		if !isCodeText(in[i:to]) || to < len(in) && !isSpace(in[to]) && !isQuote(in[to]) && strings.IndexByte(".,;)]|<&", in[to]) < 0 {
			break
		}
		sc.mask(i, to)
		masked, i = true, to
		if h == apart && !endsLine(in, to) || isQuote(charAt(in, to)) {
			break
		}
	}
	return masked
}

// isCodeText reports whether a text is a code: digits, or groups of letters and digits.
func isCodeText(s string) bool {
	const shortest, longest, longestGroup = 4, 64, 16
	digits, group, groups := 0, 0, 1
	even, size := true, strings.IndexAny(s, "- ") // the groups of codes have one length
	for i := range len(s) {
		if group++; isDigit(s[i]) {
			digits++
		} else if s[i] == '-' || s[i] == ' ' {
			groups++
			even = even && group == size+1
			group = 0
		}
		if group > longestGroup {
			return false
		}
	}
	if len(s) == len("2006-01-02") && digits == 8 && s[4] == '-' && s[7] == '-' || s == "123456" {
		return false // a day, an example
	}
	return len(s) >= shortest && len(s) <= longest && (digits == len(s) && len(s) <= 8 || digits+groups-1 == len(s) && digits == 6 || digits > 1 && groups > 1 && even && group == size && len(s) >= 8 || digits > 1 && groups == 1 && len(s) >= 8)
}

// lastOperand masks the last word of a command that takes a password there if
// it has the option -b, as htpasswd does.
func (sc *scanner) lastOperand(end int) {
	in := sc.in
	batch := false
	var last value
	n := 0
	for i, most := end, min(len(in), end+lookAhead); i < most; {
		if i = skipBlanks(in, i); i >= len(in) || endsValue(in[i]) && !isQuote(in[i]) {
			break
		}
		v := readValue(in, i)
		text := in[v.from:v.to]
		if text == "" && !v.quoted {
			break
		}
		if strings.HasPrefix(text, "-") {
			batch = batch || strings.Contains(text, "b")
		} else {
			last = v
			n++
		}
		if i = v.to; v.quoted {
			i++
		}
	}
	if text := in[last.from:last.to]; batch && n >= 2 && !isReference(text) && !isMasked(text) {
		sc.mask(last.from, last.fullEnd(in))
	}
}
