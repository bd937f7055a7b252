package webpage

import (
	"strconv"
	"time"
)

// step is a time that a bar of a chart stands for.
type step struct {
	name  string // in the plural
	most  time.Duration
	start func(time.Time) time.Time
	next  func(time.Time) time.Time
	label string // of its beginning, as time.Format has it
}

// steps are the times that bars stand for, the shortest first: the first is taken
// that does not make too many bars of a chart.
var steps = [...]step{
	{"hours", 72 * time.Hour, func(t time.Time) time.Time { return t }, func(t time.Time) time.Time { return t.Add(time.Hour) }, "2 Jan 15:04"},
	{"days", 100 * 24 * time.Hour, midnight, func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }, "2 Jan 2006"},
	{"weeks", 730 * 24 * time.Hour, func(t time.Time) time.Time {
		return midnight(t).AddDate(0, 0, -(int(t.Weekday())+6)%7)
	}, func(t time.Time) time.Time { return t.AddDate(0, 0, 7) }, "2 Jan 2006"},
	{"months", 1<<63 - 1, func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, t.Location())
	}, func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }, "Jan 2006"},
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// maxBars is how many bars a chart has, whatever the clock of a machine said.
const maxBars = 1200

// fold adds up hours to the bars of a chart, with those in which nothing was.
func (p *Page) fold() (step, []Hour) {
	hours, until := p.Hours, p.Made
	if len(hours) == 0 {
		return steps[0], nil
	}
	first := hours[0].Hour
	if !p.Since.IsZero() && p.Since.Before(first) {
		since := p.Since.In(first.Location())
		first = time.Date(since.Year(), since.Month(), since.Day(), since.Hour(), 0, 0, 0, since.Location())
	}
	if last := hours[len(hours)-1].Hour; last.After(until) {
		until = last
	}
	i := 0
	if p.Daily {
		i = 1
	}
	for until.Sub(first) > steps[i].most {
		i++
	}
	by := steps[i]
	var bars []Hour
	for at := by.start(first); !at.After(until) && len(bars) < maxBars; at = by.next(at) {
		bar := Hour{Hour: at}
		for end := by.next(at); len(hours) > 0 && hours[0].Hour.Before(end); hours = hours[1:] {
			bar.Runs += hours[0].Runs
			bar.Failed += hours[0].Failed
			bar.Decisions += hours[0].Decisions
		}
		bars = append(bars, bar)
	}
	return by, bars
}

// series is one of the numbers of a bar, and its class.
type series struct {
	name, class string
	of          func(*Hour) int
}

// chart is a chart of bars over time, with a table of the same numbers.
type chart struct {
	id, title, desc string
	by              step
	bars            []Hour
	series          []series // the lower one first
}

func (m *markup) chart(c *chart) {
	top := 0
	for i := range c.bars {
		sum := 0
		for _, s := range c.series {
			sum += s.of(&c.bars[i])
		}
		top = max(top, sum)
	}
	if top == 0 {
		return
	}
	top = roundUp(top)
	m.open("figure", "class", "chart")
	m.open("div", "class", "legend", "aria-hidden", "true")
	for _, s := range c.series {
		m.leaf("span", s.name, "class", "mark "+s.class)
	}
	m.close("div")
	m.open("div", "class", "plot")
	m.open("div", "class", "y", "aria-hidden", "true")
	m.leaf("span", grouped(top))
	m.leaf("span", grouped(top/2))
	m.leaf("span", "0")
	m.close("div")
	m.drawing(c, top)
	m.open("div", "class", "x", "aria-hidden", "true")
	m.leaf("span", c.bars[0].Hour.Format(c.by.label))
	if n := len(c.bars); n > 2 {
		m.leaf("span", c.bars[n/2].Hour.Format(c.by.label))
	}
	if n := len(c.bars); n > 1 {
		m.leaf("span", c.bars[n-1].Hour.Format(c.by.label))
	}
	m.close("div", "div")
	m.numbers(c)
	m.close("figure")
	m.WriteString("\n")
}

// drawing writes the bars.
func (m *markup) drawing(c *chart, top int) {
	const wide, gap = 10, 1
	m.open("svg", "role", "img", "aria-labelledby", c.id+"-title "+c.id+"-desc", "preserveAspectRatio", "none",
		"viewBox", "0 0 "+strconv.Itoa(wide*len(c.bars))+" 1000")
	m.leaf("title", c.title, "id", c.id+"-title")
	m.leaf("desc", c.desc, "id", c.id+"-desc")
	m.open("path", "class", "grid", "d", "M0 0H"+strconv.Itoa(wide*len(c.bars))+"M0 500H"+strconv.Itoa(wide*len(c.bars)))
	m.close("path")
	for i := range c.bars {
		b := &c.bars[i]
		label, height := b.Hour.Format(c.by.label), 0
		var rects markup
		for _, s := range c.series {
			n := s.of(b)
			label += ", " + s.name + ": " + grouped(n)
			if n == 0 {
				continue
			}
			h := max(6, 1000*n/top)
			height += h
			rects.open("rect", "class", s.class, "x", strconv.Itoa(wide*i+gap), "width", strconv.Itoa(wide-2*gap), "y", strconv.Itoa(1000-height), "height", strconv.Itoa(h))
			rects.close("rect")
		}
		if height == 0 {
			continue
		}
		m.open("g")
		m.leaf("title", label)
		m.Write(rects.Bytes())
		m.close("g")
	}
	m.close("svg")
}

// numbers writes what the bars show as a table.
func (m *markup) numbers(c *chart) {
	m.open("details")
	m.leaf("summary", "The same as a table")
	m.open("div", "class", "scroll")
	m.open("table", "class", "plain")
	m.leaf("caption", c.title)
	m.WriteString("<thead><tr>")
	m.leaf("th", "From", "scope", "col", "class", string(when))
	for _, s := range c.series {
		m.leaf("th", s.name, "scope", "col", "class", string(num))
	}
	m.WriteString("</tr></thead><tbody>")
	for i := range c.bars {
		m.open("tr")
		m.leaf("th", c.bars[i].Hour.Format(c.by.label), "scope", "row", "class", string(when))
		for _, s := range c.series {
			m.leaf("td", grouped(s.of(&c.bars[i])), "class", string(num))
		}
		m.close("tr")
	}
	m.close("tbody", "table", "div", "details")
}

// roundUp returns the next number that reads well on an axis, as does its half.
func roundUp(n int) int {
	if n <= 10 {
		return n + n%2
	}
	for unit := 1; ; unit *= 10 {
		for _, f := range [...]int{12, 16, 20, 24, 30, 40, 50, 60, 80, 100} {
			if f*unit >= n {
				return f * unit
			}
		}
	}
}
