package command

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Key names a command together with the directory it works in: two commands of
// a project that do the same have the same key. It is "" for a command that is
// too long to run again. dir is where the command runs, and project is the
// root of the project.
func Key(s *shell.Script, dir, project string) string {
	if len(s.Problems) > 0 || len(s.Calls) == 0 || len(s.Text) > MaxKey {
		return ""
	}
	text, dir, ok := stripped(s, dir)
	if !ok || text == "" {
		return ""
	}
	if below, ok := strings.CutPrefix(dir, project); ok && project != "" && (below == "" || below[0] == '/' || below[0] == '\\') {
		dir = "." + below // other work trees lie elsewhere
	}
	return memory.Signature(dir, text)
}

// stripped returns a command without what does not change its work: a leading
// cd and the filters of its output.
func stripped(s *shell.Script, dir string) (text, in string, ok bool) {
	from, to := 0, len(s.Text)
	if first := &s.Calls[0]; first.Program == "cd" && strings.TrimSpace(s.Text[:first.Span.From]) == "" && len(s.Calls) > 1 {
		entered, known := s.Calls[1].Cwd.Path.Literal()
		if !known || s.Calls[1].Via >= 0 {
			return "", "", false
		}
		rest := strings.TrimLeft(s.Text[first.Span.To:], " \t\n")
		for _, then := range [...]string{"&&", ";"} {
			if next, cut := strings.CutPrefix(rest, then); cut {
				from = len(s.Text) - len(next)
				if dir = path.Join(dir, entered); path.IsAbs(entered) {
					dir = path.Clean(entered)
				}
				break
			}
		}
	}
	for i := len(s.Calls) - 1; i >= 0 && !strings.Contains(s.Text, "<<"); i-- {
		c := &s.Calls[i]
		if c.Via >= 0 || c.Stdin.Kind != shell.SourcePipe || !Is(c, rule.Filter) || c.Span.From <= from || c.Span.From > to {
			break
		}
		before, piped := strings.CutSuffix(strings.TrimRight(s.Text[from:c.Span.From], " \t\n"), "|")
		if !piped {
			break
		}
		to = from + len(before)
	}
	text = strings.TrimSpace(s.Text[from:to])
	return strings.TrimSpace(strings.TrimSuffix(text, "2>&1")), dir, true
}
