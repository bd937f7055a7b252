package recipes

import (
	"path"
	"strings"
)

// read reads the lines of a makefile.
func (m *makefile) read(file, text string) {
	if m.files++; m.files > maxFiles {
		return
	}
	outer, line, conds := m.file, m.line, m.conds
	m.file, m.line, m.conds, m.open = file, 0, nil, nil
	list := "MAKEFILE_LIST"
	m.set(makeAssign{name: list, op: "+=", value: file}, false)
	for text != "" && m.volume <= maxVolume {
		var logical string
		start := m.line + 1
		logical, text = m.logical(text)
		after := m.line
		m.line = start
		m.readLine(logical)
		m.line = after
	}
	m.file, m.line, m.conds, m.open = outer, line, conds, nil
}

// logical cuts off a line with those that continue it.
func (m *makefile) logical(text string) (line, rest string) {
	at := 0
	for {
		end := strings.IndexByte(text[at:], '\n')
		m.line++
		if end < 0 {
			return text, ""
		}
		end += at
		stop := end
		if stop > 0 && text[stop-1] == '\r' {
			stop--
		}
		slashes := 0
		for stop-slashes > at && text[stop-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return strings.TrimSuffix(text[:end], "\r"), text[end+1:]
		}
		at = end + 1
	}
}

func (m *makefile) readLine(line string) {
	if d := m.define; d != nil {
		m.defineLine(d, line)
		return
	}
	if line != "" && line[0] == m.prefix && len(m.open) > 0 {
		if m.counts() {
			for _, r := range m.open {
				r.lines = append(r.lines, makeLine{strings.ReplaceAll(line[1:], "\\\n"+string(m.prefix), "\\\n"), m.file, m.line})
			}
		}
		return
	}
	text := strings.TrimSpace(uncomment(joined(line)))
	if text == "" {
		return
	}
	word, rest, _ := strings.Cut(strings.Replace(text, "\t", " ", 1), " ")
	if m.conditional(word, strings.TrimSpace(rest)) || !m.counts() {
		return
	}
	m.statement(text, word, strings.TrimSpace(rest))
}

// joined returns a logical line as one.
func joined(line string) string {
	if !strings.Contains(line, "\\\n") && !strings.Contains(line, "\\\r\n") {
		return line
	}
	parts := strings.Split(strings.ReplaceAll(line, "\\\r\n", "\\\n"), "\\\n")
	for i := range parts {
		if i > 0 {
			parts[i] = strings.TrimLeft(parts[i], " \t")
		}
		if i < len(parts)-1 {
			parts[i] = strings.TrimRight(parts[i], " \t")
		}
	}
	return strings.Join(parts, " ")
}

// uncomment cuts a comment off.
func uncomment(line string) string {
	for i := 0; i < len(line); i++ {
		if line[i] == '#' && (i == 0 || line[i-1] != '\\') {
			return line[:i]
		}
	}
	return line
}

// statement reads a line that is neither a recipe nor a condition.
func (m *makefile) statement(text, word, rest string) {
	switch word {
	case "include", "-include", "sinclude":
		m.include(rest)
		return
	case "define":
		name, op, _ := strings.Cut(rest, " ")
		if n := strings.TrimRight(name, ":?+!="); n != name {
			name, op = n, name[len(n):]
		}
		m.define = &makeDefine{name: name, op: strings.TrimSpace(op)}
		if m.define.op == "" {
			m.define.op = "="
		}
		return
	case "export", "unexport", "override", "private":
		m.modified(text, word, rest)
		return
	case "undefine":
		delete(m.vars, rest)
		return
	case "vpath", "load", "-load":
		return
	}
	if a, ok := assignment(text); ok {
		m.open = nil
		m.set(a, false)
		return
	}
	if !m.rule(text) {
		m.expand(text, nil, 0) // $(eval ..), $(shell ..), $(call ..)
	}
}

// modified reads export NAME = VALUE and the like.
func (m *makefile) modified(text, word, rest string) {
	if a, ok := assignment(rest); ok {
		a.exported = word == "export"
		m.open = nil
		m.set(a, false)
		return
	}
	switch {
	case rest == "" && word == "export":
		m.all = true
	case word == "export":
		for _, name := range strings.Fields(m.expand(rest, nil, 0)) {
			m.exported[name] = true
		}
	case word == "unexport":
		for _, name := range strings.Fields(m.expand(rest, nil, 0)) {
			delete(m.exported, name)
		}
	case word == "override" && strings.HasPrefix(rest, "define "):
		m.statement(rest, "define", strings.TrimSpace(rest[len("define "):]))
	}
}

func (m *makefile) include(names string) {
	for _, name := range strings.Fields(m.expand(names, nil, 0)) {
		if text, ok := m.order.Text(name); ok {
			m.read(name, text)
		}
	}
}

// defineLine adds a line to a variable that is being defined.
func (m *makefile) defineLine(d *makeDefine, line string) {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case word == "define":
		d.depth++
	case word == "endef" && d.depth == 0:
		m.define = nil
		if m.counts() {
			m.set(makeAssign{name: m.expand(d.name, nil, 0), op: d.op, value: strings.Join(d.lines, "\n")}, false)
		}
		return
	case word == "endef":
		d.depth--
	}
	d.lines = append(d.lines, line)
}

