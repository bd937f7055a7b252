package lang

import "strings"

// closerOf returns the delimiter that ends what c opens.
func closerOf(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return c
}

// quoteLike reads perl's q(..), qq(..), qw(..), qx(..), m/../, s/../../, tr
// and y.
func (lx *lexer) quoteLike() bool {
	if !lx.syn.qlike {
		return false
	}
	op := ""
	for _, o := range [...]string{"qq", "qw", "qx", "qr", "tr", "q", "m", "s", "y"} {
		if strings.HasPrefix(lx.src[lx.at:lx.end], o) {
			op = o
			break
		}
	}
	i := lx.at + len(op)
	if op == "" || i >= lx.end || IsWord(lx.src[i]) || lx.afterMember() {
		return false
	}
	for i < lx.end && lx.src[i] == ' ' {
		i++
	}
	if i >= lx.end || strings.IndexByte("=,;) \t\n", lx.src[i]) >= 0 || i > lx.at+len(op) && closerOf(lx.src[i]) == lx.src[i] {
		return false
	}
	if lx.src[i] == '}' && len(lx.open) > 0 { // a hash key: {s}
		return false
	}
	lx.delimited(op, i)
	return true
}

// afterMember reports whether a member's name is expected here.
func (lx *lexer) afterMember() bool {
	if lx.at > 0 && (IsWord(lx.src[lx.at-1]) || strings.IndexByte(lx.syn.Sigils, lx.src[lx.at-1]) >= 0) {
		return true
	}
	return len(lx.toks) > 0 && has(lx.syn.Member, lx.toks[len(lx.toks)-1].Text)
}

// delimited reads the operator op whose first delimiter is at i.
func (lx *lexer) delimited(op string, i int) {
	from := lx.at
	c := lx.src[i]
	q := Quote{Open: lx.src[i : i+1], Close: string(closerOf(c)), Escape: 'c', Interp: 'v', Lines: true}
	if op == "q" || op == "qw" || c == '\'' {
		q.Escape, q.Interp = 'q', 0
	}
	lx.at = i + 1
	parts := lx.parts(q)
	k := StringToken
	switch op {
	case "qx":
		k = ExecToken
	case "m", "qr", "s", "tr", "y":
		k = PatternToken
	}
	if op == "s" || op == "tr" || op == "y" {
		parts = lx.replacement(op, q)
	}
	if k == PatternToken && op != "s" {
		parts = nil
	}
	for k == PatternToken && lx.at < lx.end && IsWord(lx.src[lx.at]) {
		lx.at++
	}
	t := lx.add(k, from)
	t.parts, t.words = parts, op == "qw"
}

// replacement reads the second half of s/../../, which is code under /e.
func (lx *lexer) replacement(op string, q Quote) []part {
	if q.Open != q.Close {
		lx.blank()
		if lx.at < lx.end {
			q.Open, q.Close = lx.src[lx.at:lx.at+1], string(closerOf(lx.src[lx.at]))
			lx.at++
		}
	}
	from := lx.at
	parts := lx.parts(q)
	to := max(from, lx.at-1)
	for i := lx.at; i < lx.end && IsWord(lx.src[i]); i++ {
		if lx.src[i] == 'e' && op == "s" {
			return []part{{expr: true, from: from, to: to}}
		}
	}
	return parts
}

// percentWord reads ruby's %w[..], %x(..), %q, %Q and %(..).
func (lx *lexer) percentWord() bool {
	if !lx.syn.percent || lx.src[lx.at] != '%' || lx.at+2 >= lx.end {
		return false
	}
	letter, i := lx.src[lx.at+1], lx.at+2
	if !IsWord(letter) {
		letter, i = 'Q', lx.at+1
		if lx.afterValue() && lx.toks[len(lx.toks)-1].Kind != NameToken { // "n %(m)" is read as "puts %(m)"
			return false
		}
	}
	if strings.IndexByte("wWxqQiIsr", letter) < 0 || IsWord(lx.src[i]) || lx.src[i] == ' ' || lx.src[i] == '=' || lx.src[i] == '\n' {
		return false
	}
	if lx.afterValue() && !(lx.at > 0 && lx.src[lx.at-1] == ' ' && closerOf(lx.src[i]) != lx.src[i]) {
		return false
	}
	from := lx.at
	q := Quote{Open: lx.src[i : i+1], Close: string(closerOf(lx.src[i])), Escape: 'c', Interp: '#', Lines: true}
	if letter == 'w' || letter == 'q' || letter == 'i' {
		q.Escape, q.Interp = 'q', 0
	}
	lx.at = i + 1
	parts := lx.parts(q)
	k := StringToken
	switch letter {
	case 'x':
		k = ExecToken
	case 'r':
		k, parts = PatternToken, nil
	}
	t := lx.add(k, from)
	t.parts, t.words = parts, letter == 'w' || letter == 'W' || letter == 'i' || letter == 'I'
	return true
}

// pattern reads /../flags on one line.
func (lx *lexer) pattern() bool {
	class := false
	for i := lx.at + 1; i < lx.end && lx.src[i] != '\n'; i++ {
		switch c := lx.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			from := lx.at
			for lx.at = i + 1; lx.at < lx.end && IsWord(lx.src[lx.at]); lx.at++ {
				continue
			}
			lx.add(PatternToken, from)
			return true
		}
	}
	return false
}
