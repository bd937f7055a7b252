package recipes

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// readHooks returns what the hooks of a .pre-commit-config.yaml or a lefthook.yml
// run. Without a goal all of them are meant. Hooks of other repositories are not
// known.
func readHooks(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	f := openTree(name, text, tree.YAML)
	var list []Command
	add := func(n *tree.Node, more, goal string) {
		if text := f.doc.Str(n); text != "" && len(list) <= maxCommands {
			list = append(list, Command{Text: text + more, File: name, Line: f.line(n), Rows: n.Style == '|', Dir: dirOf(name), Goal: goal})
		}
	}
	goals, _ := o.goals()
	wanted := func(name string) bool { return len(goals) == 0 || slices.Contains(goals, name) }
	for _, repo := range f.root.Get("repos").List() {
		if f.doc.Str(repo.Get("repo")) != "local" {
			continue
		}
		for _, hook := range repo.Get("hooks").List() {
			id := f.doc.Str(hook.Get("id"))
			if !wanted(id) {
				continue
			}
			more := ""
			for _, a := range hook.Get("args").List() {
				more += " " + quote(f.doc.Str(a))
			}
			add(hook.Get("entry"), more, id)
		}
	}
	for _, hook := range f.root.Entries() {
		if !wanted(hook.Key) {
			continue
		}
		for _, command := range hook.Value.Get("commands").Entries() {
			add(command.Value.Get("run"), "", hook.Key)
		}
		for _, job := range hook.Value.Get("jobs").List() {
			add(job.Get("run"), "", hook.Key)
		}
	}
	for i := range list { // {staged_files} of lefthook
		list[i].Text = strings.NewReplacer("{staged_files}", unknown, "{all_files}", unknown, "{push_files}", unknown, "{files}", unknown).Replace(list[i].Text)
	}
	return list
}

// readProcfile returns what the processes of a Procfile run.
func readProcfile(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	goals, _ := o.goals()
	var list []Command
	number := 0
	for line := range strings.Lines(text) {
		number++
		process, command, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok && process != "" && process[0] != '#' && (len(goals) == 0 || slices.Contains(goals, process)) && strings.TrimSpace(command) != "" {
			list = append(list, Command{Text: strings.TrimSpace(command), File: name, Line: number, Dir: dirOf(name), Goal: process})
		}
	}
	return list
}
