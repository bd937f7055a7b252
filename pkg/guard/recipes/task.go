package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// taskfile is a Taskfile, or one that another includes.
type taskfile struct {
	*file
	order    *Order
	dir      string            // where its tasks run
	given    map[string]string // variables of the command line or of the include
	includes map[string]*taskfile
	shared   *taskRun
}

// taskRun is what all files of one run share.
type taskRun struct {
	files, volume int
	rest          string // what follows --
	done          map[string]bool
	out           []Command
}

// readTask returns what the tasks of a Taskfile run.
func readTask(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	words, rest := cutWords(o.Words)
	given := map[string]string{}
	var goals []string
	for _, w := range words {
		if name, value, ok := strings.Cut(w, "="); ok && isName(name) {
			given[name] = value
			continue
		}
		goals = append(goals, w)
	}
	if len(goals) == 0 {
		goals = []string{"default"}
	}
	shared := &taskRun{rest: quoteAll(rest), done: map[string]bool{}}
	t := openTaskfile(&o, name, text, dirOf(name), given, shared)
	for _, g := range goals {
		t.build(g, nil, 0)
	}
	return shared.out
}

// dirOf returns the directory of a file, "" for the one the runner works in.
func dirOf(file string) string {
	if dir := path.Dir(file); dir != "." {
		return dir
	}
	return ""
}

func openTaskfile(o *Order, name, text, dir string, given map[string]string, shared *taskRun) *taskfile {
	t := &taskfile{file: openTree(name, text, tree.YAML), order: o, dir: dir, given: given, includes: map[string]*taskfile{}, shared: shared}
	for _, e := range t.root.Get("includes").Entries() {
		t.include(e.Key, e.Value)
	}
	return t
}

// include reads a file that another one includes.
func (t *taskfile) include(name string, n *tree.Node) {
	to, dir := t.doc.Str(n), ""
	given := map[string]string{}
	if n != nil && n.Kind == tree.Mapping {
		to, dir = t.doc.Str(n.Get("taskfile")), t.doc.Str(n.Get("dir"))
		for _, v := range n.Get("vars").Entries() {
			given[v.Key] = t.doc.Str(v.Value)
		}
	}
	if to == "" || t.shared.files >= maxFiles {
		return
	}
	t.shared.files++
	to = beside(t.file.file, to)
	for _, f := range [...]string{to, path.Join(to, "Taskfile.yml"), path.Join(to, "Taskfile.yaml")} {
		if text, ok := t.order.Text(f); ok {
			if dir = path.Join(t.dir, dir); dir == "." {
				dir = ""
			}
			t.includes[name] = openTaskfile(t.order, f, text, dir, given, t.shared)
			return
		}
	}
}

// find returns a task by its name, with the file that has it.
func (t *taskfile) find(name string) (*taskfile, *tree.Node) {
	name = strings.TrimPrefix(name, ":")
	if n := t.root.Get("tasks", name); n != nil {
		return t, n
	}
	for _, e := range t.root.Get("tasks").Entries() {
		for _, a := range e.Value.Get("aliases").List() {
			if t.doc.Str(a) == name {
				return t, e.Value
			}
		}
	}
	if space, rest, ok := strings.Cut(name, ":"); ok && t.includes[space] != nil {
		return t.includes[space].find(rest)
	}
	if in := t.includes[name]; in != nil {
		return in.find("default")
	}
	return nil, nil
}

// build lists the commands of a task and those it needs.
func (t *taskfile) build(name string, given map[string]string, depth int) {
	in, n := t.find(name)
	key := name + "\x00" + strings.Join(sorted(given), "\x00")
	for _, k := range sorted(given) {
		key += "\x00" + given[k]
	}
	if n == nil || t.shared.done[key] || depth > maxDepth || len(t.shared.out) > maxCommands {
		return
	}
	t.shared.done[key] = true
	b := taskBuild{taskfile: in, name: name, task: n, vars: map[string]string{}, depth: depth}
	b.variables(in.root.Get("vars"), in.root.Get("env"))
	for k, v := range in.given {
		b.vars[k] = v
	}
	for k, v := range given {
		b.vars[k] = v
	}
	b.variables(n.Get("vars"), n.Get("env"))
	for k, v := range t.given { // those of the command line win
		b.vars[k] = v
	}
	b.run()
}
