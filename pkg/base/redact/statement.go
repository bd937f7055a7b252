package redact

import "strings"

// This file finds the passwords of accounts in statements of SQL.

// statement masks the password of a statement in SQL behind a word that ends at end:
// IDENTIFIED BY 'x', PASSWORD 'x', SECRET 'x'.
func (sc *scanner) statement(w string, end int) bool {
	switch w {
	case "IDENTIFIED", "identified":
		return sc.identified(w, end)
	case "PASSWORD", "SECRET":
		if from, ok := behindPassword(sc.in, end); ok {
			return sc.stated(from, false)
		}
	case "password", "secret":
		// An option of a statement: (user 'x', password 'y').
		in, from := sc.in, skipBlanks(sc.in, end)
		v := readValue(in, from)
		option := ofAccount(in, end) || (at(in, v.to+1, ')') || at(in, v.to+1, ',')) && (hasDigit(in[v.from:v.to]) || userBefore(in, end-len(w)))
		if from > end && v.quoted && option {
			return sc.stated(from, false)
		}
	}
	return false
}

// identified masks the password behind IDENTIFIED .. BY, with or without quotes.
func (sc *scanner) identified(w string, end int) bool {
	in, from := sc.in, skipBlanks(sc.in, end)
	if w == "identified" && !ofAccount(in, end) {
		return false // a function identified by "repeat"
	}
	line := in[from:min(len(in), from+lookBehind)]
	by := strings.Index(strings.ToUpper(line), "BY ")
	if by < 0 || strings.ContainsAny(line[:by], ";\n") {
		return false
	}
	from = skipBlanks(in, from+by+len("BY "))
	const hash = "PASSWORD "
	if next := from + len(hash); next <= len(in) && strings.EqualFold(in[from:next], hash) {
		for from = next; at(in, from, ' '); {
			from++
		}
	} else if isAlnum(charAt(in, from)) && ofAccount(in, end) {
		to := from
		for to < len(in) && (isWord(in[to]) || strings.IndexByte("#$.-!", in[to]) >= 0) {
			to++
		}
		switch strings.ToUpper(in[from:to]) {
		case "PASSWORD", "VALUES", "RANDOM":
			return false
		}
		sc.mask(from, to)
		return true
	}
	return sc.stated(from, w == "IDENTIFIED")
}

// behindPassword finds the value of a password that a statement sets, behind the word for it:
// PASSWORD 'x', PASSWORD FOR u = PASSWORD('x').
func behindPassword(in string, end int) (from int, ok bool) {
	from = skipBlanks(in, end)
	const whose = "FOR "
	if rest := in[from:min(len(in), from+far)]; len(rest) > len(whose) && strings.EqualFold(rest[:len(whose)], whose) {
		n := strings.IndexByte(rest, '=')
		if n < 0 || strings.ContainsAny(rest[:n], ";\n") {
			return 0, false
		}
		from = skipBlanks(in, from+n+1)
		if strings.HasPrefix(in[from:], "PASSWORD(") {
			from += len("PASSWORD(")
		}
		return from, true
	}
	if at(in, from, '(') {
		return from + 1, true
	}
	return from, from > end
}

// stated masks the text in quotes at from, which a statement takes as a password.
func (sc *scanner) stated(from int, spaces bool) bool {
	in := sc.in
	if c := charAt(in, from); c != '\'' && c != '"' && (c != '\\' || !isQuote(charAt(in, from+1))) {
		return false
	}
	v := readValue(in, from)
	if text := in[v.from:v.to]; !v.quoted || text == "?" || isReference(text) || isMasked(text) || !spaces && strings.IndexByte(text, ' ') >= 0 {
		return false
	}
	sc.mask(v.from, v.fullEnd(in))
	return true
}

// ofAccount reports whether a statement before end makes an account, or changes one.
func ofAccount(in string, end int) bool {
	before := strings.ToUpper(in[max(0, end-lookBehind):end])
	before = before[1+strings.LastIndexByte(before, ';'):]
	for _, verb := range [...]string{"CREATE ", "ALTER ", "GRANT "} {
		if i := strings.LastIndex(before, verb); i >= 0 && hasAny(before[i:], []string{"USER ", "ROLE ", "LOGIN ", " TO "}) {
			return true
		}
	}
	return false
}
