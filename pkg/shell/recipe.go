package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/recipes"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// recipe follows the commands that a task runner runs by a file of recipes.
func (r *runner) recipe(n *rule.Nested) {
	c := *r.call()
	if c.Args.Has(c.Model.Harmless...) {
		return
	}
	from := map[string]output{}
	order := recipes.Order{Kind: n.Lang, Files: c.recipeFiles(n), Words: r.recipeWords(n), All: n.All || len(n.Goals) > 1}
	order.Env = func(name string) (string, bool) {
		v, ok := r.variable(name)
		return r.w.holes.text(v), ok
	}
	order.Text = func(name string) (string, bool) {
		if name == "-" {
			return r.w.holes.text(r.x.in.Text), r.x.in.Known
		}
		o, ok := r.w.files.read(c.Cwd.Join(lit(name)), &state{})
		from[name] = o
		return r.w.holes.text(o.word), ok && o.known
	}
	for _, command := range recipes.Read(order) {
		r.recipeCommand(&c, &command, from[command.File].from)
	}
	if n.Lang == "package" {
		r.ownScripts(&c, order.Words)
	}
}

// recipeCommand follows a command of a recipe, unless it is being followed.
func (r *runner) recipeCommand(c *Call, command *recipes.Command, from []int) {
	key := command.File + "\x00" + command.Text
	if r.w.reading[key] {
		return
	}
	defer r.w.follows(key)()
	in := r.st.inside(c.Program, r.i, "")
	in.cwd = Dir{Path: c.Cwd.Join(lit(command.Dir))}
	if command.Dir == "" {
		in.cwd = c.Cwd
	}
	for _, v := range command.Env {
		var value Word
		r.w.holes.appendTo(&value, v.Value)
		in.setWord(v.Name, value)
	}
	r.bare(r.x.span, in).text(lit(command.Text), command.Lang, from)
	r.st.made = in.made // by an earlier command of the recipe
}

// recipeFiles returns the names of the file of recipes that a row speaks of.
func (c *Call) recipeFiles(n *rule.Nested) []string {
	if f := c.Args.withRole(rule.RoleFile + ":" + n.Lang); f != nil {
		return []string{f.Value.String()}
	}
	names, up := n.Files, n.Up
	for k := range c.Model.Nested {
		if first := &c.Model.Nested[k]; len(names) == 0 && first.As == rule.AsRecipe && first.Lang == n.Lang {
			names, up = first.Files, first.Up
		}
	}
	if !up {
		return names
	}
	var all []string
	for dir, k := "", 0; k <= maxUp; dir, k = dir+"../", k+1 {
		for _, name := range names {
			all = append(all, dir+name)
		}
	}
	return all
}

// maxUp is how many directories above are looked at.
const maxUp = 4

// recipeWords returns the goals of a row, and what is passed on to them.
func (r *runner) recipeWords(n *rule.Nested) []string {
	c := r.call()
	words := append([]string(nil), n.Goals...)
	if len(n.Sub) == 0 && len(n.Goals) == 0 {
		words = append(words, c.Args.Sub...)
	}
	if len(n.Goals) > 1 {
		return words
	}
	for _, v := range c.Args.Operands[min(n.Skip, len(c.Args.Operands)):] {
		words = append(words, r.w.holes.text(v))
	}
	return words
}

// recipes follows what a task runner does with a file of recipes that the text
// itself wrote: cat > justfile <<EOF ..; just clean.
func (r *runner) recipes() {
	if len(r.w.files) == 0 {
		return
	}
	c := *r.call()
	if c.Model == nil || c.Args.Has(c.Model.Harmless...) {
		return
	}
	var names []string
	var read func(text string, goals []string) string
	var goals []string
	for _, v := range c.Args.Operands {
		goals = append(goals, v.String())
	}
	switch c.Model.Names[0] {
	case "just":
		names, read = []string{"justfile", "Justfile", ".justfile"}, func(text string, goals []string) string {
			return goalsOf(text, goals, justLine)
		}
	case "task":
		if len(goals) == 0 {
			goals = []string{"default"}
		}
		for i := range goals {
			goals[i] = strings.ReplaceAll(goals[i], ":", "_")
		}
		names, read = []string{"Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"}, func(text string, goals []string) string {
			return goalsOf(taskRules(text), goals, justLine)
		}
	}
	for _, n := range names {
		if o, ok := r.w.files.read(c.Cwd.Join(lit(n)), &state{}); ok && o.known {
			if text := read(r.w.holes.text(o.word), goals); text != "" {
				in := r.st.inside(c.Program, r.i, "")
				in.cwd = c.Cwd
				r.bare(r.x.span, in).text(lit(text), "", o.from)
			}
			return
		}
	}
}

