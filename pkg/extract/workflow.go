package extract

import (
	"path"
	"strings"
)

// isWorkflow reports whether a file is a workflow of GitHub, or of a service
// with the same format.
func isWorkflow(name string, _ []byte) bool {
	if !isYAML(name) {
		return false
	}
	dir := path.Dir(name)
	for _, host := range []string{".github", ".gitea", ".forgejo"} {
		if dir == host+"/workflows" || strings.HasSuffix(dir, "/"+host+"/workflows") {
			return true
		}
	}
	base := path.Base(name)
	return base == "action.yml" || base == "action.yaml"
}

// readWorkflow finds the run lines of a workflow, of a composite action, or of
// a part of one: a step or a list of them.
func readWorkflow(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", readYAML, data)
	for _, root := range f.doc.roots {
		top := f.runDefault(root, "")
		all := f.doc.secretsIn(root.get("env"), nil)
		for _, job := range root.get("jobs").entries() {
			setting := f.runDefault(job.value, top)
			if setting == "" && onWindows(f.doc, job.value) {
				setting = "pwsh"
			}
			f.steps(job.value.get("steps"), "jobs."+job.key+".steps", setting, f.doc.secretsIn(job.value.get("env"), all))
		}
		f.steps(root.get("runs", "steps"), "runs.steps", "bash", nil)
		if root != nil && root.kind == sequence || root.get("run") != nil {
			f.steps(root, "steps", "", nil)
		}
		f.outsiders(root)
	}
	return f.pieces, err
}

// runDefault returns defaults.run.shell, else the value from above.
func (f *finder) runDefault(n *node, above string) string {
	if setting := f.doc.str(n.get("defaults", "run", "shell")); setting != "" {
		return setting
	}
	return above
}

// onWindows reports whether a job surely runs where PowerShell is the default.
func onWindows(doc *document, job *node) bool {
	runsOn := job.get("runs-on").list()
	for _, n := range runsOn {
		if strings.HasPrefix(strings.ToLower(doc.str(n)), "windows") {
			return true
		}
	}
	return false
}

func (f *finder) steps(steps *node, name, setting string, secrets map[string]string) {
	for i, step := range steps.list() {
		own := setting
		if s := f.doc.str(step.get("shell")); s != "" {
			own = s
		}
		dialect, ok := dialectOfRun(own)
		if !ok {
			continue
		}
		if p := f.add(step.get("run"), index(name, i)+".run", dialect); p != nil {
			maskExpressions(p)
			p.secrets = f.doc.secretsIn(step.get("env"), secrets)
			p.noteAll(step.get("env"), f.doc)
		}
	}
}
