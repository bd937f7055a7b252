package webpage

import (
	"strconv"
	"time"
)

// table is a table that can be sorted and filtered.
type table struct {
	id      string
	caption string
	columns []column
	rows    [][]cell
	lanes   bool // its rows are lanes, which open
	alone   bool // in its section, whose heading says what it is
	room    int  // bytes of rows
	all     int  // how many rows there are in truth; 0: those
	more    string
	thing   string // what a row is, in the plural
}

// column is a column of a table.
type column struct {
	name string
	kind kind
	sort string // ascending or descending, where the rows come sorted by it
}

// kind says how the cells of a column look. Its values are classes.
type kind string

const (
	words kind = "w"
	code  kind = "c"
	num   kind = "n"
	when  kind = "t"
	plot  kind = "p"
)

// cell is a cell of a table.
type cell struct {
	text  string
	note  string // below the text
	id    string // below them
	order int64  // of numbers and times
	class string // of the text
	parts []part // of a plot
	label string // of a plot, for those who do not see it
}

// part is a part of a bar, from and to in thousandths of its width.
type part struct {
	class    string
	from, to int
}

func text(s string) cell { return cell{text: s} }

func number(n int) cell { return cell{text: grouped(n), order: int64(n)} }

func share(n, of int) cell {
	order := int64(0)
	if of > 0 {
		order = int64(10000 * n / of)
	}
	return cell{text: percent(n, of), order: order}
}

func moment(t time.Time) cell {
	if t.IsZero() {
		return cell{text: "not known"}
	}
	return cell{text: minute(t), order: t.Unix()}
}

func span(d time.Duration) cell { return cell{text: lasting(d), order: int64(d / time.Second)} }

// status is a word that a mark stands before.
func status(word string) cell { return cell{text: word, class: "mark " + tone(word)} }

// tone returns the class for what a word says: it went well, it did not, take
// care, or neither.
func tone(word string) string {
	switch word {
	case "ok", "active", "helps", "usual", "allowed", "paused", "passed":
		return "good"
	case "failed", "masked", "failing", "block", "contradicted":
		return "bad"
	case Accept, Allow, Fix, "ask", "warn", "stopped", "denied", "refused", "interrupted", "timed-out", "proposed", "candidate":
		return "care"
	}
	return "still"
}

// table writes a table as far as there is room for its rows.
func (m *markup) table(t *table) {
	if len(t.rows) == 0 {
		return
	}
	m.open("div", "class", "scroll")
	m.open("table", "id", t.id, "data-of", t.thing)
	if t.alone {
		m.leaf("caption", t.caption, "class", "hidden")
	} else {
		m.leaf("caption", t.caption)
	}
	m.WriteString("<thead><tr>")
	for _, c := range t.columns {
		attrs := []string{"scope", "col", "class", string(c.kind)}
		if c.sort != "" {
			attrs = append(attrs, "aria-sort", c.sort)
		}
		m.open("th", attrs...)
		if c.name == "" { // a plot says again what stands beside it
			m.leaf("span", "Bar", "class", "hidden")
		}
		m.text(c.name)
		m.close("th")
	}
	m.WriteString("</tr></thead>\n<tbody>\n")
	from, shown := m.Len(), 0
	for i, row := range t.rows {
		if m.Len()-from > t.room {
			break
		}
		if t.lanes {
			m.open("tr", "data-lane", strconv.Itoa(i))
		} else {
			m.open("tr")
		}
		for j := range row {
			m.cell(&t.columns[j], &row[j], j == 0)
		}
		m.WriteString("</tr>\n")
		shown++
	}
	m.close("tbody", "table", "div")
	if rest := max(t.all, len(t.rows)) - shown; rest > 0 {
		m.open("p", "class", "rest")
		m.text(grouped(rest) + " more are not in this page")
		if t.more != "" {
			m.text(": ")
			m.leaf("code", t.more)
		}
		m.text(".")
		m.close("p")
	}
	m.WriteString("\n")
}

// cell writes a cell; the first of a row is its heading.
func (m *markup) cell(c *column, d *cell, first bool) {
	name := "td"
	attrs := []string{"class", string(c.kind)}
	if first {
		name = "th"
		attrs = append(attrs, "scope", "row")
	}
	if c.kind == num || c.kind == when || c.kind == plot && d.order != 0 {
		attrs = append(attrs, "data-o", strconv.FormatInt(d.order, 10))
	}
	m.open(name, attrs...)
	text := cut(d.text, longText)
	switch {
	case c.kind == plot:
		m.strip(d.parts, d.label)
	case c.kind == code && text == "":
	case c.kind == code:
		m.leaf("code", text, "dir", "ltr")
	case d.class != "":
		m.leaf("span", text, "class", d.class)
	default:
		m.text(text)
	}
	if d.note != "" {
		m.leaf("small", cut(d.note, shortText))
	}
	if d.id != "" {
		m.leaf("small", cut(d.id, shortText), "class", "id")
	}
	m.close(name)
}

// strip writes a bar of parts. Without a label it repeats what stands beside it.
func (m *markup) strip(parts []part, label string) {
	attrs := []string{"class", "strip", "viewBox", "0 0 1000 10", "preserveAspectRatio", "none"}
	if label == "" {
		attrs = append(attrs, "aria-hidden", "true")
	} else {
		attrs = append(attrs, "role", "img", "aria-label", label)
	}
	m.open("svg", attrs...)
	for _, p := range parts {
		if p.to > p.from {
			m.open("rect", "class", p.class, "x", strconv.Itoa(p.from), "width", strconv.Itoa(p.to-p.from), "height", "10")
			m.close("rect")
		}
	}
	m.close("svg")
}

// parts returns numbers as the parts of a bar as long as most.
func parts(most int, list ...part) []part {
	at := 0
	out := make([]part, 0, len(list))
	for _, p := range list {
		n := p.to
		p.from, p.to = 1000*at/max(1, most), 1000*(at+n)/max(1, most)
		if n > 0 {
			p.to = max(p.to, p.from+8) // it is seen, however few they are
		}
		out = append(out, p)
		at += n
	}
	return out
}

// of is a number as a part of a bar, for parts to place.
func of(n int, class string) part { return part{class: class, to: n} }
