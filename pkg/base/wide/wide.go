// Package wide reads text in UTF-16. It guesses no encoding: who calls it knows, or the
// text begins with the mark.
package wide

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// String reads UTF-16 whose low bytes come first, as PowerShell's -EncodedCommand and .NET
// write it. A last byte without its other half is left out.
func String(s string) string { return read(s, binary.LittleEndian) }

// Marked returns a text that begins with the mark of UTF-16 in UTF-8, as PowerShell on
// Windows writes scripts, and any other as it is.
func Marked(s string) string {
	switch {
	case strings.HasPrefix(s, "\xff\xfe"):
		return read(s[2:], binary.LittleEndian)
	case strings.HasPrefix(s, "\xfe\xff"):
		return read(s[2:], binary.BigEndian)
	}
	return s
}

func read(s string, order binary.ByteOrder) string {
	units := make([]uint16, len(s)/2)
	for i := range units {
		units[i] = order.Uint16([]byte(s[2*i : 2*i+2]))
	}
	return string(utf16.Decode(units))
}
