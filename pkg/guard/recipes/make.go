package recipes

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// makefile is what was read of a makefile and those it includes.
type makefile struct {
	order    *Order
	vars     map[string]*makeVar
	given    map[string]bool // variables of the command line, which the file does not change
	exported map[string]bool
	all      bool // every variable is exported
	rules    map[string]*makeRule
	patterns []*makeRule
	applied  map[*makeRule]bool // patterns by which what is built now is needed: make takes none twice in a chain
	first    string
	oneShell bool
	prefix   byte
	lang     string // of recipes, by SHELL

	file    string
	line    int
	files   int
	define  *makeDefine
	open    []*makeRule // of the recipe that is being read
	conds   []makeCond
	guess   bool // how conditions that are not known are decided
	guessed bool // there was one
	asked   int  // how many $(shell ..) are left to the shell

	volume int
	out    []Command
}

// makeVar is a variable. The value of a simple one is expanded.
type makeVar struct {
	value  string
	simple bool
	busy   bool // it is being expanded
}

// makeDefine is a variable that is being defined on several lines.
type makeDefine struct {
	formats.Variable
	lines []string
}

// makeCond is a conditional: whether its lines count now, and whether a branch of
// it has counted.
type makeCond struct{ on, done bool }

// makeRule is a rule with its recipe.
type makeRule struct {
	targets []string
	needs   []string
	order   []string // needs whose age does not matter
	stem    string   // pattern of the targets: %.o: %.c
	lines   []makeLine
	vars    []formats.Variable // of the target alone
}

type makeLine struct {
	text string
	file string
	line int
}

// readMake returns what make runs. Where a condition is not known, it is read
// both ways.
func readMake(o Order) []Command {
	list, guessed := makeOnce(&o, true)
	if !guessed {
		return list
	}
	other, _ := makeOnce(&o, false)
	for _, c := range other {
		if !slices.ContainsFunc(list, func(l Command) bool { return l.Text == c.Text && l.File == c.File && l.Line == c.Line }) {
			list = append(list, c)
		}
	}
	return list
}

func makeOnce(o *Order, guess bool) ([]Command, bool) {
	name, text, ok := o.open()
	if !ok {
		return nil, false
	}
	m := &makefile{order: o, vars: map[string]*makeVar{}, given: map[string]bool{}, exported: map[string]bool{},
		applied: map[*makeRule]bool{}, rules: map[string]*makeRule{}, prefix: '\t', guess: guess}
	for name, value := range map[string]string{"MAKE": "make", "RM": "rm -f", "CC": "cc", "CXX": "g++", "AR": "ar", "CURDIR": "$$PWD", "SHELL": "/bin/sh"} {
		m.vars[name] = &makeVar{value: value}
	}
	for name := range strings.FieldsSeq("CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS ARFLAGS MAKEFILES MAKEFILE_LIST .DEFAULT_GOAL") {
		m.vars[name] = &makeVar{simple: true}
	}
	if flags, ok := o.env("MAKEFLAGS"); ok {
		m.command(strings.Fields(flags))
	}
	goals := m.command(o.Words)
	m.vars["MAKECMDGOALS"] = &makeVar{value: strings.Join(goals, " "), simple: true}
	m.read(name, text)
	if v := m.vars[".DEFAULT_GOAL"]; v.value != "" {
		m.first = strings.TrimSpace(m.expand(v.value, nil, 0))
	}
	if len(goals) == 0 && m.first != "" {
		goals = []string{m.first}
	}
	done := map[string]bool{}
	for _, g := range goals {
		m.build(g, done, 0)
	}
	return m.out, m.guessed
}

// command takes the variables out of words of a command line, and returns the
// goals.
func (m *makefile) command(words []string) (goals []string) {
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		op := "="
		for len(name) > 0 && strings.IndexByte(":?+!", name[len(name)-1]) >= 0 {
			op, name = name[len(name)-1:]+op, name[:len(name)-1]
		}
		switch {
		case ok && name != "" && !strings.ContainsAny(name, " \t/"):
			m.set(formats.Variable{Name: name, Op: op, Value: value, Export: true}, true)
			m.given[name] = true
		case !strings.HasPrefix(w, "-"):
			goals = append(goals, w)
		}
	}
	return goals
}

