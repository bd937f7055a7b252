package extract

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// outsiders notes the first command that a workflow runs on code of a pull
// request although it starts with the rights of the repository.
func (f *finder) outsiders(workflow *node) {
	if !f.privileged(workflow.get("on")) {
		return
	}
	for _, job := range workflow.get("jobs").entries() {
		taken := false
		for i, step := range job.value.get("steps").list() {
			if f.takesHead(step) {
				taken = true
				continue
			}
			if !taken {
				continue
			}
			name := index("jobs."+job.key+".steps", i) + ".run"
			k := slices.IndexFunc(f.pieces, func(p Piece) bool { return p.Name == name })
			if k < 0 {
				continue
			}
			f.pieces[k].Notes = append(f.pieces[k].Notes, Note{
				Rule: outsidersCode, Span: shell.Span{From: 0, To: len(f.pieces[k].Text)},
				Say: "runs code of the pull request, which anyone may open, with the secrets and rights of the repository",
			})
			break
		}
	}
}

// privileged reports whether an event that outsiders cause starts a workflow
// with the secrets of the repository.
func (f *finder) privileged(on *node) bool {
	for _, event := range on.list() {
		if f.doc.str(event) == "pull_request_target" {
			return true
		}
	}
	return on.get("pull_request_target") != nil || slices.ContainsFunc(on.entries(), func(p pair) bool { return p.key == "pull_request_target" })
}

// takesHead reports whether a step checks out what a pull request brings.
func (f *finder) takesHead(step *node) bool {
	text := f.doc.str(step.get("with", "ref")) + f.doc.str(step.get("with", "repository"))
	if run := f.doc.str(step.get("run")); strings.Contains(run, "gh pr checkout") || strings.Contains(run, "git checkout") || strings.Contains(run, "git fetch") {
		text += run
	} else if !strings.HasPrefix(f.doc.str(step.get("uses")), "actions/checkout") {
		return false
	}
	for _, head := range [...]string{"github.head_ref", "pull_request.head.", "refs/pull/", "gh pr checkout", "pull_request.merge_commit_sha"} {
		if strings.Contains(text, head) {
			return true
		}
	}
	return false
}
