package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isTaskfile(f *file) bool {
	base := f.lower
	return isYAML(f) && (strings.HasPrefix(base, "taskfile.") || under(f.path, "taskfiles"))
}

// readTaskfile finds the commands of tasks and those whose output is a
// variable or a condition.
func readTaskfile(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("make", tree.YAML, data)
	f.empty = taskEmpty(data)
	for _, root := range f.doc.Roots {
		f.taskVars(root, "")
		for _, task := range root.Get("tasks").Entries() {
			name := "tasks." + task.Key
			if task.Value != nil && task.Value.Kind != tree.Mapping {
				f.each(task.Value, name, shell.Bash, f.maskTemplates)
				continue
			}
			f.taskVars(task.Value, name)
			f.taskCommands(task.Value.Get("cmds"), name+".cmds")
			f.taskCommands(task.Value.Get("cmd"), name+".cmd")
			f.each(task.Value.Get("status"), name+".status", shell.Bash, f.maskTemplates)
			f.taskCommands(task.Value.Get("preconditions"), name+".preconditions")
		}
	}
	return f.pieces, err
}

// taskCommands reads a list of commands, given as texts or as mappings with a
// text.
func (f *finder) taskCommands(list *tree.Node, name string) {
	for i, item := range list.List() {
		at := index(name, i)
		f.templated(item, at)
		for _, key := range []string{"cmd", "sh", "defer"} {
			f.templated(item.Get(key), at+"."+key)
		}
		f.templated(item.Get("defer", "cmd"), at+".defer.cmd")
	}
}

func (f *finder) taskVars(n *tree.Node, name string) {
	for _, key := range []string{"vars", "env"} {
		for _, v := range n.Get(key).Entries() {
			f.templated(v.Value.Get("sh"), dot(name, key+"."+v.Key+".sh"))
		}
	}
}

// templated adds a text with {{ }} in it.
func (f *finder) templated(n *tree.Node, name string) {
	if p := f.add(n, name, shell.Bash); p != nil {
		f.maskTemplates(p)
	}
}

func (f *finder) maskTemplates(p *Piece) {
	p.maskEmpty(templates(p.Text), asName, f.empty)
}

// templates finds text in double braces.
func templates(text string) []shell.Span {
	return between(text, "{{", "}}", false)
}
