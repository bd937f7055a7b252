package extract

import (
	"strconv"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// hiddenText is the rule about characters that only a model reads.
const hiddenText = "agents/hidden-text"

// fewHidden is how many characters in a row that show nothing carry no text: joined
// emoji and some scripts have two.
const fewHidden = 3

// hiddenPieces notes where a text for agents has characters that no reader sees:
// tags and selectors that spell out words, runs of zero width, and marks that turn
// the direction of reading. Their pieces are no shell.
func hiddenPieces(data []byte) (pieces []Piece) {
	for at := 0; at < len(data); {
		if data[at] < utf8.RuneSelf {
			at++
			continue
		}
		from, n, turns, tags := at, 0, 0, 0
		for at < len(data) {
			r, size := utf8.DecodeRune(data[at:])
			k := hiddenKind(r)
			if k == 0 {
				break
			}
			n++
			if k == 't' {
				tags++
			} else if k == 'd' {
				turns++
			}
			at += size
		}
		flag := tags > 0 && from >= 4 && string(data[from-4:from]) == "\U0001f3f4" // of England, Scotland, Wales
		if n > fewHidden && !flag || turns > 0 {
			w := &tree.Weaver{Data: data}
			w.Copy(from, at)
			p := pieceOf(w, "doc", "")
			p.Prose = true
			say := strconv.Itoa(n) + " characters that show nothing"
			if turns == n {
				say = "a character that turns the direction of reading"
			}
			p.Notes = []Note{{Rule: hiddenText, Span: shell.Span{From: 0, To: len(p.Text)}, Say: say}}
			pieces = append(pieces, p)
		}
		if n == 0 {
			_, size := utf8.DecodeRune(data[at:])
			at += size
		}
	}
	return pieces
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
