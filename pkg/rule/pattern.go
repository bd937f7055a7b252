package rule

// Pattern is a regular expression over one line of output, the newline left
// out: ^ and $ are the line's. It is tried only on lines that hold one of its
// literals, because hundreds of expressions over a long output take longer
// than a hook may.
type Pattern struct {
	Regex    string   // of package regexp; named groups say what the parts are
	Literals []string // any line it matches holds one of these; found by the generator, nil when there are none
	More     int      // so many lines after that one are matched with it, newlines included
}

func (p *Pattern) fields(c *codec) {
	c.text('r', &p.Regex)
	c.list('l', &p.Literals)
	c.int('m', &p.More)
	c.end()
}