// build lists the commands for a target and what it needs.
func (m *makefile) build(target string, done map[string]bool, depth int) {
	if done[target] || depth > maxDepth || len(m.out) > maxCommands {
		return
	}
	done[target] = true
	rule := m.rules[target]
	recipe, stem := rule, ""
	if rule == nil || len(rule.lines) == 0 {
		if p, s := m.pattern(target); p != nil {
			recipe, stem = p, s
			m.applied[p] = true
			defer delete(m.applied, p)
		}
	}
	if recipe == nil {
		return
	}
	if recipe.stem != "" && stem == "" {
		stem, _ = matchStem(recipe.stem, target)
	}
	var needs, order []string
	if rule != nil {
		needs, order = rule.needs, rule.order
	}
	if recipe != rule {
		needs, order = append(slices.Clip(needs), recipe.needs...), append(slices.Clip(order), recipe.order...)
	}
	if stem != "" {
		needs, order = withStem(needs, stem), withStem(order, stem)
	}
	defer m.local(recipe)()
	for _, n := range slices.Concat(needs, order) {
		m.build(n, done, depth+1)
	}
	m.run(recipe, &automatic{target: target, needs: needs, order: order, stem: stem})
}

// local sets the variables of a target, until the function that it returns is
// called.
func (m *makefile) local(r *makeRule) func() {
	if len(r.vars) == 0 {
		return func() {}
	}
	before := map[string]*makeVar{}
	for _, a := range r.vars {
		if _, ok := before[a.Name]; !ok {
			before[a.Name] = m.vars[a.Name]
		}
		if v := m.vars[a.Name]; v != nil {
			copied := *v
			m.vars[a.Name] = &copied
		}
		m.set(a, false)
	}
	return func() {
		for name, v := range before {
			if m.vars[name] = v; v == nil {
				delete(m.vars, name)
			}
		}
	}
}

// pattern finds the rule whose pattern a target fits best.
func (m *makefile) pattern(target string) (found *makeRule, stem string) {
	for _, p := range m.patterns {
		if m.applied[p] {
			continue
		}
		for _, t := range p.targets {
			if s, ok := matchStem(t, target); ok && s != "" && len(p.lines) > 0 && (found == nil || len(s) < len(stem)) {
				found, stem = p, s
			}
		}
	}
	return found, stem
}

// run lists the commands of a recipe.
func (m *makefile) run(r *makeRule, auto *automatic) {
	env := m.environment()
	var whole *Command
	for _, l := range r.lines {
		text := m.recipe(l.text, auto)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if m.oneShell && whole != nil {
			whole.Text += "\n" + text
			continue
		}
		m.out = append(m.out, Command{Text: text, Lang: m.lang, File: l.file, Line: l.line, Rows: strings.Count(text, "\n") == strings.Count(l.text, "\n"), Env: env, Goal: auto.target})
		whole = &m.out[len(m.out)-1]
	}
}

// recipe returns what the shell gets of a line of a recipe.
func (m *makefile) recipe(line string, auto *automatic) string {
	text := strings.TrimLeft(m.forShell(m.expand(line, auto, 0)), "@-+ \t")
	if strings.HasPrefix(text, "#") && !strings.Contains(text, "\n") {
		return ""
	}
	return text
}

// environment returns the variables that recipes have in their environment.
func (m *makefile) environment() []Variable {
	var env []Variable
	var flags []string
	for name, v := range m.vars {
		if !isName(name) || !m.exported[name] && !m.all && !m.given[name] || name == "SHELL" || name == "CURDIR" {
			continue
		}
		value := v.value
		if !v.simple {
			value = m.expand(v.value, nil, 0)
		}
		value = m.forShell(value)
		env = append(env, Variable{name, value})
		if m.given[name] && value != "" && !strings.ContainsAny(value, " \t\n") {
			flags = append(flags, name+"="+value)
		}
	}
	order.By(env, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	if len(flags) > 0 {
		slices.Sort(flags)
		env = append(env, Variable{"MAKEFLAGS", " -- " + strings.Join(flags, " ")})
	}
	return env
}

// matchStem returns what the % of a pattern stands for in a name.
func matchStem(pattern, name string) (stem string, ok bool) {
	before, after, ok := strings.Cut(pattern, "%")
	if !ok {
		return "", pattern == name
	}
	if len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return "", false
	}
	return name[len(before) : len(name)-len(after)], true
}

func withStem(words []string, stem string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.Replace(w, "%", stem, 1)
	}
	return out
}
