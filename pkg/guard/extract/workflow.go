package extract

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// isWorkflow reports whether a file is a workflow of GitHub, or of a service
// with the same format.
func isWorkflow(f *file) bool {
	if !isYAML(f) {
		return false
	}
	dir := path.Dir(f.path)
	for _, host := range []string{".github", ".gitea", ".forgejo"} {
		if dir == host+"/workflows" || strings.HasSuffix(dir, "/"+host+"/workflows") {
			return true
		}
	}
	return f.base == "action.yml" || f.base == "action.yaml"
}

// readWorkflow finds the run lines of a workflow, of a composite action, or of
// a part of one: a step or a list of them.
func readWorkflow(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", tree.YAML, data)
	for _, root := range f.doc.Roots {
		top := f.runDefault(root, "")
		events := triggersOf(f.doc, data, root)
		f.empty, f.events = events.isEmpty, events
		all := secretsIn(f.doc, root.Get("env"), nil)
		for _, job := range root.Get("jobs").Entries() {
			setting := f.runDefault(job.Value, top)
			if setting == "" && onWindows(f.doc, job.Value) {
				setting = "pwsh"
			}
			first := len(f.pieces)
			f.steps(job.Value.Get("steps"), "jobs."+job.Key+".steps", setting, secretsIn(f.doc, job.Value.Get("env"), all))
			for i := range f.pieces[first:] {
				f.pieces[first+i].emptyEnv(events, root.Get("env"))
				f.pieces[first+i].emptyEnv(events, job.Value.Get("env"))
			}
			if f.knowsWho(job.Value, root.Get("jobs")) {
				for i := range f.pieces[first:] {
					p := &f.pieces[first+i]
					p.Notes = slices.DeleteFunc(p.Notes, func(n Note) bool { return n.Rule == untrustedExpression })
				}
			}
		}
		f.steps(root.Get("runs", "steps"), "runs.steps", "bash", nil)
		if root != nil && root.Kind == tree.Sequence || root.Get("run") != nil {
			f.steps(root, "steps", "", nil)
		}
		if len(events.events) > 0 && !slices.ContainsFunc(events.events, func(e string) bool {
			return strings.HasPrefix(e, "pull_request") || e == "workflow_call" || e == "workflow_run" || e == "merge_group"
		}) {
			for i := range f.pieces { // without a pull request these are empty
				f.pieces[i].Notes = slices.DeleteFunc(f.pieces[i].Notes, func(n Note) bool {
					return n.Rule == untrustedExpression && (strings.HasPrefix(n.Say, "github.head_ref") || strings.HasPrefix(n.Say, "github.event.pull_request"))
				})
			}
		}
		f.outsiders(root)
		f.artifacts(root)
	}
	return f.pieces, err
}

// runDefault returns defaults.run.shell, else the value from above.
func (f *finder) runDefault(n *tree.Node, above string) string {
	if setting := f.doc.Str(n.Get("defaults", "run", "shell")); setting != "" {
		return setting
	}
	return above
}

// onWindows reports whether a job surely runs where PowerShell is the default.
func onWindows(doc *tree.Document, job *tree.Node) bool {
	runsOn := job.Get("runs-on").List()
	for _, n := range runsOn {
		if strings.HasPrefix(strings.ToLower(doc.Str(n)), "windows") {
			return true
		}
	}
	return false
}

func (f *finder) steps(steps *tree.Node, name, setting string, secrets map[string]string) {
	for i, step := range steps.List() {
		own := setting
		if s := f.doc.Str(step.Get("shell")); s != "" {
			own = s
		}
		dialect, ok := dialectOfRun(own)
		language := windowsShell(own)
		if !ok && language == "" {
			continue
		}
		if p := f.add(step.Get("run"), index(name, i)+".run", dialect); p != nil {
			p.Language = language
			maskExpressions(p, f.empty)
			if f.events != nil {
				p.emptyEnv(f.events, step.Get("env"))
			}
			p.secrets = secretsIn(f.doc, step.Get("env"), secrets)
			p.noteAll(step.Get("env"), f.doc)
		}
	}
}
