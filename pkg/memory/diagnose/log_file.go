package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// showsLog reports whether a command with a check also shows a log that it did
// not write. A failure in its output may then be an old one: "go test ./...;
// cat yesterday.log".
func showsLog(s *shell.Script, check int) bool {
	for i := range s.Calls {
		c := &s.Calls[i]
		if !command.Is(c, rule.Filter) || len(c.Stdin.From) > 0 || rootOf(s, i) == rootOf(s, check) {
			continue
		}
		for _, w := range c.Argv[min(1, len(c.Argv)):] {
			if file := w.String(); isLog(file) && !writes(s, file) {
				return true
			}
		}
	}
	return false
}

// isLog reports whether a file's name is one that output is written to.
func isLog(file string) bool {
	name := strings.ToLower(base(file))
	for _, ending := range [...]string{".log", ".txt", ".out", ".output", ".err"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// writes reports whether a command writes a file, by a redirection or by tee.
func writes(s *shell.Script, file string) bool {
	same := func(w shell.Word) bool { return strings.TrimPrefix(w.String(), "./") == strings.TrimPrefix(file, "./") }
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program == "tee" && slices.ContainsFunc(c.Argv[1:], same) ||
			slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return strings.Contains(r.Op, ">") && same(r.Word) })
	})
}
