package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isAnsible(f *file) bool {
	if !isYAML(f) {
		return false
	}
	return strings.HasPrefix(f.base, "playbook") || f.base == "site.yml" || f.base == "site.yaml" ||
		under(f.path, "tasks") || under(f.path, "handlers") || under(f.path, "playbooks") || under(f.path, "ansible") && !under(f.path, "group_vars") && !under(f.path, "host_vars")
}

// readAnsible finds the tasks that run commands, in blocks too.
func readAnsible(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("script", tree.YAML, data)
	f.empty = ansibleEmpty(data)
	for _, root := range f.doc.Roots {
		f.ansible(root, "", tree.MaxNesting)
	}
	return f.pieces, err
}

func (f *finder) ansible(n *tree.Node, name string, depth int) {
	if n == nil || depth == 0 || n.Kind < tree.Sequence || !f.enter(n) {
		return
	}
	for i, item := range n.Items {
		f.ansible(item, index(name, i), depth-1)
	}
	for _, p := range n.Entries() {
		at := dot(name, p.Key)
		switch p.Key {
		case "shell", "command", "raw", "ansible.builtin.shell", "ansible.builtin.command", "ansible.builtin.raw":
			if program, ok := dialectOf(f.doc.Str(n.Get("args", "executable"))); ok {
				f.ansibleCommand(p.Value, at, program)
			} else {
				f.ansibleCommand(p.Value, at, shell.Sh)
			}
		case "tasks", "pre_tasks", "post_tasks", "handlers", "block", "rescue", "always":
			f.ansible(p.Value, at, depth-1)
		}
	}
}

// ansibleCommand adds a command: a text, or one of the arguments of the task.
func (f *finder) ansibleCommand(n *tree.Node, name string, dialect shell.Dialect) {
	if n != nil && n.Kind == tree.Mapping {
		if p := f.words(n.Get("argv"), name+".argv"); p != nil {
			f.maskTemplates(p)
			return
		}
		n, name = n.Get("cmd"), name+".cmd"
	}
	if p := f.add(n, name, dialect); p != nil {
		f.maskTemplates(p)
	}
}
