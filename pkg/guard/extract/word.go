package extract

import "strings"

// isNameByte reports whether a character may be part of a name: of a variable,
// a property, a step.
func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isLetter(c byte) bool { return isNameByte(c) && c > '9' }

// isVariable reports whether a text can name a variable of the shell.
func isVariable(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r > 0x7f || !isNameByte(byte(r)) }) < 0
}

// pastSpace returns the offset after blanks and line ends.
func pastSpace[T string | []byte](data T, at int) int {
	for at < len(data) && strings.IndexByte(" \t\r\n", data[at]) >= 0 {
		at++
	}
	return at
}
