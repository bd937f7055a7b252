package display

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON makes JSON safe to print: it escapes what the grammar lets stand and
// Plain would show as a code. Programs read the same from it as before. All of
// that is in strings, because there is but ASCII outside of them.
func JSON(data []byte) []byte {
	var out []byte
	from := 0
	for i := 0; i < len(data); {
		if data[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if !unicode.IsPrint(r) {
			out = append(out, data[from:i]...)
			for _, unit := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, unit)
			}
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return data
	}
	return append(out, data[from:]...)
}
