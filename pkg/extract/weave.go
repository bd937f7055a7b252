package extract

import "strings"

// weaver puts a text together from ranges of a file, and keeps their
// positions.
type weaver struct {
	data []byte
	text strings.Builder
	segs []Segment
}

// copy appends data[from:to].
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

// put appends text that has another spelling at the given position. The empty
// segment keeps the position.
func (w *weaver) put(text string, from int) {
	w.segs = append(w.segs, Segment{Text: w.text.Len(), File: from})
	w.text.WriteString(text)
}

// piece ends the text. Text that was put after the last copied byte may be
// longer than the rest of the file, so its end is kept, too.
func (w *weaver) piece(surface, name string) Piece {
	if n := len(w.segs); n > 0 {
		last := w.segs[n-1]
		if over := w.text.Len() - last.Text - last.Len; over > 0 {
			w.put("", min(last.File+last.Len+over, len(w.data)))
		}
	}
	return Piece{Surface: surface, Name: name, Text: w.text.String(), Segments: w.segs}
}

// end returns the position after what was written last.
func (w *weaver) end(otherwise int) int {
	if n := len(w.segs); n > 0 {
		return w.segs[n-1].File + w.segs[n-1].Len
	}
	return otherwise
}
