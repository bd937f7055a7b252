package report

import (
	"bufio"

	"github.com/ctxhook/ctxhook/pkg/lint"
)

// gitlabReport writes GitLab's code quality report, the part of the Code
// Climate format that GitLab reads:
// https://docs.gitlab.com/ci/testing/code_quality/
type gitlabReport struct {
	w    *bufio.Writer
	list elements
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

func newGitLab(w *bufio.Writer, _ Options) Report {
	w.WriteByte('[')
	return &gitlabReport{w: w}
}

func (r *gitlabReport) Finding(f *lint.Finding) {
	r.list.put(r.w, gitlabIssue{
		Description: f.Message.String(),
		CheckName:   f.Rule.ID,
		Fingerprint: f.Fingerprint,
		Severity:    byRisk(f.Risk, "blocker", "critical", "major", "minor"),
		Location:    gitlabLocation{f.Path, gitlabLines{f.Start.Line, f.End.Line}},
	})
}

func (r *gitlabReport) End(*lint.Summary) { r.w.WriteString("]\n") }
