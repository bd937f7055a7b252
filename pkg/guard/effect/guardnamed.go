package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// guardNamed adds the guarded files into which a program writes by the way, though it
// mostly reads: by an option or a variable whose name says so, or a command to a database's
// shell.
func (r *collector) guardNamed() {
	c := r.call
	for _, a := range c.Assigns {
		if len(c.Argv) > 0 && writesByName(a.Name) {
			r.guardWritten(a.Value, c.Span)
		}
	}
	database := c.Model != nil && c.Model.Type == "Database"
	for i := 1; i < len(c.Argv); i++ {
		w := c.Argv[i]
		text, ok := w.Literal()
		if !ok {
			text = w.Prefix()
		}
		name, value, joined := strings.Cut(text, "=")
		switch {
		case strings.HasPrefix(text, "-") && !writesByName(name):
		case strings.HasPrefix(text, "-") && joined:
			r.guardWritten(shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: value}}}, w.Span)
		case strings.HasPrefix(text, "-") && i+1 < len(c.Argv):
			r.guardWritten(c.Argv[i+1], c.Argv[i+1].Span)
		case database && ok && (strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\`)):
			if command, file, ok := strings.Cut(text, " "); ok && command != ".read" && command != ".import" && command != `\i` {
				r.guardWritten(shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: strings.TrimSpace(file)}}}, w.Span)
			}
		}
	}
}

// writesByName reports whether the name of an option or a variable says that a program
// writes into what it names.
func writesByName(name string) bool {
	if name == "-o" || name == "-O" {
		return true
	}
	if len(name) < 4 {
		return false
	}
	name = strings.ToLower(name)
	for _, word := range [...]string{"output", "trace", "report", "junit", "coverprofile", "cpuprofile", "memprofile", "blockprofile", "outfile", "logfile", "log-file", "log_file", "histfile", "stderr", "dump", "export-marks", "index_file", "index-file", "index-output", "dest", "save", "record", "write"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "-out") || strings.HasSuffix(name, "_out") || strings.HasSuffix(name, "-log") || strings.HasSuffix(name, "_log") || name == "--log" || name == "--out" || name == "-out"
}

// guardWritten adds a guarded file that a word names.
func (r *collector) guardWritten(w shell.Word, at shell.Span) {
	if w.Span = at; !r.isGuardFile(w) || r.isTarget(w) {
		return
	}
	r.out = append(r.out, Effect{Kind: rule.Edit, Target: &w, Class: r.class(rule.Read, w) | Guard, What: "written by " + r.call.Program})
}
