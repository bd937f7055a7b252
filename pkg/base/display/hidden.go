package display

import "unicode/utf8"

// HiddenRun is characters in a row that a reader does not see and a model reads.
type HiddenRun struct {
	From, To int
	Count    int
	Turn     int // of them, that turn the direction of reading
}

// fewHidden is how many characters in a row that show nothing carry no text: joined
// emoji and some scripts have two.
const fewHidden = 3

// NextHidden finds the next characters from i on that no reader sees: tags and selectors
// that spell out words, runs of zero width, and marks that turn the direction of reading.
func NextHidden[T string | []byte](text T, i int) (h HiddenRun, ok bool) {
	s := string(text[i:])
	for at := 0; at < len(s); {
		if s[at] < utf8.RuneSelf {
			at++
			continue
		}
		h = HiddenRun{From: i + at}
		from, tags := at, 0
		for at < len(s) {
			r, size := utf8.DecodeRuneInString(s[at:])
			k := hiddenKind(r)
			if k == 0 {
				break
			}
			h.Count++
			if k == 't' {
				tags++
			} else if k == 'd' {
				h.Turn++
			}
			at += size
		}
		h.To = i + at
		flag := tags > 0 && h.From >= 4 && string(text[h.From-4:h.From]) == "\U0001f3f4" // of England, Scotland, Wales
		if h.Count > fewHidden && !flag || h.Turn > 0 {
			return h, true
		}
		if at == from {
			_, size := utf8.DecodeRuneInString(s[at:])
			at += size
		}
	}
	return HiddenRun{}, false
}

// hiddenKind is 0 for what shows, 't' for a tag, 'd' for a mark of direction and
// 'z' for others that show nothing.
func hiddenKind(r rune) byte {
	switch {
	case r >= 0xe0000 && r <= 0xe007f:
		return 't'
	case r >= 0x202a && r <= 0x202e, r == 0x2066, r == 0x2067:
		return 'd'
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef, r >= 0x200b && r <= 0x200f, r >= 0x2060 && r <= 0x2064, r == 0xfeff, r == 0x00ad, r == 0x034f, r == 0x3164, r == 0xffa0, r == 0x115f, r == 0x1160,
		r == 0x2068, r == 0x2069: // isolates that take the direction of what they hold: Hebrew and Arabic texts need them
		return 'z'
	}
	return 0
}
