package extract

import (
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// hiddenText is the rule about characters that only a model reads.
const hiddenText = "agents/hidden-text"

// hiddenPieces notes where a text for agents has characters that no reader sees.
// Their pieces are no shell.
func hiddenPieces(data []byte) (pieces []Piece) {
	for at := 0; ; {
		h, ok := display.NextHidden(data, at)
		if !ok {
			return pieces
		}
		at = h.To
		w := &tree.Weaver{Data: data}
		w.Copy(h.From, h.To)
		p := pieceOf(w, "doc", "")
		p.Prose = true
		say := strconv.Itoa(h.Count) + " characters that show nothing"
		if h.Turn == h.Count {
			say = "a character that turns the direction of reading"
		}
		p.Notes = []Note{{Rule: hiddenText, Span: shell.Span{From: 0, To: len(p.Text)}, Say: say}}
		pieces = append(pieces, p)
	}
}
