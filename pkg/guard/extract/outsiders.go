package extract

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// outsiders notes the first command that a workflow runs on code of a pull
// request although it starts with the rights of the repository.
func (f *finder) outsiders(workflow *tree.Node) {
	if !f.privileged(workflow.Get("on")) {
		return
	}
	for _, job := range workflow.Get("jobs").Entries() {
		taken := false
		for i, step := range job.Value.Get("steps").List() {
			if f.takesHead(step) {
				taken = true
				continue
			}
			if !taken {
				continue
			}
			name := index("jobs."+job.Key+".steps", i) + ".run"
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
func (f *finder) privileged(on *tree.Node) bool {
	for _, event := range on.List() {
		if f.doc.Str(event) == "pull_request_target" {
			return true
		}
	}
	return on.Get("pull_request_target") != nil || slices.ContainsFunc(on.Entries(), func(p tree.Pair) bool { return p.Key == "pull_request_target" })
}

// takesHead reports whether a step checks out what a pull request brings.
func (f *finder) takesHead(step *tree.Node) bool {
	text := f.doc.Str(step.Get("with", "ref")) + f.doc.Str(step.Get("with", "repository"))
	if run := f.doc.Str(step.Get("run")); strings.Contains(run, "gh pr checkout") || strings.Contains(run, "git checkout") || strings.Contains(run, "git merge") || strings.Contains(run, "git pull") {
		text += run
	} else if !strings.HasPrefix(f.doc.Str(step.Get("uses")), "actions/checkout") {
		return false
	}
	for _, head := range [...]string{"github.head_ref", "pull_request.head.", "refs/pull/", "gh pr checkout", "pull_request.merge_commit_sha"} {
		if strings.Contains(text, head) {
			return true
		}
	}
	return false
}
