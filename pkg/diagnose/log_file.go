package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// showsLog tells whether a command with a check in it also shows a log that
// it has not written: then a failure in its output may be an old one, as in
// "go test ./...; cat yesterday.log".
func showsLog(s *shell.Script, check int) bool {
	for i := range s.Calls {
		c := &s.Calls[i]
		if !command.Is(c.Program, command.Filter) || len(c.Stdin.From) > 0 || rootOf(s, i) == rootOf(s, check) {
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

// isLog tells whether a file is one to which outputs are written, by its name.
func isLog(file string) bool {
	name := strings.ToLower(base(file))
	for _, ending := range [...]string{".log", ".txt", ".out", ".output", ".err"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// writes tells whether a command writes a file: by a redirection, or by tee.
func writes(s *shell.Script, file string) bool {
	same := func(w shell.Word) bool { return strings.TrimPrefix(w.String(), "./") == strings.TrimPrefix(file, "./") }
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program == "tee" && slices.ContainsFunc(c.Argv[1:], same) ||
			slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return strings.Contains(r.Op, ">") && same(r.Word) })
	})
}
