package lang

import "errors"

// cursor is the place in the tokens of a program that is read next.
type cursor struct {
	toks    []Token
	pos     int
	closing []int       // for the token of an opening bracket, that of its closing one
	depth   int         // of expressions
	clauses map[int]int // of a comprehension, that were read before its element, and where each ends
}

// Token returns the token that is read next. After the last one it is an end.
func (c *cursor) Token() *Token { return &c.toks[min(c.pos, len(c.toks)-1)] }

// Peek returns the token n places behind the next one.
func (c *cursor) Peek(n int) *Token { return &c.toks[min(c.pos+n, len(c.toks)-1)] }

// Next moves over a token.
func (c *cursor) Next() { c.pos++ }

// Skip moves over n tokens.
func (c *cursor) Skip(n int) { c.pos += n }

// Pos returns the number of the token that is read next: a loop in which it
// does not grow would not end.
func (c *cursor) Pos() int { return c.pos }

// Is reports whether the next token is this sign.
func (c *cursor) Is(sign string) bool {
	t := c.Token()
	return t.Kind == PunctToken && t.Text == sign
}

// Accept moves over a sign if it is next.
func (c *cursor) Accept(sign string) bool {
	if c.Is(sign) {
		c.pos++
		return true
	}
	return false
}

// IsName reports whether the next token is this name.
func (c *cursor) IsName(name string) bool {
	t := c.Token()
	return t.Kind == NameToken && t.Text == name
}

// End returns where the token ends that was read last.
func (c *cursor) End() int {
	if c.pos == 0 {
		return c.toks[0].From
	}
	return c.toks[min(c.pos, len(c.toks))-1].To
}

// Closing returns the number of the token that closes the bracket that is next.
func (c *cursor) Closing() int { return c.closing[c.pos] }

// Enter reports whether another level of nesting may be read; Leave ends it.
func (c *cursor) Enter() bool {
	if c.depth >= maxDepth {
		return false
	}
	c.depth++
	return true
}

// ErrDeep is what MustEnter panics with.
var ErrDeep = errors.New("lang: nested too deeply")

// MustEnter is Enter for readers that could not tell how much they leave out: what calls
// them takes the text for unread.
func (c *cursor) MustEnter() {
	if !c.Enter() {
		panic(ErrDeep)
	}
}

// Leave ends a level of nesting that Enter allowed.
func (c *cursor) Leave() { c.depth-- }

// pairs finds for every opening bracket the token that closes it, or the end.
func pairs(toks []Token) []int {
	out := make([]int, len(toks))
	var open []int
	for i := range toks {
		if toks[i].Kind != PunctToken {
			continue
		}
		switch toks[i].Text {
		case "(", "[", "{":
			open = append(open, i)
			out[i] = len(toks) - 1
		case ")", "]", "}":
			if n := len(open); n > 0 {
				out[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return out
}
