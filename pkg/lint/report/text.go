package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/lint"
)

// textReport is for users: the position as editors understand it, the line
// with the finding underlined, what to do instead, and a summary at the end.
type textReport struct {
	w     *bufio.Writer
	paint func(Tone, string) string
	worst policy.Risk
	rule  string // the first rule of that risk, for the hint at the end
}

func newText(w *bufio.Writer, o Options) Report {
	r := &textReport{w: w, paint: o.Paint}
	if r.paint == nil {
		r.paint = func(_ Tone, s string) string { return s }
	}
	return r
}

func (r *textReport) Finding(f *lint.Finding) {
	tone := riskTone(f.Risk)
	place := textPath(f.Path) + ":" + strconv.Itoa(f.Start.Line) + ":" + strconv.Itoa(f.Start.Column)
	fmt.Fprintf(r.w, "%s: %s %s: %s\n", r.paint(Strong, place), r.paint(tone, f.Risk.String()), f.Rule.ID, oneLine(f.Message.String()))
	if source := f.Source.Text.String(); source != "" {
		span := display.Span{From: f.Source.From, To: f.Source.To}
		for _, line := range display.Numbered(source, span, f.Start.Line, func(s string) string { return r.paint(tone, s) }) {
			fmt.Fprintf(r.w, "  %s\n", line)
		}
	}
	if m := cmp.Or(f.Advice, f.Rule.Mitigation); m != "" {
		fmt.Fprintf(r.w, "  %s %s\n", r.paint(Faint, "advice: "), strings.Join(strings.Fields(oneLine(m)), " "))
	}
	for _, s := range f.Instead {
		fmt.Fprintf(r.w, "  %s %s\n", r.paint(Faint, "instead:"), oneLine(s.String()))
	}
	if n := len(f.Also); n > 0 {
		fmt.Fprintf(r.w, "  %s %s\n", r.paint(Faint, "also:   "), alsoAt(f))
	}
	r.w.WriteByte('\n')
	if f.Risk > r.worst {
		r.worst, r.rule = f.Risk, f.Rule.ID
	}
	r.w.Flush() // the user is waiting; End's Flush returns the error
}

func (r *textReport) End(s *lint.Summary) {
	if s.Findings == 0 {
		fmt.Fprintf(r.w, "no findings in %s", files(s.Files))
	} else {
		fmt.Fprintf(r.w, "%s in %s", r.paint(Strong, display.Counted(s.Findings, "finding")+" ("+byRisks(s)+")"), files(s.Files))
	}
	if s.Folded > 0 {
		fmt.Fprintf(r.w, ", and %s of these (--all lists them)", display.Counted(s.Folded, "more place"))
	}
	if s.Unread > 0 {
		fmt.Fprintf(r.w, "; %s not read to the end", display.Counted(s.Unread, "file"))
	}
	if s.Unknown > 0 {
		fmt.Fprintf(r.w, "; %s without known shell code", display.Counted(s.Unknown, "file"))
	}
	if kept := keptBack(s); kept != "" {
		fmt.Fprintf(r.w, "; suppressed: %s", kept)
	}
	r.w.WriteByte('\n')
	if r.rule != "" {
		fmt.Fprintf(r.w, "for details: ctxhook explain %s\n", r.rule)
	}
}

// alsoAt names the first of the further places of a finding, and counts the rest.
func alsoAt(f *lint.Finding) string {
	const most = 3
	var parts []string
	for _, p := range f.Also[:min(len(f.Also), most)] {
		parts = append(parts, textPath(p.Path)+":"+strconv.Itoa(p.Line))
	}
	say := strings.Join(parts, ", ")
	if more := len(f.Also) - most; more > 0 {
		say += " and " + display.Counted(more, "more place")
	}
	return say
}

// oneLine returns text as one line. A line of its own, written by an outsider,
// could be a command to the CI system whose log this may be.
func oneLine(s string) string { return strings.ReplaceAll(display.Plain(s), "\n", " ") }

// textPath returns a path that is safe in a CI log: a file may be named
// ::warning or ##[command].
func textPath(path string) string {
	path = oneLine(path)
	if strings.HasPrefix(path, ":") || strings.HasPrefix(path, "#") {
		return "./" + path
	}
	return path
}

func riskTone(r policy.Risk) Tone {
	switch r {
	case policy.Critical, policy.High:
		return Alarm
	case policy.Medium:
		return Caution
	}
	return Faint
}

func byRisks(s *lint.Summary) string {
	var parts []string
	for r := policy.Critical; r > policy.Safe; r-- {
		if n := s.ByRisk[r]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+r.String())
		}
	}
	return strings.Join(parts, ", ")
}

func keptBack(s *lint.Summary) string {
	var parts []string
	say := func(n int, how string) {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+how)
		}
	}
	say(s.Suppressed.Inline, "by comments")
	say(s.Suppressed.Config, "by lint_ignore")
	say(s.Suppressed.Baseline, "by the baseline")
	say(s.Suppressed.Old, "on old lines")
	return strings.Join(parts, ", ")
}

func files(n int) string {
	if n == 1 {
		return "1 file with shell code"
	}
	return strconv.Itoa(n) + " files with shell code"
}
