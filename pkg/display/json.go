package display

import (
	"encoding/binary"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// plainASCII reports whether all of some bytes are below 0x7f, which is not shown.
func plainASCII(b [8]byte) bool {
	n := binary.LittleEndian.Uint64(b[:])
	const ones, high = 0x0101010101010101, 0x8080808080808080
	return (n|(n&^high)+ones)&high == 0
}

// JSON makes JSON safe to print: it escapes the characters that Plain would
// show as codes. Programs read the same values from it. Outside of strings
// there is only ASCII.
func JSON(data []byte) []byte {
	var out []byte
	from := 0
	for i := 0; i < len(data); {
		if i+8 <= len(data) && plainASCII([8]byte(data[i:])) {
			i += 8
			continue
		}
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
