package recipes

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// justfile is what was read of a justfile and those it imports.
type justfile struct {
	order   *Order
	vars    map[string]string
	unread  map[string]justValue // variables that were not evaluated yet
	given   map[string]bool      // variables of the command line
	exports []string
	aliases map[string]string
	recipes map[string]*justRecipe
	modules map[string]string // their files
	first   string
	lang    string // of lines, by set shell
	all     bool   // set export
	numbers bool   // set positional-arguments
	files   int
	volume  int
	dir     string // of the file
	file    string
	line    int
	out     []Command
}

type justValue struct {
	text string
	file string
	line int
}

type justRecipe struct {
	name   string
	params []formats.JustParam
	before []formats.JustCall
	after  []formats.JustCall
	lines  []makeLine
	dir    string // [working-directory: ..]
	lang   string // [script(..)]
}

// readJust returns what just runs.
func readJust(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	return newJustfile(&o, map[string]string{}).run(name, text, o.Words, 0)
}

func newJustfile(o *Order, given map[string]string) *justfile {
	j := &justfile{order: o, vars: map[string]string{}, unread: map[string]justValue{}, given: map[string]bool{}, aliases: map[string]string{},
		recipes: map[string]*justRecipe{}, modules: map[string]string{}}
	for name, value := range given {
		j.vars[name], j.given[name] = value, true
	}
	return j
}

// run reads a file and lists what the words of a command line run.
func (j *justfile) run(name, text string, words []string, depth int) []Command {
	j.dir = dirOf(name)
	j.read(name, text)
	for len(words) > 0 {
		name, value, ok := strings.Cut(words[0], "=")
		if !ok || !isName(name) {
			break
		}
		j.vars[name], j.given[name] = value, true
		words = words[1:]
	}
	for _, name := range sorted(j.unread) {
		j.variable(name, 0)
	}
	if len(words) == 0 && j.first != "" {
		words = []string{j.first}
	}
	done := map[string]bool{}
	for len(words) > 0 && len(j.out) <= maxCommands {
		goal := words[0]
		words = words[1:]
		if module, rest, ok := strings.Cut(goal, "::"); ok {
			j.module(module, append([]string{rest}, words...), depth)
			break
		}
		r := j.recipe(goal)
		if r == nil {
			if j.modules[goal] != "" {
				j.module(goal, words, depth)
			}
			break
		}
		n := min(len(r.params), len(words))
		if n > 0 && r.params[len(r.params)-1].Many {
			n = len(words)
		}
		j.build(r, words[:n], done, 0)
		words = words[n:]
	}
	return j.out
}

func (j *justfile) recipe(name string) *justRecipe {
	if to, ok := j.aliases[name]; ok {
		name = to
	}
	return j.recipes[name]
}

// module lists what a module's recipe runs.
func (j *justfile) module(name string, words []string, depth int) {
	file := j.modules[name]
	text, ok := j.order.Text(file)
	if !ok || depth > maxDepth {
		return
	}
	m := newJustfile(j.order, nil)
	m.volume = j.volume
	j.out = append(j.out, m.run(file, text, words, depth+1)...)
}

// build lists the commands of a recipe and those it needs.
func (j *justfile) build(r *justRecipe, args []string, done map[string]bool, depth int) {
	key := r.name + "\x00" + strings.Join(args, "\x00")
	if done[key] || depth > maxDepth || len(j.out) > maxCommands {
		return
	}
	done[key] = true
	local := map[string]string{}
	var env []Variable
	for i, p := range r.params {
		value := ""
		switch {
		case p.Many:
			value = strings.Join(args[min(i, len(args)):], " ")
			if i >= len(args) {
				value = j.evaluate(p.Value, local, 0)
			}
		case i < len(args):
			value = args[i]
		case p.Value != "":
			value = j.evaluate(p.Value, local, 0)
		}
		local[p.Name] = value
		if p.Env || j.all {
			env = append(env, Variable{p.Name, value})
		}
	}
	for _, c := range r.before {
		j.call(c, local, done, depth)
	}
	for _, name := range j.exports {
		env = append(env, Variable{name, j.variable(name, 0)})
	}
	j.body(r, args, local, env)
	for _, c := range r.after {
		j.call(c, local, done, depth)
	}
}

