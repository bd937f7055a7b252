package report

import (
	"bufio"

	"github.com/ctxhook/ctxhook/pkg/lint"
)

// checkstyleReport is the XML of Checkstyle, which many tools read.
type checkstyleReport struct {
	w    *bufio.Writer
	file string
	open bool
}

func newCheckstyle(w *bufio.Writer, _ Options) Report {
	w.WriteString(xmlHeader + `<checkstyle version="4.3">` + "\n")
	return &checkstyleReport{w: w}
}

func (r *checkstyleReport) Finding(f *lint.Finding) {
	w := r.w
	if !r.open || r.file != f.Path {
		r.close()
		r.file, r.open = f.Path, true
		w.WriteString("  <file")
		attr(w, "name", f.Path)
		w.WriteString(">\n")
	}
	w.WriteString("    <error")
	attrInt(w, "line", f.Start.Line)
	attrInt(w, "column", f.Start.Column)
	attr(w, "severity", byRisk(f.Risk, "error", "error", "warning", "info"))
	attr(w, "message", f.Message.String())
	attr(w, "source", toolName+"."+f.Rule.ID)
	w.WriteString("/>\n")
}

func (r *checkstyleReport) close() {
	if r.open {
		r.w.WriteString("  </file>\n")
	}
}

func (r *checkstyleReport) End(*lint.Summary) {
	r.close()
	r.w.WriteString("</checkstyle>\n")
}
