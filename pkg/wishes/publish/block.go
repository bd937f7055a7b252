package publish

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
)

// The marks around a block that is ours. Claude Code does not show comments to
// the model.
const (
	begin    = manifests.OursBegins + " "
	beginEnd = " -->"
	end      = manifests.OursEnds + beginEnd
)

// block is one block that is ours in a document, with its marks.
type block struct {
	name     string
	from, to int
	heading  string // its first line, where that is a heading
}

// blocks returns the blocks of a document. A part that is damaged is an error:
// where it ends is not known.
func (d *document) blocks() ([]block, error) {
	var list []block
	open := false
	for i := range d.lines {
		l := &d.lines[i]
		if i > 0 && d.lines[i-1].opens >= 0 {
			continue // an example
		}
		text := strings.TrimSpace(l.text)
		if rest, ok := strings.CutPrefix(text, begin); ok {
			name, closed := strings.CutSuffix(rest, beginEnd)
			if open || !closed {
				return nil, fmt.Errorf("line %d: %w", i+1, ErrMarkers)
			}
			open = true
			list = append(list, block{name: name, from: l.from})
			continue
		}
		if open && l.level > 0 && list[len(list)-1].heading == "" {
			list[len(list)-1].heading = l.text
		}
		if text != end {
			continue
		}
		if !open {
			return nil, fmt.Errorf("line %d: %w", i+1, ErrMarkers)
		}
		open = false
		list[len(list)-1].to = l.to
	}
	if open {
		return nil, fmt.Errorf("the last block: %w", ErrMarkers)
	}
	d.unended(list)
	return list, nil
}

// unended gives the blocks at the end of a document that ends without a line
// break the one before them, instead of the one behind: it was put there with
// them.
func (d *document) unended(list []block) {
	to := len(d.data)
	if strings.HasSuffix(string(d.data), "\n") {
		return
	}
	for i := len(list) - 1; i >= 0 && list[i].to == to; i-- {
		to = list[i].from
		if i < len(list)-1 {
			list[i].to = list[i+1].from
		}
		list[i].from = len(strings.TrimSuffix(strings.TrimSuffix(string(d.data[:to]), "\n"), "\r"))
	}
}

// without returns a document without its blocks, to the byte what it was before
// they were put there.
func (d *document) without() ([]byte, error) {
	list, err := d.blocks()
	if err != nil {
		return nil, err
	}
	var out []byte
	at := 0
	for _, b := range list {
		out = append(out, d.data[at:b.from]...)
		at = b.to
	}
	return append(out, d.data[at:]...), nil
}

// withBlocks returns a document in which the blocks by the ids of their
// categories are ours, and no others but those that stay as they are. A block stays
// where it is; a new one goes into the section that fits, else to the end.
func withBlocks(data []byte, bodies map[string]string, stay ...string) ([]byte, error) {
	if data == nil {
		data = []byte{}
	}
	for _, c := range categories {
		if slices.Contains(stay, c.id) {
			continue
		}
		d := parse(data)
		list, err := d.blocks()
		if err != nil {
			return nil, err
		}
		from, to, heading, found := d.place(c, list)
		body := bodies[c.id]
		switch {
		case body == "" && !found:
			continue
		case body == "":
			data = d.replaced(from, to, "")
		default:
			data = d.replaced(from, to, d.block(c, heading, body, from, to))
		}
	}
	return data, nil
}

// place returns where the block of a category is, or goes to, and its heading.
func (d *document) place(c *category, list []block) (from, to int, heading string, found bool) {
	for _, b := range list {
		if b.name == c.id {
			return b.from, b.to, b.heading, true
		}
	}
	if at, ok := d.section(c.sections); ok {
		return at, at, "", false
	}
	at := d.end()
	return at, at, strings.Repeat("#", d.level()) + " " + c.title, false
}

// block renders a block that is to stand at a place.
func (d *document) block(c *category, heading, body string, from, to int) string {
	var b strings.Builder
	if from > 0 && d.data[from-1] != '\n' {
		b.WriteString("\n") // the document ends without a line break, and will again
	}
	b.WriteString(begin + c.id + beginEnd + "\n\n")
	if heading != "" {
		b.WriteString(heading + "\n\n")
	}
	b.WriteString(strings.TrimSpace(body) + "\n\n" + end + "\n")
	s := strings.ReplaceAll(b.String(), "\n", d.eol)
	if from > 0 && d.data[from-1] != '\n' {
		s = strings.TrimSuffix(s, d.eol)
	}
	return s
}

func (d *document) replaced(from, to int, with string) []byte {
	out := append([]byte{}, d.data[:from]...)
	return append(append(out, with...), d.data[to:]...)
}

// bodies returns what stands in the blocks of a document, without headings.
func (d *document) bodies() (map[string]string, error) {
	list, err := d.blocks()
	if err != nil {
		return nil, err
	}
	out := make(map[string]string)
	for _, b := range list {
		text := strings.ReplaceAll(string(d.data[b.from:b.to]), "\r\n", "\n")
		_, text, _ = strings.Cut(strings.TrimLeft(text, "\n"), "\n")
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), end))
		out[b.name] = strings.TrimSpace(strings.TrimPrefix(text, b.heading))
	}
	return out, nil
}
