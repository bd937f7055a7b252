// Package report writes findings for users, editors and CI systems. It judges
// nothing, suppresses nothing and opens no file. Where a format allows it,
// findings are written as they come.
package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/lint"
)

// Report takes the findings of a run, in order.
type Report interface {
	Finding(*lint.Finding)
	End(*lint.Summary) // the last call
}

// Options are what a report knows besides the findings.
type Options struct {
	Version string                           // of ctxhook
	Page    func(id string) string           // the file of ctxhook's source about a rule, "" for none; nil: no pages
	Paint   func(tone Tone, s string) string // nil: without colour
}

// Tone is the meaning of a colour.
type Tone uint8

// The tones.
const (
	Alarm   Tone = iota // critical and high
	Caution             // medium
	Faint               // read last
	Strong              // read first
)

// Format is a way to write findings.
type Format struct {
	Name  string
	About string // a few words, for completion
	New   func(w *bufio.Writer, o Options) Report
	Lines bool // a report is of use as far as it goes; else it is one document
}

// formats lists every format.
var formats = [...]Format{
	{"text", "for users, with marked lines", newText, true},
	{"json", "for scripts: docs/lint.schema.json", newJSON, false},
	{"sarif", "SARIF 2.1.0: code scanning, editors", newSARIF, false},
	{"github", "annotations of a GitHub workflow", newGitHub, true},
	{"gitlab", "GitLab code quality", newGitLab, false},
	{"junit", "JUnit XML", newJUnit, false},
	{"checkstyle", "Checkstyle XML", newCheckstyle, false},
	{"rdjson", "reviewdog's diagnostics", newRDJSON, false},
}

// Formats lists the formats, the one for users first.
func Formats() []Format { return formats[:] }

// ByName returns the format of a name.
func ByName(name string) (Format, bool) {
	for _, f := range formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

const (
	toolName = "ctxhook"
	toolURL  = "https://github.com/ctxhook/ctxhook"
)

// advice returns lines that say what to do about a finding.
func advice(f *lint.Finding) []string {
	var lines []string
	if m := cmp.Or(f.Advice, f.Rule.Mitigation); m != "" {
		lines = append(lines, m)
	}
	for _, s := range f.Instead {
		lines = append(lines, "Instead: "+s.String())
	}
	return lines
}

// byRisk picks one of four words for a risk: for critical, high, medium, and
// lower.
func byRisk(r policy.Risk, critical, high, medium, low string) string {
	switch r {
	case policy.Critical:
		return critical
	case policy.High:
		return high
	case policy.Medium:
		return medium
	}
	return low
}

// putJSON writes a value as JSON on a line of its own, without its end.
func putJSON(w *bufio.Writer, v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)                          // users read commands with > in them
	_ = enc.Encode(v)                                 // our own structs of texts and numbers
	w.Write(display.JSON(bytes.TrimSpace(b.Bytes()))) // Flush returns a failed write
}

// elements writes the elements of a JSON array, one a line.
type elements struct{ n int }

func (e *elements) put(w *bufio.Writer, v any) {
	if e.n > 0 {
		w.WriteByte(',')
	}
	e.n++
	w.WriteByte('\n')
	putJSON(w, v)
}
