package shell

import "strings"

// repair changes a text that the parser refused into one it may accept, where
// a shell would run the rest: it closes an open here-document and masks
// subscripts and expansions the parser does not know, at equal length so that
// offsets hold.
func repair(text string, err error) (string, bool) {
	at, msg := errorAt(err)
	if strings.Contains(msg, "unclosed here-document") {
		return closeHeredoc(text, msg)
	}
	if at > len(text) {
		return text, false
	}
	if out, ok := maskSubscript(text, at); ok {
		return out, true
	}
	return maskExpansion(text, at)
}

// maskSubscript rewrites the subscript around an offset, [8.4]= or [b c]=,
// which may be any text in an associative array, to one that is arithmetic. It
// rewrites the key everywhere, so that its value is found again. It does
// nothing when the new key is in use, because the two would become one.
func maskSubscript(text string, at int) (string, bool) {
	from := strings.LastIndexAny(text[:at], "[\n")
	if from < 0 || text[from] == '\n' {
		return text, false
	}
	n := strings.IndexAny(text[from+1:], "]\n")
	if n < 0 {
		return text, false
	}
	key, behind := text[from:from+1+n+1], text[from+1+n+1:]
	if !strings.HasSuffix(key, "]") || !strings.HasPrefix(behind, "=") && !strings.HasPrefix(behind, "+=") {
		return text, false
	}
	if strings.ContainsAny(key, "$`\"'\\(){}") {
		return text, false // something may run in it, or it is more than a key
	}
	masked := "[" + strings.Map(nameRune, key[1:len(key)-1]) + "]"
	if len(masked) != len(key) || strings.Contains(text, masked) {
		return text, false
	}
	return strings.ReplaceAll(text, key, masked), true
}

// nameRune replaces a character that cannot be part of a name.
func nameRune(r rune) rune {
	if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return '_'
}

// closeHeredoc appends the delimiter that is named in the parser's message.
func closeHeredoc(text, msg string) (string, bool) {
	from := strings.IndexAny(msg, "`'\"")
	to := strings.LastIndexAny(msg, "`'\"")
	if from < 0 || to <= from+1 {
		return text, false
	}
	return text + "\n" + msg[from+1:to] + "\n", true
}

// maskExpansion replaces the ${..} around or next after an offset, when it
// is one the parser cannot read, by a name of equal length.
func maskExpansion(text string, at int) (string, bool) {
	lo := max(strings.LastIndexByte(text[:at], '\n'), 0)
	i := strings.LastIndex(text[lo:min(at+2, len(text))], "${")
	if i < 0 {
		i = strings.Index(text[lo:], "${")
		if i < 0 {
			return text, false
		}
	}
	i += lo
	end := matchBrace(text, i+1)
	if end < 0 {
		return text, false
	}
	inner := text[i:end]
	if strings.HasPrefix(inner, "$_mask") || strings.ContainsAny(inner, "`\n") || strings.Contains(inner, "$(") {
		return text, false
	}
	if n := end - i; n >= 6 {
		return text[:i] + "$_mask" + strings.Repeat("_", n-6) + text[end:], true
	}
	return text[:i] + strings.Repeat("_", end-i) + text[end:], true
}

// matchBrace returns the offset after the brace that closes the one at i.
func matchBrace(text string, i int) int {
	depth := 0
	for ; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// Pieces cuts the text after an offset at the operators between commands, so
// that the text around a piece that the parser refuses is still read. It knows
// quotes, but gives up on one that is not closed on its line.
func Pieces(text string, from int) []Span {
	var out []Span
	start := from
	add := func(end int) {
		lo, hi := start, end
		for {
			for lo < hi && strings.IndexByte(" \t\r({;&|!)", text[lo]) >= 0 {
				lo++
			}
			n := keyword(text[lo:hi])
			if n == 0 {
				break
			}
			lo += n
		}
		for hi > lo && strings.IndexByte(" \t\r;&|)}", text[hi-1]) >= 0 && (text[hi-1] != '}' || hi-lo > 1 && blankAt(text, hi-2)) {
			hi--
		}
		if lo < hi {
			out = append(out, Span{lo, hi})
		}
	}
	for i := from; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			i++
		case '\'', '"':
			if end := closing(text, i); end > 0 {
				i = end
			}
		case '(', ')', '{':
			if c == '{' && (i == 0 || !blankAt(text, i-1) || i+1 < len(text) && !blankAt(text, i+1)) {
				continue
			}
			add(i)
			start = i + 1
		case '\n', ';', '&', '|':
			if c == '&' && i > 0 && (text[i-1] == '>' || text[i-1] == '<') {
				continue
			}
			add(i)
			start = i + 1
		}
	}
	add(len(text))
	return out
}

// keyword returns the length of a keyword at the start of a piece, after which
// a command begins.
func keyword(s string) int {
	for _, k := range [...]string{"if ", "then ", "else ", "elif ", "do ", "while ", "until ", "time "} {
		if strings.HasPrefix(s, k) {
			return len(k)
		}
	}
	return 0
}

func blankAt(text string, i int) bool { return strings.IndexByte(" \t\n;", text[i]) >= 0 }

// closing returns the offset of the quote that closes the one at i, or 0
// when it is not closed on its line.
func closing(text string, i int) int {
	q := text[i]
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == '\n':
			return 0
		case text[j] == '\\' && q == '"':
			j++
		case text[j] == q:
			return j
		}
	}
	return 0
}
