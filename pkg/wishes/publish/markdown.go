package publish

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// document is a Markdown file, as far as it must be known to put a block into it.
type document struct {
	data  []byte
	lines []line
	eol   string
}

// line is a line of a document.
type line struct {
	from, to int    // offsets; to is behind the line break
	text     string // without the line break
	level    int    // of a heading, from 1; 0: none
	title    string // of a heading
	ours     bool   // in a block of ours, or one of its marks
	opens    int    // the line with which the fence, comment or front matter begins that goes on after this line; -1: none
}

func parse(data []byte) *document {
	d := &document{data: data, eol: "\n"}
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		d.eol = "\r\n"
	}
	opened := -1 // the first line of the part that goes on
	inBlock := false
	for i, m := range formats.Markdown(data) {
		l := line{from: m.From, to: min(m.EOL+1, len(data)), text: m.Text, opens: -1}
		if m.Begins {
			opened = i
		}
		if m.GoesOn {
			l.opens = opened
		}
		if outside := m.Kind == formats.MarkdownText || m.Begins && m.Kind != formats.MarkdownFront; outside {
			text := strings.TrimSpace(l.text)
			inBlock = inBlock || strings.HasPrefix(text, begin)
			l.ours = inBlock
			inBlock = inBlock && text != end
			if !m.GoesOn {
				d.heading(&l)
			}
		}
		d.lines = append(d.lines, l)
	}
	return d
}

// heading reads a heading: "## title", or a line that is underlined.
func (d *document) heading(l *line) {
	if len(l.text)-len(strings.TrimLeft(l.text, " ")) > 3 {
		return
	}
	text := strings.TrimSpace(l.text)
	level := len(text) - len(strings.TrimLeft(text, "#"))
	if rest := text[level:]; level >= 1 && level <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
		l.level, l.title = level, strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "#"))
		return
	}
	if text == "" || len(d.lines) == 0 {
		return
	}
	above := &d.lines[len(d.lines)-1]
	if title := strings.TrimSpace(above.text); above.opens < 0 && above.level == 0 && title != "" && !strings.ContainsAny(title[:1], "-*>|<`~") {
		switch {
		case strings.Trim(text, "=") == "":
			l.level, l.title = 1, title
		case strings.Trim(text, "-") == "":
			l.level, l.title = 2, title
		}
	}
}

// section returns the offset of the end of the first section with one of the
// titles: behind its last line that says something, before any other heading.
func (d *document) section(titles []string) (at int, ok bool) {
	for _, title := range titles {
		for i := range d.lines {
			if d.lines[i].level > 0 && !d.lines[i].ours && strings.EqualFold(strings.Trim(d.lines[i].title, "*_: "), title) {
				return d.endOf(i), true
			}
		}
	}
	return 0, false
}

// endOf returns the end of what the section with the heading at a line says.
func (d *document) endOf(heading int) int {
	last := heading
	for i := heading + 1; i < len(d.lines) && !d.isHeading(i); i++ {
		if strings.TrimSpace(d.lines[i].text) != "" && d.lines[i].opens < 0 {
			last = i
		}
	}
	return d.lines[last].to
}

// isHeading reports whether a line begins a section. The text of an underlined
// heading belongs to it.
func (d *document) isHeading(i int) bool {
	if d.lines[i].ours {
		return false
	}
	if d.lines[i].level > 0 {
		return true
	}
	next := i + 1
	return next < len(d.lines) && d.lines[next].level > 0 && !strings.HasPrefix(strings.TrimSpace(d.lines[next].text), "#")
}

// end returns the offset of the end of the document, before a part that is never
// closed.
func (d *document) end() int {
	if n := len(d.lines); n > 0 && d.lines[n-1].opens >= 0 {
		return d.lines[d.lines[n-1].opens].from
	}
	return len(d.data)
}

// level returns the level of the headings that divide the document.
func (d *document) level() int {
	count := make(map[int]int)
	for i := range d.lines {
		if !d.lines[i].ours {
			count[d.lines[i].level]++
		}
	}
	for level := 2; level <= 3; level++ {
		if count[level] > 0 {
			return level
		}
	}
	if count[1] > 1 {
		return 1
	}
	return 2
}
