package report

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lint"
)

// githubReport writes workflow commands, which a GitHub runner turns into
// annotations: https://docs.github.com/actions/reference/workflow-commands
type githubReport struct{ w *bufio.Writer }

func newGitHub(w *bufio.Writer, _ Options) Report { return &githubReport{w} }

func (r *githubReport) Finding(f *lint.Finding) {
	w := r.w
	w.WriteString("::" + byRisk(f.Risk, "error", "error", "warning", "notice"))
	w.WriteString(" file=" + githubProperty(f.Path))
	w.WriteString(",line=" + strconv.Itoa(f.Start.Line) + ",endLine=" + strconv.Itoa(f.End.Line))
	// GitHub refuses columns in an annotation over several lines.
	if f.Start.Line == f.End.Line {
		w.WriteString(",col=" + strconv.Itoa(f.Start.Column) + ",endColumn=" + strconv.Itoa(f.End.Column))
	}
	w.WriteString(",title=" + githubProperty(f.Risk.String()+" risk: "+f.Rule.ID))
	message := strings.Join(append([]string{f.Message.String()}, advice(f)...), "\n")
	w.WriteString("::" + githubData(message) + "\n")
}

func (r *githubReport) End(*lint.Summary) {}

// githubData escapes the text of a workflow command. A line end would begin
// another command, and outsiders may have written the text.
func githubData(s string) string {
	s = strings.ReplaceAll(s, "%", "%25")
	s = strings.ReplaceAll(s, "\r", "%0D")
	return strings.ReplaceAll(s, "\n", "%0A")
}

func githubProperty(s string) string {
	s = githubData(s)
	s = strings.ReplaceAll(s, ":", "%3A")
	return strings.ReplaceAll(s, ",", "%2C")
}
