package display

import "unicode/utf8"

// Tokens estimates how many tokens of a model's context a text takes. It
// rather overestimates, because each model counts in its own way.
func Tokens(s string) int {
	n := 0
	letters, digits := 0, 0
	for _, r := range s {
		letter, digit := 'a' <= r|0x20 && r|0x20 <= 'z', '0' <= r && r <= '9'
		if !letter {
			n += (letters + 2) / 3
			letters = 0
		}
		if !digit {
			n += (digits + 1) / 2
			digits = 0
		}
		switch {
		case letter:
			letters++
		case digit:
			digits++
		case r == ' ':
		case r < utf8.RuneSelf:
			n++
		default:
			n += utf8.RuneLen(r)
		}
	}
	return n + (letters+2)/3 + (digits+1)/2
}
