package rule

import "strings"

// A number below 64 is one byte, from '0' on. A number below 896 is two bytes:
// from 'p' on for its multiples of 64, and one for the remainder. A larger one is
// ~ and four such bytes, the lowest first.
const (
	digit    = '0'
	digits   = 64
	twoBytes = 'p'
	maxTwo   = ('~' - twoBytes) * digits
	many     = '~'
	escaped  = '!' // before a text with symbols for control characters
)

func (c *codec) putNumber(n int) {
	switch {
	case n < digits:
		c.out = append(c.out, digit+byte(n))
	case n < maxTwo:
		c.out = append(c.out, twoBytes+byte(n/digits), digit+byte(n%digits))
	default:
		c.out = append(c.out, many)
		for range 4 {
			c.out = append(c.out, digit+byte(n%digits))
			n /= digits
		}
	}
}

func (c *codec) number() int {
	if c.at < len(c.in) {
		if n := c.in[c.at] - digit; n < digits {
			c.at++
			return int(n)
		}
	}
	return c.longNumber()
}

func (c *codec) longNumber() int {
	left := c.in[c.at:]
	switch {
	case len(left) >= 5 && left[0] == many:
		c.at += 5
		n := 0
		for i := 4; i > 0; i-- {
			n = n*digits + int(left[i]-digit)&(digits-1)
		}
		return n
	case len(left) >= 2 && left[0] >= twoBytes && left[0] < many:
		c.at += 2
		return int(left[0]-twoBytes)*digits + int(left[1]-digit)&(digits-1)
	}
	c.refuse()
	return 0
}

// length reads the length of a list that gets an allocation of its own.
func (c *codec) length() int {
	n := c.number()
	if n > len(c.in)-c.at { // each element takes a byte at least
		c.refuse()
		return 0
	}
	return n
}

func (c *codec) putText(s string) {
	if hasControl(s) {
		c.out = append(c.out, escaped)
		s = escape(s)
	}
	c.putNumber(len(s))
	c.out = append(c.out, s...)
}

// A line cannot hold a newline. In a text that is marked as escaped, control
// characters are written as their Unicode symbols (U+2400 and on), and such
// symbols themselves after U+2426.
const (
	symbol  = "\xe2\x90" // and a byte from 0x80 on
	literal = symbol + "\xa6"
)

func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' {
			return true
		}
	}
	return false
}

func escape(s string) string {
	var out []byte
	for i := range len(s) {
		switch {
		case s[i] < ' ':
			out = append(append(out, symbol...), 0x80+s[i])
			continue
		case strings.HasPrefix(s[i:], symbol):
			out = append(out, literal...)
		}
		out = append(out, s[i])
	}
	return string(out)
}

func unescape(s string) string {
	var out []byte
	for s != "" {
		switch {
		case strings.HasPrefix(s, literal) && len(s) > len(literal):
			out = append(out, s[len(literal)])
			s = s[len(literal)+1:]
			continue
		case strings.HasPrefix(s, symbol) && len(s) > len(symbol) && s[len(symbol)] < 0x80+' ' && s[len(symbol)] >= 0x80:
			out = append(out, s[len(symbol)]-0x80)
			s = s[len(symbol)+1:]
			continue
		}
		out = append(out, s[0])
		s = s[1:]
	}
	return string(out)
}

func (c *codec) putTexts(list []string) {
	c.texts.used += len(list)
	for _, s := range list {
		c.putText(s)
	}
}

func (c *codec) getText() string {
	if c.at < len(c.in) {
		n, at := int(c.in[c.at]-digit), c.at+1 // in a byte: less than digit is large
		if n < digits && at+n <= len(c.in) {
			c.at = at + n
			return c.in[at : at+n]
		}
	}
	return c.longText()
}

func (c *codec) longText() string {
	special := c.at < len(c.in) && c.in[c.at] == escaped
	if special {
		c.at++
	}
	n := c.number()
	if n > len(c.in)-c.at {
		c.refuse()
		return ""
	}
	s := c.in[c.at : c.at+n]
	c.at += n
	if !special {
		return s
	}
	return unescape(s)
}

// getTexts reads n texts. Decode spends most of its time here, so getText is
// repeated inline.
func (c *codec) getTexts(n int) []string {
	list := cut(c, &c.texts, n)
	in, at := c.in, c.at
	for i := range list {
		if at < len(in) {
			n, from := int(in[at]-digit), at+1
			if n < digits && from+n <= len(in) {
				at = from + n
				list[i] = in[from:at]
				continue
			}
		}
		c.at = at
		list[i] = c.longText()
		at = c.at
	}
	c.at = at
	return list
}
