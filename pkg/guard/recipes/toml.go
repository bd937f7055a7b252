package recipes

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// taskTables are the tables of TOML files whose keys name what is run. A star is
// any one name.
var taskTables = [...][]string{
	{"alias"}, {"tasks"}, {"envs", "*", "scripts"}, {"tool", "hatch", "envs", "*", "scripts"}, {"tool", "pdm", "scripts"}, {"tool", "pixi", "tasks"},
	{"tool", "poe", "tasks"}, {"tool", "rye", "scripts"}, {"tool", "taskipy", "tasks"},
}

// readTOML returns what the tasks of a TOML file run: the aliases of cargo, the
// scripts of a pyproject.toml, the tasks of mise.
func readTOML(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	t := &tomlTasks{file: openTree(name, text, tree.TOML), cargo: o.Kind == "cargo"}
	goals, args := o.goals()
	t.args = quoteAll(args)
	for _, goal := range goals {
		if at := strings.LastIndexByte(goal, ':'); at > 0 && t.root.Get("tool", "hatch") != nil {
			goal = goal[at+1:] // hatch run ENVIRONMENT:SCRIPT
		}
		t.entry(goal, o)
		for _, path := range taskTables {
			for _, table := range tablesAt(t.root, path) {
				t.task(table.Get(goal), goal)
			}
		}
		if len(t.out) > maxCommands {
			break
		}
	}
	return t.out
}

// entry adds what a program of the project's own runs: NAME = "package.module:function".
func (t *tomlTasks) entry(goal string, o Order) {
	for _, path := range [...][]string{{"project", "scripts"}, {"tool", "poetry", "scripts"}} {
		for _, table := range tablesAt(t.root, path) {
			n := table.Get(goal)
			module, _, ok := strings.Cut(t.doc.Str(n), ":")
			if n == nil || !ok || t.cargo {
				continue
			}
			for _, dir := range [...]string{"", "src"} {
				file := beside(t.file.file, strings.TrimPrefix(dir+"/"+strings.ReplaceAll(module, ".", "/")+".py", "/"))
				if _, ok := o.Text(file); ok {
					t.add("python3 "+quote(file), n, goal)
				}
			}
		}
	}
}

// tablesAt returns the tables at a path.
func tablesAt(n *tree.Node, path []string) []*tree.Node {
	switch {
	case n == nil:
		return nil
	case len(path) == 0:
		return []*tree.Node{n}
	case path[0] != "*":
		return tablesAt(n.Get(path[0]), path[1:])
	}
	var list []*tree.Node
	for _, e := range n.Entries() {
		list = append(list, tablesAt(e.Value, path[1:])...)
	}
	return list
}

// tomlTasks collects the commands of a file.
type tomlTasks struct {
	*file
	cargo bool // the file is that of cargo, whose lists are the words of one command
	args  string
	out   []Command
}

// task adds what a task runs: a text, a list of them, or what a table calls its
// command.
func (t *tomlTasks) task(n *tree.Node, goal string) {
	switch {
	case n == nil:
	case n.Kind == tree.Mapping:
		for _, key := range [...]string{"cmd", "shell", "run", "script", "composite"} {
			t.task(n.Get(key), goal)
		}
	case n.Kind == tree.Sequence && t.cargo:
		var words []string
		for _, w := range n.Items {
			words = append(words, t.doc.Str(w))
		}
		t.add(quoteAll(words), n, goal)
	case n.Kind == tree.Sequence:
		for _, step := range n.Items {
			t.task(step, goal)
		}
	default:
		t.add(t.doc.Str(n), n, goal)
	}
}

func (t *tomlTasks) add(text string, n *tree.Node, goal string) {
	if len(t.out) > maxCommands || strings.TrimSpace(text) == "" {
		return
	}
	if t.cargo {
		text = "cargo " + text
	}
	if t.args != "" {
		text += " " + t.args
	}
	name := t.file.file
	t.out = append(t.out, Command{Text: text, File: name, Line: t.line(n), Dir: dirOf(strings.TrimSuffix(name, ".cargo/config.toml")), Goal: goal})
}
