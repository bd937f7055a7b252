package extract

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// outsiders notes the steps that a workflow runs behind a checkout of a pull request
// although it starts with the rights of the repository. Which of them runs code of it, its
// commands tell.
func (f *finder) outsiders(workflow *tree.Node) {
	if !f.privileged(workflow.Get("on")) {
		return
	}
	for _, job := range workflow.Get("jobs").Entries() {
		taken, dir := false, "" // the directory of the checkout, if it is one of its own
		if f.chosen(job.Value) {
			continue
		}
		for i, step := range job.Value.Get("steps").List() {
			if f.takesHead(step) {
				taken, dir = !f.chosen(step), f.doc.Str(step.Get("with", "path"))
				continue
			}
			if !taken || f.chosen(step) {
				continue
			}
			name := index("jobs."+job.Key+".steps", i) + ".run"
			k := slices.IndexFunc(f.pieces, func(p Piece) bool { return p.Name == name })
			if k < 0 {
				continue
			}
			run := f.doc.Str(step.Get("run"))
			if dir != "" && !strings.Contains(run, "cd "+dir) && !startsIn(run, dir) && !strings.HasPrefix(f.doc.Str(step.Get("working-directory")), dir) {
				continue // it runs what lies beside
			}
			f.pieces[k].Notes = append(f.pieces[k].Notes, Note{
				Rule: outsidersCode, Span: shell.Span{From: 0, To: len(f.pieces[k].Text)},
				Say: "runs code of the pull request, which anyone may open, with the secrets and rights of the repository",
				Job: job.Key, Pasted: strings.Contains(run, "${{ steps.") || strings.Contains(run, "${{ needs."),
			})
		}
	}
}

// startsIn reports whether a line of a text begins with a program below a directory, or hands one
// to another program.
func startsIn(text, dir string) bool {
	for line := range strings.Lines(text) {
		for i, w := range strings.Fields(line) {
			if i < 2 && (strings.HasPrefix(w, dir+"/") || strings.HasPrefix(w, "./"+dir)) || strings.HasPrefix(w, "--prefix="+dir) || strings.HasPrefix(w, "-C") && strings.Contains(line, dir) {
				return true
			}
		}
	}
	return false
}

// chosen reports whether a member of the project decides that a job or a step runs: its
// condition names who, a label, or the repository itself, or an environment may have
// reviewers.
func (f *finder) chosen(n *tree.Node) bool {
	if n.Get("environment") != nil {
		return true
	}
	condition := f.doc.Str(n.Get("if"))
	for _, by := range [...]string{"author_association", ".login", "github.actor", "triggering_actor", "labels", "label.name", ".fork", "fork ", "full_name", "event_name == 'workflow_dispatch'"} {
		if strings.Contains(condition, by) {
			return true
		}
	}
	return false
}

// knowsWho reports whether the condition of a job, or of one that it needs, names whose
// text starts it.
func (f *finder) knowsWho(job, jobs *tree.Node) bool {
	asked := []*tree.Node{job}
	for _, name := range job.Get("needs").List() {
		asked = append(asked, jobs.Get(f.doc.Str(name)))
	}
	for _, n := range asked {
		condition := f.doc.Str(n.Get("if"))
		if n.Get("environment") != nil && strings.Contains(condition, "labels") {
			return true // a member sets the label, and may have to agree
		}
		for _, who := range [...]string{"author_association", ".login ==", "github.actor ==", "triggering_actor ==", ".fork == false", ".full_name == github.repository"} {
			if strings.Contains(condition, who) && !strings.Contains(condition, "||") {
				return true
			}
		}
	}
	return false
}

// privileged reports whether an event that outsiders cause starts a workflow
// with the secrets of the repository.
func (f *finder) privileged(on *tree.Node) bool {
	return f.startsOn(on, "pull_request_target") || f.startsOn(on, "issue_comment")
}

// startsOn reports whether an event starts a workflow.
func (f *finder) startsOn(on *tree.Node, event string) bool {
	for _, name := range on.List() {
		if f.doc.Str(name) == event {
			return true
		}
	}
	return slices.ContainsFunc(on.Entries(), func(p tree.Pair) bool { return p.Key == event })
}

// artifacts notes commands that put what the run of a pull request left behind into the
// environment of later steps, or run it, in a workflow that has the rights of the
// repository.
func (f *finder) artifacts(workflow *tree.Node) {
	if !f.startsOn(workflow.Get("on"), "workflow_run") {
		return
	}
	for _, job := range workflow.Get("jobs").Entries() {
		fetched := false
		for i, step := range job.Value.Get("steps").List() {
			uses := f.doc.Str(step.Get("uses"))
			run := f.doc.Str(step.Get("run"))
			fetched = fetched || strings.Contains(uses, "download-artifact") || strings.Contains(run, "gh run download")
			if !fetched || run == "" || f.chosen(job.Value) {
				continue
			}
			name := index("jobs."+job.Key+".steps", i) + ".run"
			k := slices.IndexFunc(f.pieces, func(p Piece) bool { return p.Name == name })
			if k < 0 {
				continue
			}
			at := 0
			for line := range strings.Lines(f.pieces[k].Text) {
				if intoEnvironment(line) {
					f.pieces[k].Notes = append(f.pieces[k].Notes, Note{
						Rule: outsidersCode, Span: shell.Span{From: at, To: at + len(strings.TrimRight(line, "\n"))},
						Say: "lets an artifact, which anyone's pull request may have made, set the environment of later steps",
					})
					break
				}
				at += len(line)
			}
		}
	}
}

// intoEnvironment reports whether a line copies a file as it is into what later steps
// get.
func intoEnvironment(line string) bool {
	head, _, ok := strings.Cut(line, ">>")
	if !ok || !strings.Contains(line, "GITHUB_ENV") && !strings.Contains(line, "GITHUB_PATH") {
		return false
	}
	words := strings.Fields(head)
	return len(words) > 1 && words[0] == "cat" || strings.Contains(head, "$(cat ") || strings.Contains(head, "$(<")
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
