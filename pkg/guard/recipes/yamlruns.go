package recipes

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// readEach reads every file that an order names with a function for one of them.
func readEach(o Order, each func(f *file, root *tree.Node)) {
	for _, name := range o.Files[:min(len(o.Files), maxFiles)] {
		text, ok := o.Text(name)
		if !ok {
			continue
		}
		f := openTree(name, text, tree.YAML)
		for _, root := range f.doc.Roots {
			each(f, root)
		}
	}
}

// readWorkflow returns what the steps of GitHub's workflows run, of all jobs.
func readWorkflow(o Order) (list []Command) {
	readEach(o, func(f *file, root *tree.Node) {
		for _, job := range root.Get("jobs").Entries() {
			for _, step := range job.Value.Get("steps").List() {
				if n := step.Get("run"); n != nil {
					list = append(list, Command{Text: withoutExpressions(f.doc.Str(n)), File: f.file, Line: f.line(n), Goal: job.Key, Where: Container})
				}
			}
		}
	})
	return list
}

// withoutExpressions returns a text without what is filled in before it is run: ${{ x }},
// {{ x }}.
func withoutExpressions(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{{")
		_, after, closed := strings.Cut(rest, "}}")
		if !ok || !closed {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(strings.TrimSuffix(before, "$") + unknown)
		text = after
	}
}

// readAnsible returns what the tasks of playbooks run or delete, on other machines or,
// where a play says so, on this one.
func readAnsible(o Order) (list []Command) {
	readEach(o, func(f *file, root *tree.Node) {
		for _, play := range root.List() {
			p := playbook{file: f, where: Remote}
			if hosts := f.doc.Str(play.Get("hosts")); hosts == "localhost" || hosts == "127.0.0.1" || f.doc.Str(play.Get("connection")) == "local" {
				p.where = ""
			}
			p.tasks(play, maxDepth)
			list = append(list, p.out...)
		}
	})
	return list
}

// playbook is a play, or a list of tasks of one.
type playbook struct {
	*file
	where string
	out   []Command
}

func (p *playbook) tasks(n *tree.Node, depth int) {
	if depth == 0 || len(p.out) > maxCommands {
		return
	}
	for _, e := range n.Entries() {
		switch key := strings.TrimPrefix(e.Key, "ansible.builtin."); key {
		case "pre_tasks", "tasks", "post_tasks", "handlers", "block", "rescue", "always":
			for _, task := range e.Value.List() {
				p.tasks(task, depth-1)
			}
		case "shell", "command", "raw", "script":
			text := p.doc.Str(e.Value)
			if cmd := e.Value.Get("cmd"); cmd != nil {
				text = p.doc.Str(cmd)
			}
			if argv := e.Value.Get("argv"); argv != nil {
				text = p.words(argv)
			}
			p.add(text, e.Value)
		case "file":
			if p.doc.Str(e.Value.Get("state")) == "absent" {
				p.add("rm -rf "+quote(p.doc.Str(e.Value.Get("path"))), e.Value)
			}
		}
	}
}

func (p *playbook) add(text string, n *tree.Node) {
	p.out = append(p.out, Command{Text: withoutExpressions(text), File: p.file.file, Line: p.line(n), Where: p.where})
}

// readManifests returns what the containers run of the jobs and pods that manifests of a
// cluster start. What runs for good, such as a deployment, is no command of this kind.
func readManifests(o Order) (list []Command) {
	readEach(o, func(f *file, root *tree.Node) {
		spec := root.Get("spec")
		switch f.doc.Str(root.Get("kind")) {
		case "Job":
			spec = spec.Get("template", "spec")
		case "CronJob":
			spec = spec.Get("jobTemplate", "spec", "template", "spec")
		case "Pod":
		default:
			return
		}
		for _, c := range slices.Concat(spec.Get("initContainers").List(), spec.Get("containers").List()) {
			command, args := c.Get("command"), c.Get("args")
			if command == nil && args == nil {
				continue
			}
			at := command
			if at == nil {
				at = args
			}
			where := Container
			if len(c.Get("volumeMounts").List()) > 0 { // what it deletes there is not its own
				where = Remote
			}
			words := strings.TrimSpace(f.words(command) + " " + f.words(args))
			list = append(list, Command{Text: words, File: f.file, Line: f.line(at), Where: where})
		}
	})
	return list
}
