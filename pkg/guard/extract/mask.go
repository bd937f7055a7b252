package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// mask replaces ranges of a piece's text by texts of the same length. The
// ranges are in order, do not overlap, and hold text of another language.
func (p *Piece) mask(spans []shell.Span, as func(text string) string) {
	if len(spans) == 0 {
		return
	}
	var text strings.Builder
	at := 0
	for _, s := range spans {
		text.WriteString(p.Text[at:s.From])
		text.WriteString(as(p.Text[s.From:s.To]))
		at = s.To
	}
	text.WriteString(p.Text[at:])
	p.Text = text.String()
	p.Segments = cutSegments(p.Segments, spans)
}

// cutSegments removes ranges from segments. An empty segment stays where a
// range starts, to keep its position.
func cutSegments(segs []tree.Segment, spans []shell.Span) []tree.Segment {
	out := make([]tree.Segment, 0, len(segs)+2*len(spans))
	for _, s := range segs {
		for len(spans) > 0 && spans[0].To <= s.Text {
			spans = spans[1:]
		}
		out = cutSegment(out, s, spans)
	}
	return out
}

func cutSegment(out []tree.Segment, s tree.Segment, spans []shell.Span) []tree.Segment {
	if s.Len == 0 {
		return append(out, s)
	}
	end := s.Text + s.Len
	for _, span := range spans {
		if span.From >= end {
			break
		}
		from, to := max(span.From, s.Text), min(span.To, end)
		if n := from - s.Text; n > 0 {
			out = append(out, tree.Segment{Text: s.Text, File: s.File, Len: n})
		}
		out = append(out, tree.Segment{Text: from, File: s.File + from - s.Text})
		s = tree.Segment{Text: to, File: s.File + to - s.Text, Len: end - to}
	}
	if s.Len > 0 {
		out = append(out, s)
	}
	return out
}

// asName makes an expression into a word that the shell takes for a name: "${{
// github.sha }}" becomes "____github_sha___".
func asName(text string) string {
	b := []byte(text)
	for i, c := range b {
		if !isNameByte(c) {
			b[i] = '_'
		}
	}
	return string(b)
}

// asSpace blanks text out.
func asSpace(text string) string { return strings.Repeat(" ", len(text)) }

// between finds the text between an opening and a closing mark. With quotes
// set it skips text in single quotes.
func between(text, opening, closing string, quotes bool) []shell.Span {
	var spans []shell.Span
	for at := 0; ; {
		i := strings.Index(text[at:], opening)
		if i < 0 {
			return spans
		}
		from := at + i
		to := closingMark(text, from+len(opening), closing, quotes)
		if to < 0 {
			return spans
		}
		spans = append(spans, shell.Span{From: from, To: to})
		at = to
	}
}

// maxUnclosed bounds the searches for a closing mark that is missing: each
// goes to the end of the file.
const maxUnclosed = 8

// closingBrace returns the offset after the brace that closes the one at an
// offset, or the end.
func closingBrace(data []byte, at int) int {
	if end := formats.Closing(data, at); end >= 0 {
		return end + 1
	}
	return len(data)
}

// closingMark returns where a closing mark ends, or -1.
func closingMark(text string, at int, closing string, quotes bool) int {
	for ; at < len(text); at++ {
		if quotes && text[at] == '\'' {
			end := strings.IndexByte(text[at+1:], '\'')
			if end < 0 {
				return -1
			}
			at += end + 1
			continue
		}
		if strings.HasPrefix(text[at:], closing) {
			return at + len(closing)
		}
	}
	return -1
}

// references finds names between an opening and a closing mark. Other text
// between them is not a reference.
func references(text, opening, closing string, isName func(byte) bool) []shell.Span {
	var spans []shell.Span
	for at := 0; ; {
		i := strings.Index(text[at:], opening)
		if i < 0 {
			return spans
		}
		from := at + i
		end := from + len(opening)
		for end < len(text) && isName(text[end]) {
			end++
		}
		at = from + len(opening)
		if end > at && strings.HasPrefix(text[end:], closing) {
			at = end + len(closing)
			spans = append(spans, shell.Span{From: from, To: at})
		}
	}
}

// halve turns each two into one: a tool that expands $NAME gives $ for $$.
func (p *Piece) halve(c byte) {
	two := string([]byte{c, c})
	if !strings.Contains(p.Text, two) {
		return
	}
	w := &tree.Weaver{Data: []byte(p.Text)}
	start := 0
	for i := 0; i+1 < len(p.Text); i++ {
		if p.Text[i] == c && p.Text[i+1] == c {
			w.Copy(start, i)
			i++
			start = i
		}
	}
	w.Copy(start, len(p.Text))
	p.Text = w.Text.String()
	p.Segments = compose(w.Segments, p.Segments)
}
