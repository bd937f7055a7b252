package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// read reads a makefile.
func (m *makefile) read(file, text string) {
	if m.files++; m.files > maxFiles {
		return
	}
	outer, line, conds := m.file, m.line, m.conds
	m.file, m.conds, m.open = file, nil, nil
	list := "MAKEFILE_LIST"
	m.set(formats.Variable{Name: list, Op: "+=", Value: file}, false)
	m.statements(text, 0)
	m.file, m.line, m.conds, m.open = outer, line, conds, nil
}

// statements reads the statements of a text; line is that of a text within a line, else 0.
func (m *makefile) statements(text string, line int) {
	r := formats.NewMakefile([]byte(text), m.prefix)
	for m.volume <= maxVolume {
		r.Prefix = m.prefix // an included file may have changed it
		s, ok := r.Next()
		if !ok {
			return
		}
		m.prefix, m.line = r.Prefix, s.Line
		if line > 0 {
			m.line = line
		}
		m.statement(&s, text)
	}
}

func (m *makefile) statement(s *formats.MakeStatement, text string) {
	switch s.Kind {
	case formats.MakeDefine:
		m.define = &makeDefine{Variable: s.Variable}
		return
	case formats.MakeLine:
		m.define.lines = append(m.define.lines, text[s.From:s.To])
		return
	case formats.MakeCondition:
		m.conditional(s.Word, s.Rest)
		return
	}
	if !m.counts() {
		return
	}
	switch s.Kind {
	case formats.MakeRecipe:
		m.recipeLine(text[s.From+1 : s.To])
	case formats.MakeEndef:
		v := m.define.Variable
		v.Name, v.Value = m.expand(v.Name, nil, 0), strings.Join(m.define.lines, "\n")
		m.set(v, false)
	case formats.MakeVariable:
		m.set(s.Variable, false)
	case formats.MakeRule:
		m.rule(s)
		if s.Inline > 0 {
			m.recipeLine(text[s.Inline:s.To])
		}
	case formats.MakeWord:
		m.word(s.Word, s.Rest)
	default:
		m.expand(s.Text, nil, 0) // $(eval ..), $(shell ..), $(call ..)
	}
}

// recipeLine adds a line to the recipes of the last rule.
func (m *makefile) recipeLine(line string) {
	line = strings.ReplaceAll(line, "\\\n"+string(m.prefix), "\\\n")
	for _, r := range m.open {
		r.lines = append(r.lines, makeLine{line, m.file, m.line})
	}
}

// word reads a statement that begins with a word of make.
func (m *makefile) word(word, rest string) {
	switch word {
	case "include", "-include", "sinclude":
		m.include(rest)
	case "undefine":
		delete(m.vars, rest)
	case "export":
		m.all = m.all || rest == ""
		for _, name := range strings.Fields(m.expand(rest, nil, 0)) {
			m.exported[name] = true
		}
	case "unexport":
		for _, name := range strings.Fields(m.expand(rest, nil, 0)) {
			delete(m.exported, name)
		}
	}
}

func (m *makefile) include(names string) {
	for _, name := range strings.Fields(m.expand(names, nil, 0)) {
		if text, ok := m.order.Text(name); ok {
			m.read(name, text)
		}
	}
}

// set gives a variable a value.
func (m *makefile) set(a formats.Variable, fromCommand bool) {
	name := a.Name
	if !certain(name) {
		name = m.expand(name, nil, 0)
	}
	if name == "SHELL" {
		m.lang = shellLanguage(strings.Fields(m.expand(a.Value, nil, 0)))
	}
	if a.Export {
		m.exported[name] = true
	}
	if m.given[name] && !fromCommand {
		return
	}
	old := m.vars[name]
	switch a.Op {
	case "?=":
		if _, ok := m.order.env(name); ok || old != nil {
			return
		}
		m.vars[name] = &makeVar{value: a.Value}
	case "+=":
		switch {
		case old == nil:
			m.vars[name] = &makeVar{value: a.Value}
		case old.simple:
			m.vars[name] = &makeVar{value: m.grown(old.value + " " + m.expand(a.Value, nil, 0)), simple: true}
		default:
			m.vars[name] = &makeVar{value: m.grown(old.value + " " + a.Value)}
		}
	case "!=":
		m.shell(m.expand(a.Value, nil, 0))
		m.vars[name] = &makeVar{value: shellMark + "(" + m.expand(a.Value, nil, 0) + ")", simple: true}
	case ":=", "::=", ":::=":
		m.vars[name] = &makeVar{value: m.expand(a.Value, nil, 0), simple: true}
	default:
		m.vars[name] = &makeVar{value: a.Value}
	}
}

// grown counts bytes that a variable has grown by.
func (m *makefile) grown(text string) string {
	if m.volume += len(text) + 16; m.volume > maxVolume {
		return ""
	}
	return text
}

// rule reads targets with what they need, or with a variable.
func (m *makefile) rule(s *formats.MakeStatement) {
	targets := strings.Fields(m.expand(s.Targets, nil, 0))
	m.open = nil
	if s.Variable.Name != "" {
		for _, t := range targets {
			r := m.named(t)
			r.vars = append(r.vars, s.Variable)
		}
		return
	}
	stem, rest := "", s.Needs
	if p := formats.Outside(rest, ':'); p >= 0 { // targets: %.o: %.c
		stem, rest = strings.TrimSpace(m.expand(rest[:p], nil, 0)), rest[p+1:]
	}
	needs, order, _ := strings.Cut(m.expand(rest, nil, 0), "|")
	one := makeRule{targets: targets, needs: strings.Fields(needs), order: strings.Fields(order)}
	if len(targets) > 0 && strings.Contains(targets[0], "%") && stem == "" {
		m.patterns = append(m.patterns, &one)
		m.open = []*makeRule{&one}
		return
	}
	for _, t := range targets {
		m.open = append(m.open, m.extend(t, &one, stem))
	}
}

func cutOutside(text string, c byte) (before, after string, found bool) {
	i := formats.Outside(text, c)
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
