package command

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Key names a command and the directory that it works in: equal for
// two commands of a project of which the one does what the other did. It is
// "" for one that is too long to be run again as it is. dir is where it is
// run, and project the root of the project.
func Key(s *shell.Script, dir, project string) string {
	if len(s.Problems) > 0 || len(s.Calls) == 0 || len(s.Text) > MaxKey {
		return ""
	}
	text, dir, ok := settled(s, dir)
	if !ok || text == "" {
		return ""
	}
	if below, ok := strings.CutPrefix(dir, project); ok && project != "" && (below == "" || below[0] == '/' || below[0] == '\\') {
		dir = "." + below // another work tree has it elsewhere
	}
	return memory.Signature(dir, text)
}

// settled takes from a command what changes nothing about its work: the
// directory that it enters first, and the filters of what it prints.
func settled(s *shell.Script, dir string) (text, in string, ok bool) {
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
		if c.Via >= 0 || c.Stdin.Kind != shell.SourcePipe || !Is(c.Program, Filter) || c.Span.From <= from || c.Span.From > to {
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
