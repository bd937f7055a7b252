package extract

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// isEditorTasks reports whether a file holds the tasks of a project in VS Code.
func isEditorTasks(name string, _ []byte) bool {
	return path.Base(name) == "tasks.json" && path.Base(path.Dir(name)) == ".vscode"
}

// readEditorTasks finds the commands of tasks. A task may start when the
// project is opened.
func readEditorTasks(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("script", readJSON, data)
	for _, root := range f.doc.roots {
		for i, task := range root.get("tasks").list() {
			f.surface = "script"
			if f.doc.str(task.get("runOptions", "runOn")) == "folderOpen" {
				f.surface = rule.Unattended
			}
			name := index("tasks", i) + ".command"
			if args := task.get("args"); args != nil && args.kind == sequence && task.get("command") != nil {
				command := task.get("command")
				f.words(&node{kind: sequence, from: command.from, items: append([]*node{command}, args.items...)}, name)
				continue
			}
			if p := f.add(task.get("command"), name, shell.Bash); p != nil {
				p.mask(references(p.Text, "${", "}", func(c byte) bool { return c == ':' || isNameByte(c) }), asVariable)
			}
		}
	}
	return f.pieces, err
}
