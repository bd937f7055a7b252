package extract

import "strings"

// weaver puts a text together from ranges of a file and keeps the thread.
type weaver struct {
	data []byte
	text strings.Builder
	segs []Segment
}

// copy appends data[from:to] as it stands.
func (w *weaver) copy(from, to int) {
	if from >= to {
		return
	}
	at := w.text.Len()
	if n := len(w.segs); n > 0 {
		last := &w.segs[n-1]
		if last.Text+last.Len == at && last.File+last.Len == from {
			last.Len += to - from
			w.text.Write(w.data[from:to])
			return
		}
	}
	w.segs = append(w.segs, Segment{Text: at, File: from, Len: to - from})
	w.text.Write(w.data[from:to])
}

// put appends text that stands at the given place in another spelling. The
// empty segment holds the place.
func (w *weaver) put(text string, from int) {
	w.segs = append(w.segs, Segment{Text: w.text.Len(), File: from})
	w.text.WriteString(text)
}

// piece ends the text.
func (w *weaver) piece(surface, name string) Piece {
	return Piece{Surface: surface, Name: name, Text: w.text.String(), Segments: w.segs}
}
