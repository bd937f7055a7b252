package extract

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/tree"
)

// isEditorTasks reports whether a file holds the tasks of a project in VS Code.
func isEditorTasks(name string, _ []byte) bool {
	return path.Base(name) == "tasks.json" && path.Base(path.Dir(name)) == ".vscode"
}

// readEditorTasks finds the commands of tasks. A task may start when the
// project is opened.
func readEditorTasks(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("script", tree.JSON, data)
	for _, root := range f.doc.Roots {
		for i, task := range root.Get("tasks").List() {
			f.surface = "script"
			if f.doc.Str(task.Get("runOptions", "runOn")) == "folderOpen" {
				f.surface = rule.Unattended
			}
			name := index("tasks", i) + ".command"
			if args := task.Get("args"); args != nil && args.Kind == tree.Sequence && task.Get("command") != nil {
				command := task.Get("command")
				f.words(&tree.Node{Kind: tree.Sequence, From: command.From, Items: append([]*tree.Node{command}, args.Items...)}, name)
				continue
			}
			if p := f.add(task.Get("command"), name, shell.Bash); p != nil {
				p.mask(references(p.Text, "${", "}", func(c byte) bool { return c == ':' || isNameByte(c) }), asVariable)
			}
		}
	}
	return f.pieces, err
}