// target is a rule of a makefile or a recipe of a justfile.
type target struct {
	needs []string
	lines []string
}

// maxGoals bounds how many targets are followed.
const maxGoals = 64

// goalsOf lists the commands that the goals and what they need run. Without a
// goal the first target is meant.
func goalsOf(text string, goals []string, command func(line string) string) string {
	targets := map[string]*target{}
	first := ""
	var open *target
	vars := []string{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] == '\t' || line[0] == ' ':
			if open != nil {
				open.lines = append(open.lines, command(strings.TrimSpace(line)))
			}
		case line[0] == '#' || line[0] == '@' || line[0] == '[':
		default:
			if name, value, ok := makeVariable(line); ok {
				vars = append(vars, "$("+name+")", value, "${"+name+"}", value, "{{"+name+"}}", value)
				continue
			}
			head, rest, ok := strings.Cut(line, ":")
			if !ok {
				continue
			}
			rest, inline, _ := strings.Cut(rest, ";")
			open = &target{needs: strings.Fields(rest)}
			if inline != "" {
				open.lines = append(open.lines, command(strings.TrimSpace(inline)))
			}
			for k, n := range strings.Fields(head) {
				if first == "" && n[0] != '.' {
					first = n
				}
				if k == 0 || n[0] != '*' && !strings.ContainsAny(n, "='\"") { // in a justfile these are parameters
					targets[n] = open
				}
			}
		}
	}
	if len(goals) == 0 {
		goals = []string{first}
	}
	var out []string
	seen := map[string]bool{}
	for len(goals) > 0 && len(seen) < maxGoals {
		name := goals[0]
		goals = goals[1:]
		t := targets[name]
		if t == nil || seen[name] {
			continue
		}
		seen[name] = true
		out = append(out, t.lines...)
		goals = append(goals, t.needs...)
	}
	return strings.NewReplacer(vars...).Replace(strings.Join(out, "\n"))
}

// taskRules writes the tasks of a Taskfile as the rules of a makefile, in whose
// names _ stands for a colon.
func taskRules(text string) string {
	_, tasks, _ := strings.Cut(text, "tasks:")
	var b strings.Builder
	depth := -1 // of the names of tasks
	for line := range strings.Lines(tasks) {
		t := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if t == "" || t[0] == '#' {
			continue
		}
		if depth < 0 {
			depth = indent
		}
		name, command, found := strings.Cut(t+" ", ": ")
		switch {
		case indent == depth && found:
			b.WriteString(strings.ReplaceAll(strings.Trim(name, `"'`), ":", "_") + ":\n")
		case name == "cmd" || name == "- cmd":
		case strings.HasPrefix(t, "- ") && name != "- task":
			command = t[2:]
		default:
			continue
		}
		if command = strings.Trim(strings.TrimSpace(command), `"'`); command != "" {
			b.WriteString("\t" + command + "\n")
		}
	}
	return b.String()
}

// makeVariable reads NAME = value, NAME := value and NAME ?= value.
func makeVariable(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, "=")
	name = strings.TrimSpace(strings.TrimRight(name, ":?+! "))
	name = strings.TrimSpace(strings.TrimPrefix(name, "export "))
	value = strings.Trim(strings.TrimSpace(value), `"'`)
	return name, value, ok && name != "" && !strings.ContainsAny(name, " \t:$()")
}

func justLine(line string) string { return strings.TrimLeft(line, "@- ") }

// noteScripts remembers the scripts that npm pkg set writes.
func (t pathTracker) noteScripts(i int) {
	c := &t.w.script.Calls[i]
	switch c.Model.Names[0] {
	case "npm", "yarn", "pnpm", "bun":
	default:
		return
	}
	if !c.Args.Is([]string{"pkg set"}) {
		return
	}
	for _, v := range c.Args.Operands {
		name, _, ok := strings.Cut(v.Prefix(), "=")
		if name, script := strings.CutPrefix(name, "scripts."); ok && script {
			if p, ok := c.Cwd.resolve(lit("package.json#" + name)); ok {
				t.w.files.put(p, output{word: v.cut(len("scripts.") + len(name) + 1), known: true, from: []int{i}})
			}
		}
	}
}

// ownScripts follows the scripts that npm pkg set has written before.
func (r *runner) ownScripts(c *Call, words []string) {
	for _, n := range words[:min(len(words), 2)] {
		for _, name := range []string{"pre" + n, n, "post" + n} {
			if o, ok := r.w.files.read(lit("package.json#"+name), r.st); ok && o.known {
				in := r.st.inside(c.Program, r.i, "")
				in.cwd = c.Cwd
				r.bare(r.x.span, in).text(o.word, "", o.from)
			}
		}
	}
}