// assignment reads NAME op VALUE.
func assignment(text string) (a makeAssign, ok bool) {
	i := outside(text, '=')
	if i <= 0 {
		return a, false
	}
	from := i
	for from > 0 && strings.IndexByte(":?+!", text[from-1]) >= 0 {
		from--
	}
	name := strings.TrimSpace(text[:from])
	if name == "" || strings.ContainsAny(name, " \t") && !strings.ContainsAny(name, "(") || outside(name, ':') >= 0 {
		return a, false
	}
	return makeAssign{name: name, op: text[from : i+1], value: strings.TrimLeft(text[i+1:], " \t")}, true
}

// outside returns where a character stands in a text outside of references, or -1.
func outside(text string, c byte) int {
	depth := 0
	for i := range len(text) {
		switch b := text[i]; {
		case b == c && depth == 0:
			return i
		case b == '(' || b == '{':
			depth++
		case b == ')' || b == '}':
			depth = max(depth-1, 0)
		}
	}
	return -1
}

// set gives a variable a value.
func (m *makefile) set(a makeAssign, fromCommand bool) {
	name := a.name
	if !certain(name) {
		name = m.expand(name, nil, 0)
	}
	switch {
	case name == ".RECIPEPREFIX" && a.value != "":
		m.prefix = a.value[0]
	case name == "SHELL":
		m.lang = shellLanguage(strings.Fields(m.expand(a.value, nil, 0)))
	}
	if a.exported {
		m.exported[name] = true
	}
	if m.given[name] && !fromCommand {
		return
	}
	old := m.vars[name]
	switch a.op {
	case "?=":
		if _, ok := m.order.env(name); ok || old != nil {
			return
		}
		m.vars[name] = &makeVar{value: a.value}
	case "+=":
		switch {
		case old == nil:
			m.vars[name] = &makeVar{value: a.value}
		case old.simple:
			m.vars[name] = &makeVar{value: m.grown(old.value + " " + m.expand(a.value, nil, 0)), simple: true}
		default:
			m.vars[name] = &makeVar{value: m.grown(old.value + " " + a.value)}
		}
	case "!=":
		m.shell(m.expand(a.value, nil, 0))
		m.vars[name] = &makeVar{value: shellMark + "(" + m.expand(a.value, nil, 0) + ")", simple: true}
	case ":=", "::=", ":::=":
		m.vars[name] = &makeVar{value: m.expand(a.value, nil, 0), simple: true}
	default:
		m.vars[name] = &makeVar{value: a.value}
	}
}

// grown counts bytes that a variable has grown by.
func (m *makefile) grown(text string) string {
	if m.volume += len(text) + 16; m.volume > maxVolume {
		return ""
	}
	return text
}

// rule reads a line with targets, and reports whether it is one.
func (m *makefile) rule(text string) bool {
	colon := outside(text, ':')
	if colon < 0 {
		return false
	}
	targets := strings.Fields(m.expand(strings.TrimSuffix(text[:colon], "&"), nil, 0))
	rest := strings.TrimPrefix(text[colon+1:], ":")
	m.open = nil
	own, exported := strings.CutPrefix(strings.TrimSpace(rest), "export ")
	if a, ok := assignment(own); ok { // a variable of the targets
		a.exported = exported
		for _, t := range targets {
			r := m.named(t)
			r.vars = append(r.vars, a)
		}
		return true
	}
	rest, inline, hasInline := cutOutside(rest, ';')
	stem := ""
	if p := outside(rest, ':'); p >= 0 { // targets: %.o: %.c
		stem, rest = strings.TrimSpace(m.expand(rest[:p], nil, 0)), rest[p+1:]
	}
	needs, order, _ := strings.Cut(m.expand(rest, nil, 0), "|")
	one := makeRule{targets: targets, needs: strings.Fields(needs), order: strings.Fields(order)}
	if len(targets) > 0 && strings.Contains(targets[0], "%") && stem == "" {
		m.patterns = append(m.patterns, &one)
		m.open = []*makeRule{&one}
	} else {
		for _, t := range targets {
			m.open = append(m.open, m.extend(t, &one, stem))
		}
	}
	if hasInline {
		for _, r := range m.open {
			r.lines = append(r.lines, makeLine{inline, m.file, m.line})
		}
	}
	return true
}

func cutOutside(text string, c byte) (before, after string, found bool) {
	i := outside(text, c)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// extend adds what a rule says to the rule of a target.
func (m *makefile) extend(target string, one *makeRule, stem string) *makeRule {
	if m.first == "" && (target[0] != '.' || strings.Contains(target, "/")) {
		m.first = target
	}
	if target == ".ONESHELL" {
		m.oneShell = true
	}
	r := m.named(target)
	needs, order := one.needs, one.order
	if stem != "" {
		if s, ok := matchStem(stem, target); ok {
			needs, order = withStem(needs, s), withStem(order, s)
		}
		r.stem = stem
	}
	r.needs, r.order = append(r.needs, needs...), append(r.order, order...)
	return r
}

func (m *makefile) named(target string) *makeRule {
	r := m.rules[target]
	if r == nil {
		r = &makeRule{targets: []string{target}}
		m.rules[target] = r
	}
	return r
}

// shellLanguage returns the language of recipes by the words of SHELL.
func shellLanguage(words []string) string {
	if len(words) == 0 {
		return ""
	}
	switch name := path.Base(words[0]); {
	case strings.HasPrefix(name, "python"):
		return "python"
	case name == "perl", name == "ruby":
		return name
	case name == "node":
		return "javascript"
	case strings.HasPrefix(name, "pwsh"), strings.HasPrefix(name, "powershell"):
		return "powershell"
	}
	return ""
}
