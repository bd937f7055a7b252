package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

func isTaskfile(name string, _ []byte) bool {
	base := strings.ToLower(path.Base(name))
	return isYAML(name) && (strings.HasPrefix(base, "taskfile.") || under(name, "taskfiles"))
}

// readTaskfile finds the commands of tasks and those whose output is a
// variable or a condition.
func readTaskfile(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("make", readYAML, data)
	for _, root := range f.doc.roots {
		f.taskVars(root, "")
		for _, task := range root.get("tasks").entries() {
			name := "tasks." + task.key
			if task.value != nil && task.value.kind != mapping {
				f.each(task.value, name, shell.Bash, maskTemplates)
				continue
			}
			f.taskVars(task.value, name)
			f.taskCommands(task.value.get("cmds"), name+".cmds")
			f.taskCommands(task.value.get("cmd"), name+".cmd")
			f.each(task.value.get("status"), name+".status", shell.Bash, maskTemplates)
			f.taskCommands(task.value.get("preconditions"), name+".preconditions")
		}
	}
	return f.pieces, err
}

// taskCommands reads a list of commands, given as texts or as mappings with a
// text.
func (f *finder) taskCommands(list *node, name string) {
	for i, item := range list.list() {
		at := index(name, i)
		f.templated(item, at)
		for _, key := range []string{"cmd", "sh", "defer"} {
			f.templated(item.get(key), at+"."+key)
		}
		f.templated(item.get("defer", "cmd"), at+".defer.cmd")
	}
}

func (f *finder) taskVars(n *node, name string) {
	for _, key := range []string{"vars", "env"} {
		for _, v := range n.get(key).entries() {
			f.templated(v.value.get("sh"), dot(name, key+"."+v.key+".sh"))
		}
	}
}

// templated adds a text with {{ }} in it.
func (f *finder) templated(n *node, name string) {
	if p := f.add(n, name, shell.Bash); p != nil {
		maskTemplates(p)
	}
}

func maskTemplates(p *Piece) { p.mask(templates(p.Text), asName) }

// templates finds text in double braces.
func templates(text string) []shell.Span {
	return between(text, "{{", "}}", false)
}
