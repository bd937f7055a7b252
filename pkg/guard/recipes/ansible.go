package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// readAnsible returns what the tasks of playbooks and of their roles run, delete or make
// sure of, on other machines or, where a play says so, on this one.
func readAnsible(o Order) (list []Command) {
	readEach(o, func(f *file, root *tree.Node) {
		p := playbook{file: f, order: &o, where: Remote, files: maxFiles}
		p.plays(root, maxDepth)
		list = append(list, p.out...)
	})
	return list
}

// playbook is a play, or a list of tasks of one.
type playbook struct {
	*file
	order *Order
	where string
	files int // that may still be read
	out   []Command
}

// plays reads the plays of a playbook.
func (p *playbook) plays(root *tree.Node, depth int) {
	for _, play := range root.List() {
		if other := play.Get("import_playbook"); other != nil && depth > 0 {
			p.other(p.beside(p.doc.Str(other)), func(root *tree.Node) { p.plays(root, depth-1) })
			continue
		}
		p.where = Remote
		if hosts := p.doc.Str(play.Get("hosts")); hosts == "localhost" || hosts == "127.0.0.1" || p.doc.Str(play.Get("connection")) == "local" {
			p.where = ""
		}
		p.roles(play.Get("roles"), depth)
		p.tasks(play, depth)
	}
}

// beside returns the path of a file that this one names.
func (p *playbook) beside(name string) string { return beside(p.file.file, name) }

// other reads another file, and comes back to this one.
func (p *playbook) other(name string, read func(*tree.Node)) {
	if p.files--; p.files < 0 || !certain(name) || strings.Contains(name, "{{") {
		return
	}
	text, ok := p.order.Text(name)
	if !ok {
		return
	}
	here := p.file
	p.file = openTree(name, text, tree.YAML)
	for _, root := range p.doc.Roots {
		read(root)
	}
	p.file = here
}

// roles reads the tasks of roles: of their names, or of mappings with these.
func (p *playbook) roles(n *tree.Node, depth int) {
	if depth == 0 {
		return
	}
	for _, role := range n.List() {
		name := p.doc.Str(role)
		for _, key := range [...]string{"role", "name"} {
			if v := role.Get(key); v != nil {
				name = p.doc.Str(v)
			}
		}
		p.role(name, depth)
	}
}

func (p *playbook) role(name string, depth int) {
	if name == "" || strings.ContainsAny(name, "*{") {
		return
	}
	for _, dir := range [...]string{"roles", "../roles"} {
		for _, part := range [...]string{"tasks", "handlers"} {
			p.other(p.beside(path.Join(dir, name, part, "main.yml")), func(root *tree.Node) { p.list(root, depth-1) })
		}
	}
}

func (p *playbook) list(n *tree.Node, depth int) {
	for _, task := range n.List() {
		p.tasks(task, depth)
	}
}

func (p *playbook) tasks(n *tree.Node, depth int) {
	if depth == 0 || len(p.out) > maxCommands {
		return
	}
	for _, e := range n.Entries() {
		switch key := e.Key[strings.LastIndexByte(e.Key, '.')+1:]; key {
		case "pre_tasks", "tasks", "post_tasks", "handlers", "block", "rescue", "always":
			p.list(e.Value, depth-1)
		case "include_tasks", "import_tasks", "include":
			name := p.doc.Str(e.Value)
			if v := e.Value.Get("file"); v != nil {
				name = p.doc.Str(v)
			}
			p.other(p.beside(name), func(root *tree.Node) { p.list(root, depth-1) })
		case "include_role", "import_role":
			p.role(p.doc.Str(e.Value.Get("name")), depth)
		case "shell", "command", "raw", "script":
			text := p.doc.Str(e.Value)
			if cmd := e.Value.Get("cmd"); cmd != nil {
				text = p.doc.Str(cmd)
			}
			if argv := e.Value.Get("argv"); argv != nil {
				text = p.words(argv)
			}
			p.add(text, e.Value)
		case "name", "hosts", "vars", "when", "register", "loop", "with_items", "tags", "notify", "environment", "args", "become", "gather_facts", "delegate_to":
		default:
			p.module(key, e.Value)
		}
	}
}

// module adds what a module is told to make sure of: a file that shall be gone is deleted;
// any other is a call of the program ansible-module, of which there is a model.
func (p *playbook) module(name string, n *tree.Node) {
	args := p.arguments(n)
	if len(args) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString("ansible-module " + quote(name))
	file, gone := "", false
	for _, a := range args {
		b.WriteString(" --" + quote(a.Name+"="+a.Value))
		gone = gone || a.Name == "state" && a.Value == "absent"
		if a.Name == "path" || a.Name == "dest" || a.Name == "name" && file == "" {
			file = a.Value
		}
	}
	if name == "file" || name == "win_file" {
		if gone {
			p.add("rm -rf "+quote(file), n)
		}
		return
	}
	p.add(b.String(), n)
}

// arguments returns the arguments of a module: of a mapping, or a line of NAME=VALUE.
func (p *playbook) arguments(n *tree.Node) (list []Variable) {
	for _, e := range n.Entries() {
		if isName(e.Key) {
			list = append(list, Variable{e.Key, p.doc.Str(e.Value)})
		}
	}
	if list == nil {
		for word := range strings.FieldsSeq(p.doc.Str(n)) {
			if name, value, ok := strings.Cut(word, "="); ok && isName(name) {
				list = append(list, Variable{name, strings.Trim(value, `"'`)})
			}
		}
	}
	return list
}

func (p *playbook) add(text string, n *tree.Node) {
	p.out = append(p.out, Command{Text: withoutExpressions(text), File: p.file.file, Line: p.line(n), Where: p.where})
}
