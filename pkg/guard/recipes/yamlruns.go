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
