package recipes

import "strings"

// counts reports whether the lines here are not switched off by a condition.
func (m *makefile) counts() bool {
	for _, c := range m.conds {
		if !c.on {
			return false
		}
	}
	return true
}

// conditional reads a line of a condition.
func (m *makefile) conditional(word, rest string) {
	n := len(m.conds)
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		on := m.counts() && m.holds(word, rest)
		m.conds = append(m.conds, makeCond{on, on})
	case "else":
		if n == 0 {
			return
		}
		c := &m.conds[n-1]
		word, rest, more := strings.Cut(rest, " ")
		c.on = !c.done
		if c.on && more {
			c.on = m.counts() && m.holds(word, strings.TrimSpace(rest))
		}
		c.done = c.done || c.on
	case "endif":
		m.conds = m.conds[:max(n-1, 0)]
	}
}

// holds reports whether a condition holds. One that is not known is guessed.
func (m *makefile) holds(word, rest string) bool {
	switch word {
	case "ifdef", "ifndef":
		name := strings.TrimSpace(m.expand(rest, nil, 0))
		v := m.vars[name]
		_, env := m.order.env(name)
		if v == nil && !env {
			return m.guesses()
		}
		return (env || v.value != "") == (word == "ifdef")
	case "ifeq", "ifneq":
		a, b, ok := compared(rest)
		if !ok {
			return m.guesses()
		}
		a, b = strings.TrimSpace(m.expand(a, nil, 0)), strings.TrimSpace(m.expand(b, nil, 0))
		if a != b && !(certain(a) && certain(b)) {
			return m.guesses()
		}
		return (a == b) == (word == "ifeq")
	}
	return m.guesses()
}

func (m *makefile) guesses() bool {
	m.guessed = true
	return m.guess
}

// compared reads (a,b), "a" "b" and 'a' 'b'.
func compared(text string) (a, b string, ok bool) {
	if rest, ok := strings.CutPrefix(text, "("); ok {
		end := strings.LastIndexByte(rest, ')')
		if end < 0 {
			return "", "", false
		}
		return cutOutside(rest[:end], ',')
	}
	words := strings.FieldsFunc(text, func(c rune) bool { return c == '"' || c == '\'' })
	switch {
	case len(words) == 3:
		return words[0], words[2], true
	case strings.HasPrefix(text, `""`) || strings.HasPrefix(text, "''") || strings.HasSuffix(text, `""`) || strings.HasSuffix(text, "''"):
		return strings.Trim(strings.TrimSpace(text), `"' `), "", true
	}
	return "", "", false
}
