package report

import (
	"bufio"

	"github.com/ctxhook/ctxhook/pkg/lint"
)

// jsonReport writes our own format. Scripts rely on it: docs/lint.schema.json
// describes it, and a breaking change raises its version.
type jsonReport struct {
	w    *bufio.Writer
	list elements
}

type jsonFinding struct {
	Path        string      `json:"path"`
	Line        int         `json:"line"`
	Column      int         `json:"column"`
	EndLine     int         `json:"end_line"`
	EndColumn   int         `json:"end_column"`
	Rule        string      `json:"rule"`
	Risk        string      `json:"risk"`
	Message     string      `json:"message"`
	Fingerprint string      `json:"fingerprint"`
	Also        []jsonPlace `json:"also,omitempty"`
}

type jsonPlace struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

func newJSON(w *bufio.Writer, _ Options) Report {
	w.WriteString(`{"version":1,"findings":[`)
	return &jsonReport{w: w}
}

func (r *jsonReport) Finding(f *lint.Finding) {
	var also []jsonPlace
	for _, p := range f.Also {
		also = append(also, jsonPlace(p))
	}
	r.list.put(r.w, jsonFinding{
		Path: f.Path, Line: f.Start.Line, Column: f.Start.Column, EndLine: f.End.Line, EndColumn: f.End.Column,
		Rule: f.Rule.ID, Risk: f.Risk.String(), Message: f.Message.String(), Fingerprint: f.Fingerprint, Also: also,
	})
}

func (r *jsonReport) End(*lint.Summary) { r.w.WriteString("]}\n") }
