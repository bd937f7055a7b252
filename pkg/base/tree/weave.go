package tree

import "strings"

// Segment says that Text[Text:Text+Len] of a text is byte for byte at offset
// File of the file. Text between two segments is spelled differently in the
// file: an escape, a folded line, a masked expression.
type Segment struct{ Text, File, Len int }

// Weaver puts a text together from ranges of a file, and keeps their
// positions.
type Weaver struct {
	Data     []byte
	Text     strings.Builder
	Segments []Segment
}

// Copy appends data[from:to].
func (w *Weaver) Copy(from, to int) {
	if from >= to {
		return
	}
	at := w.Text.Len()
	if n := len(w.Segments); n > 0 {
		last := &w.Segments[n-1]
		if last.Text+last.Len == at && last.File+last.Len == from {
			last.Len += to - from
			w.Text.Write(w.Data[from:to])
			return
		}
	}
	w.Segments = append(w.Segments, Segment{Text: at, File: from, Len: to - from})
	w.Text.Write(w.Data[from:to])
}

// Put appends text that has another spelling at the given position. The empty
// segment keeps the position.
func (w *Weaver) Put(text string, from int) {
	w.Segments = append(w.Segments, Segment{Text: w.Text.Len(), File: from})
	w.Text.WriteString(text)
}

// Close ends the text. What was put after the last copied byte may be longer than
// the rest of the file, so its end is kept, too.
func (w *Weaver) Close() (text string, segments []Segment) {
	if n := len(w.Segments); n > 0 {
		last := w.Segments[n-1]
		if over := w.Text.Len() - last.Text - last.Len; over > 0 {
			w.Put("", min(last.File+last.Len+over, len(w.Data)))
		}
	}
	return w.Text.String(), w.Segments
}

// End returns the position after what was written last.
func (w *Weaver) End(otherwise int) int {
	if n := len(w.Segments); n > 0 {
		return w.Segments[n-1].File + w.Segments[n-1].Len
	}
	return otherwise
}

// Append adds a range of another text with its segments, looking from segment
// seg on. It returns the segment that the end of the range lies in.
func (w *Weaver) Append(from *Weaver, seg, lo, hi int) int {
	text := from.Text.String()
	shift := w.Text.Len() - lo
	for ; seg < len(from.Segments); seg++ {
		s := from.Segments[seg]
		next := len(text)
		if seg+1 < len(from.Segments) {
			next = from.Segments[seg+1].Text
		}
		if start := max(s.Text, lo); start < hi && next > lo {
			length := max(min(s.Text+s.Len, hi)-start, 0)
			w.Segments = append(w.Segments, Segment{Text: start + shift, File: s.File + start - s.Text, Len: length})
		}
		if next > hi {
			break
		}
	}
	w.Text.WriteString(text[lo:hi])
	return min(seg, max(len(from.Segments)-1, 0))
}
