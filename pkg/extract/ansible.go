package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

func isAnsible(name string, _ []byte) bool {
	if !isYAML(name) {
		return false
	}
	base := path.Base(name)
	return strings.HasPrefix(base, "playbook") || base == "site.yml" || base == "site.yaml" ||
		under(name, "tasks") || under(name, "handlers") || under(name, "playbooks")
}

// readAnsible finds the tasks that run commands, in blocks too.
func readAnsible(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("script", readYAML, data)
	for _, root := range f.doc.roots {
		f.ansible(root, "", maxNesting)
	}
	return f.pieces, err
}

func (f *finder) ansible(n *node, name string, depth int) {
	if n == nil || depth == 0 || n.kind < sequence || !f.enter(n) {
		return
	}
	for i, item := range n.items {
		f.ansible(item, index(name, i), depth-1)
	}
	for _, p := range n.entries() {
		at := dot(name, p.key)
		switch p.key {
		case "shell", "command", "raw", "ansible.builtin.shell", "ansible.builtin.command", "ansible.builtin.raw":
			if program, ok := dialectOf(f.doc.str(n.get("args", "executable"))); ok {
				f.ansibleCommand(p.value, at, program)
			} else {
				f.ansibleCommand(p.value, at, shell.Sh)
			}
		case "tasks", "pre_tasks", "post_tasks", "handlers", "block", "rescue", "always":
			f.ansible(p.value, at, depth-1)
		}
	}
}

// ansibleCommand adds a command: a text, or one of the arguments of the task.
func (f *finder) ansibleCommand(n *node, name string, dialect shell.Dialect) {
	if n != nil && n.kind == mapping {
		if p := f.words(n.get("argv"), name+".argv"); p != nil {
			maskTemplates(p)
			return
		}
		n, name = n.get("cmd"), name+".cmd"
	}
	if p := f.add(n, name, dialect); p != nil {
		maskTemplates(p)
	}
}
