package extract

import (
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// isEditorTasks reports whether a file holds the tasks of a project in VS Code.
func isEditorTasks(f *file) bool {
	return f.base == "tasks.json" && f.dir() == ".vscode"
}

// readEditorTasks finds the commands of tasks. A task may start when the
// project is opened.
func readEditorTasks(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("script", tree.JSON, data)
	for _, root := range f.doc.Roots {
		f.editorTasks(root.Get("tasks"))
	}
	return f.pieces, err
}

// editorTasks adds the commands of a list of tasks.
func (f *finder) editorTasks(tasks *tree.Node) {
	before := f.surface
	for i, task := range tasks.List() {
		f.surface = "script"
		if f.doc.Str(task.Get("runOptions", "runOn")) == "folderOpen" {
			f.surface = rule.Unattended
		}
		f.editorTask(task, index("tasks", i))
		for _, system := range []string{"linux", "osx"} {
			f.editorTask(task.Get(system), index("tasks", i)+"."+system)
		}
	}
	f.surface = before
}

// editorTask adds the command of a task: a text, or words if its arguments are
// listed.
func (f *finder) editorTask(task *tree.Node, name string) {
	command, args := task.Get("command"), task.Get("args")
	name += ".command"
	if args != nil && args.Kind == tree.Sequence && command != nil {
		f.words(&tree.Node{Kind: tree.Sequence, From: command.From, Items: append([]*tree.Node{command}, args.Items...)}, name)
		return
	}
	if p := f.add(command, name, shell.Bash); p != nil {
		p.mask(references(p.Text, "${", "}", func(c byte) bool { return c == ':' || isNameByte(c) }), asVariable)
	}
}
