package extract

import (
	"sort"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// compose maps a text to a file through the intermediate text that it was
// taken from.
func compose(over, under []tree.Segment) []tree.Segment {
	middle := Piece{Segments: under}
	out := make([]tree.Segment, 0, len(over))
	for _, s := range over {
		if s.Len == 0 {
			out = append(out, tree.Segment{Text: s.Text, File: middle.pos(s.File)})
			continue
		}
		end := s.File + s.Len
		i := sort.Search(len(under), func(i int) bool { return under[i].Text+under[i].Len > s.File })
		if i == len(under) || under[i].Text > s.File {
			out = append(out, tree.Segment{Text: s.Text, File: middle.pos(s.File)})
		}
		for ; i < len(under) && under[i].Text < end; i++ {
			from, to := max(under[i].Text, s.File), min(under[i].Text+under[i].Len, end)
			out = append(out, tree.Segment{
				Text: s.Text + from - s.File,
				File: under[i].File + from - under[i].Text,
				Len:  max(to-from, 0),
			})
		}
	}
	return out
}

// part returns a range of a piece as a piece of its own.
func (p *Piece) part(from, to int) Piece {
	q := *p
	q.Text = p.Text[from:to]
	q.Notes = nil
	q.Segments = compose([]tree.Segment{{Text: 0, File: from, Len: to - from}}, p.Segments)
	return q
}
