package shell

import (
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// ValidUTF8 masks bytes that the parser refuses and a shell accepts, at equal
// length.
func ValidUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	b := []byte(text)
	inName := false // behind $, or in the variable's name that follows
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && n == 1 && inName:
			b[i], inName = '+', false // the name ends here: $a\xeb is not $a_
		case r == utf8.RuneError && n == 1:
			b[i] = '_'
		default:
			inName = r == '$' || inName && (StartsName(r) || r >= '0' && r <= '9')
		}
		i += n
	}
	return string(b)
}

// StartsName reports whether the name of a variable may begin with a character.
func StartsName(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// IsASCII reports whether a text has no characters beyond ASCII, eight bytes at a time.
func IsASCII(text string) bool {
	var all byte
	for len(text) >= 8 {
		all |= text[0] | text[1] | text[2] | text[3] | text[4] | text[5] | text[6] | text[7]
		text = text[8:]
	}
	for i := range len(text) {
		all |= text[i]
	}
	return all < utf8.RuneSelf
}

// OverridesDirection reports whether a character changes the order in which
// those around it are shown.
func OverridesDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// IsName reports whether a text can name a variable.
func IsName(s string) bool { return syntax.ValidName(s) }
