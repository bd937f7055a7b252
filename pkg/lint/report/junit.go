package report

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lint"
)

// junitReport writes JUnit's XML: a finding is a failed test, and a run
// without findings one that passed. The counts come first, so the rest is held
// back.
type junitReport struct {
	w     *bufio.Writer
	cases bytes.Buffer
	n     int
}

func newJUnit(w *bufio.Writer, _ Options) Report { return &junitReport{w: w} }

func (r *junitReport) Finding(f *lint.Finding) {
	r.n++
	w := bufio.NewWriter(&r.cases)
	place := fmt.Sprintf("%s:%d:%d", f.Path, f.Start.Line, f.Start.Column)
	w.WriteString("    <testcase")
	attr(w, "classname", f.Path)
	attr(w, "name", fmt.Sprintf("%s at %d:%d", f.Rule.ID, f.Start.Line, f.Start.Column))
	attr(w, "file", f.Path)
	attrInt(w, "line", f.Start.Line)
	w.WriteString(">\n      <failure")
	attr(w, "type", f.Risk.String())
	attr(w, "message", f.Message.String())
	w.WriteByte('>')
	escapeXML(w, strings.Join(append([]string{place + ": " + f.Message.String()}, advice(f)...), "; "))
	w.WriteString("</failure>\n    </testcase>\n")
	w.Flush() // into memory
}

func (r *junitReport) End(s *lint.Summary) {
	tests := r.n
	if r.n == 0 {
		tests = 1
		fmt.Fprintf(&r.cases, "    <testcase classname=%q name=\"no findings in %d files\"/>\n", toolName, s.Files)
	}
	fmt.Fprintf(r.w, "%s<testsuites tests=\"%d\" failures=\"%d\" errors=\"0\">\n", xmlHeader, tests, r.n)
	fmt.Fprintf(r.w, "  <testsuite name=\"ctxhook lint\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n", tests, r.n)
	r.w.Write(r.cases.Bytes())
	r.w.WriteString("  </testsuite>\n</testsuites>\n")
}