func (j *justfile) call(c formats.JustCall, local map[string]string, done map[string]bool, depth int) {
	r := j.recipe(c.Name)
	if r == nil {
		if module, rest, ok := strings.Cut(c.Name, "::"); ok {
			j.module(module, []string{rest}, depth)
		}
		return
	}
	var args []string
	for e := (&justExpr{j: j, text: c.Args, local: local}); e.skip(); {
		at := len(e.text)
		args = append(args, e.sum(0))
		if len(e.text) == at {
			break
		}
	}
	j.build(r, args, done, depth+1)
}

// body adds the commands of a recipe: its lines, or the script that it is.
func (j *justfile) body(r *justRecipe, args []string, local map[string]string, env []Variable) {
	if len(r.lines) == 0 {
		return
	}
	add := func(l makeLine, text, lang string) {
		if j.numbers && lang == "" && len(args) > 0 {
			text = "set -- " + quoteAll(args) + "; " + text
		}
		if strings.TrimSpace(text) != "" {
			j.out = append(j.out, Command{Text: text, Lang: lang, File: l.file, Line: l.line, Rows: true, Dir: path.Join(j.dir, r.dir), Env: env, Goal: r.name})
		}
	}
	first := strings.TrimSpace(r.lines[0].text)
	if strings.HasPrefix(first, "#!") || r.lang != "" {
		lang := r.lang
		if strings.HasPrefix(first, "#!") {
			lang = shebangLanguage(first)
		}
		var b strings.Builder
		indent := indentOf(r.lines[0].text)
		for _, l := range r.lines {
			b.WriteString(j.filled(strings.TrimPrefix(l.text, indent), local) + "\n")
		}
		add(r.lines[0], b.String(), lang)
		return
	}
	for i := 0; i < len(r.lines); i++ {
		l := r.lines[i]
		text := strings.TrimLeft(strings.TrimSpace(l.text), "@-")
		for strings.HasSuffix(text, "\\") && i+1 < len(r.lines) {
			i++
			text += "\n" + strings.TrimSpace(r.lines[i].text)
		}
		if !strings.HasPrefix(text, "#") {
			add(l, j.filled(text, local), j.lang)
		}
	}
}

// filled evaluates what stands in double braces.
func (j *justfile) filled(text string, local map[string]string) string {
	var b strings.Builder
	for j.volume <= maxVolume {
		before, rest, ok := strings.Cut(text, "{{")
		b.WriteString(before)
		if !ok {
			break
		}
		if strings.HasPrefix(rest, "{{") { // {{{{ is two braces
			b.WriteString("{{")
			text = rest[2:]
			continue
		}
		inner, after, closed := strings.Cut(rest, "}}")
		if !closed {
			b.WriteString("{{" + rest)
			break
		}
		value := j.evaluate(inner, local, 0)
		j.volume += len(value) + 16
		b.WriteString(value)
		text = after
	}
	return b.String()
}

// variable evaluates a variable of the file.
func (j *justfile) variable(name string, depth int) string {
	if v, ok := j.vars[name]; ok {
		return v
	}
	u, ok := j.unread[name]
	if !ok {
		return unknown
	}
	j.vars[name] = unknown // while it is evaluated
	file, line := j.file, j.line
	j.file, j.line = u.file, u.line
	v := j.evaluate(u.text, nil, depth+1)
	j.file, j.line = file, line
	j.vars[name] = v
	return v
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func quoteAll(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, quote(w))
	}
	return strings.Join(out, " ")
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// shebangLanguage returns the language that the first line of a script names.
func shebangLanguage(line string) string {
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if len(words) > 1 && path.Base(words[0]) == "env" {
		words = words[1:]
		for len(words) > 1 && strings.HasPrefix(words[0], "-") {
			words = words[1:]
		}
	}
	return shellLanguage(words)
}
