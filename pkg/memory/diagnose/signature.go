package diagnose

import "strings"

// maxShape is the length in bytes at which an error's shape is cut.
const maxShape = 200

// shape returns a line without what differs when the same error occurs again.
// Paths become their last element, numbers N, addresses and hashes H. Words,
// quoted names and codes such as E0308 stay.
func shape(line string) string {
	line = withoutShellPrefix(strings.TrimSpace(line))
	var b strings.Builder
	last := ""
	for field := range strings.FieldsSeq(line) {
		if b.Len() > maxShape {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if isStatus(last, field) {
			b.WriteString(field)
		} else {
			writeShape(&b, field)
		}
		last = field
	}
	s := b.String()
	if len(s) > maxShape {
		s = strings.ToValidUTF8(s[:maxShape], "")
	}
	return s
}

// isStatus reports whether a number is an HTTP status, which is part of the
// message.
func isStatus(before, field string) bool {
	field = strings.TrimRight(field, ":.,;)")
	if len(field) != 3 || field[0] < '3' || field[0] > '5' || !digits(field) {
		return false
	}
	switch strings.ToLower(strings.TrimRight(before, ":")) {
	case "http", "http/1.1", "http/2", "status", "code", "error", "err!":
		return true
	}
	return false
}

// withoutShellPrefix drops the name of the shell and the line number from the
// beginning of a message.
func withoutShellPrefix(line string) string {
	name, rest, ok := strings.Cut(line, ": ")
	if !ok {
		return line
	}
	name = strings.TrimPrefix(base(name), "-")
	if i := strings.IndexByte(name, ':'); i > 0 && digits(name[i+1:]) {
		name = name[:i] // zsh:1
	}
	if !shellWord(name) && name != "(eval)" {
		return line
	}
	if n, more, ok := strings.Cut(rest, ": "); ok && digits(strings.TrimPrefix(n, "line ")) {
		return more
	}
	return rest
}

// writeShape writes a field's shape. Quotes, brackets and punctuation separate
// its words.
func writeShape(b *strings.Builder, field string) {
	if scheme, rest, ok := strings.Cut(field, "://"); ok {
		host, _, _ := strings.Cut(rest, "/")
		b.WriteString(scheme + "://" + host)
		return
	}
	for field != "" {
		n := strings.IndexAny(field, `:=,;()[]{}<>"'|`+"`")
		if n < 0 {
			n = len(field)
		}
		if n > 0 {
			b.WriteString(wordShape(field[:n]))
		}
		if n < len(field) {
			b.WriteByte(field[n])
			n++
		}
		field = field[n:]
	}
}

// wordShape returns the shape of a word.
func wordShape(word string) string {
	switch {
	case strings.ContainsAny(word, `/\`):
		if b := base(word); b != "" && b != word {
			return wordShape(b)
		}
		return word
	case isHash(word):
		return "H"
	case isNumber(word):
		return "N"
	}
	return word
}

// isHash reports whether a word is an address, a hash or a UUID: enough
// hexadecimal digits to be no ordinary word.
func isHash(word string) bool {
	hex := strings.TrimPrefix(word, "0x")
	marked := hex != word
	count, figures := 0, 0
	for i := range len(hex) {
		switch c := hex[i]; {
		case c >= '0' && c <= '9':
			figures++
			count++
		case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
			count++
		case c == '-' && len(hex) == 36:
		default:
			return false
		}
	}
	return marked && count > 0 || count >= 7 && figures > 0 && figures < count
}

// isNumber reports whether a word is a number, a version, a time or a measure.
func isNumber(word string) bool {
	i := 0
	if len(word) > 1 && (word[0] == 'v' || word[0] == '-' || word[0] == '+' || word[0] == '#' || word[0] == '~') {
		i = 1
	}
	if i == len(word) || word[i] < '0' || word[i] > '9' {
		return false
	}
	for i < len(word) && (word[i] >= '0' && word[i] <= '9' || strings.IndexByte(".-_T+/", word[i]) >= 0) {
		i++
	}
	return len(word)-i <= 3 // a unit: ms, MB, KiB, %
}

// base returns the last element of a Unix or Windows path.
func base(path string) string {
	path = strings.TrimRight(path, `/\`)
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// digits reports whether a text is a whole number.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
