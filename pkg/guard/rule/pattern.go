package rule

// Pattern is a regular expression that is matched against one line of output
// without its newline. It is tried only on lines that contain one of its
// literals: trying hundreds of expressions on every line takes too long for a
// hook.
type Pattern struct {
	Regex    string   // in the syntax of package regexp
	Literals []string // every matching line contains one of them; derived by the generator, may be nil
	More     int      // how many of the following lines are matched too, with their newlines
}

func (p *Pattern) fields(c *codec) {
	c.text('r', &p.Regex)
	c.list('l', &p.Literals)
	c.int('m', &p.More)
	c.end()
}
