package report

import (
	"bufio"

	"github.com/ctxhook/ctxhook/pkg/lint"
)

// rdjsonReport writes reviewdog's diagnostic format. Its columns count bytes:
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
type rdjsonReport struct {
	w    *bufio.Writer
	list elements
}

type rdDiagnostic struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
	Severity string     `json:"severity"`
	Code     rdCode     `json:"code"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start rdPos `json:"start"`
	End   rdPos `json:"end"`
}

type rdPos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdCode struct {
	Value string `json:"value"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

func newRDJSON(w *bufio.Writer, _ Options) Report {
	w.WriteString(`{"source":`)
	putJSON(w, rdSource{toolName, toolURL})
	w.WriteString(`,"diagnostics":[`)
	return &rdjsonReport{w: w}
}

func (r *rdjsonReport) Finding(f *lint.Finding) {
	r.list.put(r.w, rdDiagnostic{
		Message:  f.Message.String(),
		Location: rdLocation{f.Path, rdRange{rdPos{f.Start.Line, f.Start.Byte}, rdPos{f.End.Line, f.End.Byte}}},
		Severity: byRisk(f.Risk, "ERROR", "ERROR", "WARNING", "INFO"),
		Code:     rdCode{f.Rule.ID},
	})
}

func (r *rdjsonReport) End(*lint.Summary) { r.w.WriteString("]}\n") }
