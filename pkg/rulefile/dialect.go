package rulefile

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

// A dialect reads what the standard library's patterns cannot say: looking
// around, atomic groups and back references, besides comments, the flags x and n
// and some escapes. Each of the first three becomes an empty group, by whose name
// the matcher finds what it stands for; all else is left to the standard library.
type dialect struct {
	text     string
	pos      int
	groups   []string // the names of those that capture, in order; "" without one
	specials []special
	parts    int
	size     int // instructions of all of them
}

// special is what one empty group stands for.
type special struct {
	kind   specialKind
	part   *part  // what is looked for
	ref    string // the group that a back reference names
	group  int    // and its number among the dialect's groups
	either bool   // case of letters does not matter to it
}

type specialKind uint8

const (
	same specialKind = iota
	ahead
	notAhead
	behind
	notBehind
	atomic
)

var looks = [...]struct {
	open string
	kind specialKind
}{{"(?=", ahead}, {"(?!", notAhead}, {"(?<=", behind}, {"(?<!", notBehind}, {"(?>", atomic}}

// names are how a group is given a name.
var names = [...]struct{ open, end string }{{"(?P<", ">"}, {"(?<", ">"}, {"(?'", "'"}}

// modes are the flags of a pattern that are set, in the order of modeLetters. The
// standard library knows the first four.
type modes uint8

const (
	modeLetters = "imsUxn"
	ownModes    = 4
)

func (m modes) has(letter byte) bool {
	return m>>strings.IndexByte(modeLetters, letter)&1 != 0
}

// String returns the modes as flags of the standard library.
func (m modes) String() string {
	on, off := "(?", "-"
	for i, c := range modeLetters[:ownModes] {
		if m>>i&1 != 0 {
			on += string(c)
		} else {
			off += string(c)
		}
	}
	return on + strings.TrimSuffix(off, "-")
}

// readDialect compiles a pattern.
func readDialect(text string) (*backtracking, error) {
	d := &dialect{text: text}
	main, err := d.part(0)
	if err != nil {
		return nil, err
	}
	if d.pos < len(text) {
		return nil, &syntax.Error{Code: syntax.ErrUnexpectedParen, Expr: text}
	}
	b := &backtracking{main: main, specials: d.specials, groups: len(d.groups), parts: d.parts, size: d.size}
	numbers := d.numbers()
	for i := range d.specials {
		s := &d.specials[i]
		if s.kind != same {
			continue
		}
		n, ok := numbers[s.ref]
		if !ok {
			return nil, fmt.Errorf("no group %s", s.ref)
		}
		s.group, b.refers = n, true
	}
	return b, nil
}

// numbers returns which group a name or a number means: those without a name are
// counted first.
func (d *dialect) numbers() map[string]int {
	numbers := make(map[string]int, len(d.groups))
	for i, name := range d.groups {
		if name == "" {
			numbers[strconv.Itoa(len(numbers)+1)] = i
		}
	}
	count := len(numbers)
	for i, name := range d.groups {
		if name != "" {
			count++
			numbers[name], numbers[strconv.Itoa(count)] = i, i
		}
	}
	return numbers
}

// sequence rewrites up to the parenthesis that ends a group, or to the end.
func (d *dialect) sequence(m modes) (string, error) {
	var b strings.Builder
	for d.pos < len(d.text) {
		var err error
		switch c := d.text[d.pos]; {
		case c == ')':
			return b.String(), nil
		case c == '(':
			m, err = d.group(&b, m)
		case c == '[':
			err = d.class(&b)
		case c == '\\':
			err = d.escape(&b, m)
		case m.has('x') && strings.IndexByte(" \t\n\r\f\v", c) >= 0:
			d.pos++
		case m.has('x') && c == '#':
			comment, _, _ := strings.Cut(d.text[d.pos:], "\n")
			d.pos += len(comment)
		default:
			b.WriteByte(c)
			d.pos++
		}
		if err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// group reads a group, and returns the modes after it.
func (d *dialect) group(b *strings.Builder, m modes) (modes, error) {
	rest := d.text[d.pos:]
	for _, l := range looks {
		if strings.HasPrefix(rest, l.open) {
			d.pos += len(l.open)
			p, err := d.part(m)
			if err != nil {
				return m, err
			}
			d.special(b, special{kind: l.kind, part: p})
			return m, d.close()
		}
	}
	for _, q := range names {
		if strings.HasPrefix(rest, q.open) {
			name, _, ok := strings.Cut(rest[len(q.open):], q.end)
			if !ok || !isName(name) || slices.Contains(d.groups, name) {
				return m, &syntax.Error{Code: syntax.ErrInvalidNamedCapture, Expr: rest}
			}
			d.pos += len(q.open) + len(name) + 1
			return m, d.capture(b, m, name)
		}
	}
	switch {
	case strings.HasPrefix(rest, "(?#"):
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return m, &syntax.Error{Code: syntax.ErrMissingParen, Expr: rest}
		}
		d.pos += end + 1
		return m, nil
	case strings.HasPrefix(rest, "(?"):
		return d.modes(b, m)
	}
	d.pos++
	if m.has('n') {
		b.WriteString("(?:")
		return m, d.inner(b, m)
	}
	return m, d.capture(b, m, "")
}

func isName(name string) bool {
	for i := range len(name) {
		c := name[i] | 0x20
		if c != '_'|0x20 && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

func (d *dialect) capture(b *strings.Builder, m modes, name string) error {
	fmt.Fprintf(b, "(?P<g%d>", len(d.groups))
	d.groups = append(d.groups, name)
	return d.inner(b, m)
}

func (d *dialect) inner(b *strings.Builder, m modes) error {
	text, err := d.sequence(m)
	b.WriteString(text + ")")
	return errors.Join(err, d.close())
}

func (d *dialect) close() error {
	if d.pos == len(d.text) {
		return &syntax.Error{Code: syntax.ErrMissingParen, Expr: d.text}
	}
	d.pos++
	return nil
}

func (d *dialect) special(b *strings.Builder, s special) {
	fmt.Fprintf(b, "(?P<s%d>)", len(d.specials))
	d.specials = append(d.specials, s)
}

// modes reads flags, alone or with a group.
func (d *dialect) modes(b *strings.Builder, m modes) (modes, error) {
	rest, before, on := d.text[d.pos:], m, true
	for i := len("(?"); i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '-' && on:
			on = false
		case c == ')':
			d.pos += i + 1
			b.WriteString(m.String() + ")")
			return m, nil
		case c == ':':
			d.pos += i + 1
			b.WriteString(m.String() + ":")
			return before, d.inner(b, m)
		case strings.IndexByte(modeLetters, c) < 0:
			return m, &syntax.Error{Code: syntax.ErrInvalidPerlOp, Expr: rest[:i+1]}
		default:
			bit := modes(1) << strings.IndexByte(modeLetters, c)
			if m &^= bit; on {
				m |= bit
			}
		}
	}
	return m, &syntax.Error{Code: syntax.ErrMissingParen, Expr: d.text}
}
