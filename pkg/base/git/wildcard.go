package git

import "strings"

// wildcard is a pattern in which *, ?, sets in brackets and, in a path, ** stand
// for other text. It is matched as an automaton: no pattern is expensive.
type wildcard []wildToken

type wildToken struct {
	kind byte
	c    byte
	set  [4]uint64 // of bytes
}

// The kinds of tokens.
const (
	wildByte  = iota // c
	wildOne          // any byte but a slash
	wildAny          // any byte
	wildSet          // a byte of set
	wildStar         // any text without a slash
	wildDeep         // any text
	wildDirs         // nothing, or what wildBelow matches; wildBelow follows
	wildBelow        // text that ends in a slash
)

// PathMatcher returns a function that reports whether a pattern with wildcards covers a
// path. As in git's pathspecs with (glob), only ** matches slashes.
func PathMatcher(pattern string) func(path string) bool {
	w, ok := compile(pattern, true)
	return func(path string) bool {
		steps := maxMatching
		return ok && w.match(path, &steps)
	}
}

// compile reads a pattern. In a path, only ** matches slashes. It is false for
// one that matches nothing.
func compile(p string, path bool) (wildcard, bool) {
	w := make(wildcard, 0, len(p))
	for i := 0; i < len(p); {
		switch c := p[i]; c {
		case '\\':
			if i+1 == len(p) {
				return nil, false
			}
			w = append(w, wildToken{c: p[i+1]})
			i += 2
		case '?':
			kind := byte(wildAny)
			if path {
				kind = wildOne
			}
			w = append(w, wildToken{kind: kind})
			i++
		case '*':
			end := i
			for end < len(p) && p[end] == '*' {
				end++
			}
			rest := p[end:]
			whole := end-i > 1 && (i == 0 || p[i-1] == '/')
			switch {
			case !path || whole && (rest == "" || strings.HasPrefix(rest, `\/`)):
				w = append(w, wildToken{kind: wildDeep})
			case whole && rest[0] == '/':
				w = append(w, wildToken{kind: wildDirs}, wildToken{kind: wildBelow})
				end++
			default:
				w = append(w, wildToken{kind: wildStar})
			}
			i = end
		case '[':
			t := wildToken{kind: wildSet}
			n := t.read(p[i+1:])
			if n < 0 {
				return nil, false
			}
			if path {
				t.set[0] &^= 1 << '/'
			}
			w = append(w, t)
			i += 1 + n
		default:
			w = append(w, wildToken{c: c})
			i++
		}
	}
	return w, true
}

func (t *wildToken) add(lo, hi byte) {
	for c := int(lo); c <= int(hi); c++ {
		t.set[c>>6] |= 1 << (c & 63)
	}
}

// read reads a set behind its bracket and returns its length, with the closing
// bracket; -1 for one that is not closed.
func (t *wildToken) read(p string) int {
	i := 0
	not := len(p) > 0 && (p[0] == '!' || p[0] == '^')
	if not {
		i++
	}
	before := byte(0) // where a range may begin
	for first := true; ; first = false {
		if i >= len(p) {
			return -1
		}
		c := p[i]
		i++
		switch {
		case c == ']' && !first:
			if not {
				for i := range t.set {
					t.set[i] = ^t.set[i]
				}
			}
			return i
		case c == '-' && before != 0 && i < len(p) && p[i] != ']':
			if c = p[i]; c == '\\' {
				if i++; i == len(p) {
					return -1
				}
				c = p[i]
			}
			i++
			t.add(before, c)
			before = 0
			continue
		case c == '[' && i < len(p) && p[i] == ':':
			close := strings.IndexByte(p[i+1:], ']')
			if close < 0 {
				return -1
			}
			if name, ok := strings.CutSuffix(p[i+1:i+1+close], ":"); ok {
				if !t.class(name) {
					return -1
				}
				i += close + 2
				before = 0
				continue
			}
		case c == '\\':
			if i == len(p) {
				return -1
			}
			c = p[i]
			i++
		}
		t.add(c, c)
		before = c
	}
}

// class adds the bytes of a named class.
func (t *wildToken) class(name string) bool {
	ranges, ok := map[string]string{
		"alnum": "09AZaz", "alpha": "AZaz", "blank": "  \t\t", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~",
		"lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "  \t\r", "upper": "AZ", "xdigit": "09AFaf",
	}[name]
	for i := 0; i < len(ranges); i += 2 {
		t.add(ranges[i], ranges[i+1])
	}
	return ok
}

// match reports whether the pattern covers all of a text. It counts its steps.
func (w wildcard) match(text string, steps *int) bool {
	now, next := make([]bool, len(w)+1), make([]bool, len(w)+1)
	now[0] = true
	for i := range len(text) + 1 {
		if *steps -= len(w) + 1; *steps < 0 {
			return false
		}
		alive := false
		for at, on := range now {
			if !on {
				continue
			}
			now[at] = false
			if at == len(w) {
				if i == len(text) {
					return true
				}
				continue
			}
			t := &w[at]
			switch t.kind { // what may be nothing
			case wildStar, wildDeep:
				now[at+1] = true
			case wildDirs:
				now[at+1], now[at+2] = true, true
			}
			if i < len(text) {
				alive = t.step(text[i], next[at:]) || alive
			}
		}
		if !alive {
			return false
		}
		now, next = next, now
	}
	return false
}

// step marks the tokens to which a byte leads from a token, and reports whether there
// are any.
func (t *wildToken) step(c byte, next []bool) bool {
	slash := c == '/'
	var stay, pass bool
	switch t.kind {
	case wildByte:
		pass = c == t.c
	case wildOne:
		pass = !slash
	case wildAny:
		pass = true
	case wildSet:
		pass = t.set[c>>6]>>(c&63)&1 != 0
	case wildStar:
		stay = !slash
	case wildDeep:
		stay = true
	case wildBelow:
		stay, pass = true, slash
	}
	next[0] = next[0] || stay
	if pass {
		next[1] = true
	}
	return stay || pass
}
