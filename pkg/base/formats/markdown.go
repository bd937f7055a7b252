package formats

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// MarkdownKind is what a line of a Markdown file belongs to.
type MarkdownKind uint8

// The kinds of lines.
const (
	MarkdownText    MarkdownKind = iota
	MarkdownFront                // the settings at the top, between lines of ---
	MarkdownCode                 // a code block, with the fences around it
	MarkdownComment              // a comment that begins with the line, or goes on
)

// MarkdownLine is a line of a Markdown file.
type MarkdownLine struct {
	tree.Row
	Text   string // without the line end, and without a byte order mark
	Kind   MarkdownKind
	Begins bool // what it belongs to begins here
	GoesOn bool // what it belongs to goes on behind it, or is never closed
}

// Markdown reads the lines of a Markdown file.
func Markdown(data []byte) (list []MarkdownLine) {
	var fence Fence
	kind := MarkdownText // of what goes on
	for at := 0; at < len(data); {
		l := MarkdownLine{Row: RowAt(data, at)}
		at = l.EOL + 1
		l.Text = string(data[l.From:l.To])
		if len(list) == 0 {
			l.Text = strings.TrimPrefix(l.Text, "\ufeff")
		}
		text := strings.TrimSpace(l.Text)
		l.Kind = kind
		switch kind {
		case MarkdownText:
			l.Kind, fence = opening(text)
			l.GoesOn = l.Kind == MarkdownCode || l.Kind == MarkdownComment && commentGoesOn(text)
			if len(list) == 0 && l.Text == "---" && hasFront(data, at) {
				l.Kind, l.GoesOn = MarkdownFront, true
			}
			l.Begins = l.Kind != MarkdownText
		case MarkdownFront:
			l.GoesOn = text != "---"
		case MarkdownCode:
			l.GoesOn = !fence.ClosedBy(text)
		case MarkdownComment:
			l.GoesOn = !strings.Contains(text, "-->")
		}
		kind = MarkdownText
		if l.GoesOn {
			kind = l.Kind
		}
		list = append(list, l)
	}
	return list
}

// opening returns what a line begins.
func opening(text string) (MarkdownKind, Fence) {
	if fence, ok := FenceIn(text[BehindBullet(text):]); ok {
		return MarkdownCode, fence
	}
	if strings.HasPrefix(text, "<!--") {
		return MarkdownComment, Fence{}
	}
	return MarkdownText, Fence{}
}

// commentGoesOn reports whether the last comment of a line does not end on it.
func commentGoesOn(text string) bool {
	return !strings.Contains(text[strings.LastIndex(text, "<!--"):], "-->")
}

// hasFront reports whether a line from an offset on closes the front matter.
func hasFront(data []byte, at int) bool {
	for at < len(data) {
		r := RowAt(data, at)
		if bytes.Equal(data[r.From:r.To], []byte("---")) {
			return true
		}
		at = r.EOL + 1
	}
	return false
}

// Fence is the line above a code block.
type Fence struct {
	Mark   byte // '`' or '~'
	Length int
	Info   string // what stands behind the marks
}

// BehindBullet returns where the text begins behind the bullet or the number of a list
// item, 0 if the line begins none: a code block may start right there.
func BehindBullet(text string) int {
	end := 0
	for end < len(text) && end < 9 && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if end == len(text) || end > 0 && text[end] != '.' && text[end] != ')' || end == 0 && strings.IndexByte("-*+", text[0]) < 0 {
		return 0
	}
	if next := SkipSpace(text, end+1); next > end+1 {
		return next
	}
	return 0
}

// FenceIn reads a line, without what it is indented by, as the fence above a code block.
func FenceIn(text string) (f Fence, ok bool) {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return f, false
	}
	f.Mark = text[0]
	for f.Length < len(text) && text[f.Length] == f.Mark {
		f.Length++
	}
	f.Info = text[f.Length:]
	code := f.Mark == '`' && strings.IndexByte(f.Info, '`') >= 0 // within a line
	return f, f.Length >= 3 && !code
}

// ClosedBy reports whether a line, without blanks around it, ends the code block.
func (f Fence) ClosedBy(text string) bool {
	return len(text) >= f.Length && strings.Trim(text, string(f.Mark)) == ""
}
