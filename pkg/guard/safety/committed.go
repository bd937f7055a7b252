package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Commit returns what call i, a commit of git, takes: its own paths, and those that the text adds
// before it. names returns the files that a pattern matches. It is not known for another
// repository than the one of a known directory here.
func Commit(s *shell.Script, i int, at Dirs, names func(pattern string) []string) (q rule.LeavingQuery, known bool) {
	call := &s.Calls[i]
	if call.Model == nil || call.Where != "" || call.Cwd.Else != nil {
		return q, false
	}
	if q.Dir, known = dirOf(call, at); !known {
		return q, false
	}
	paths := func(c *shell.Call) []string { return namedPaths(c, c.Args.Operands, at, names) }
	q.As, q.All, q.Paths = rule.LeavingCommit, call.Args.Has("-a"), paths(call)
	for k := range i {
		if g := &s.Calls[k]; g.Model == call.Model && g.Args.Is([]string{"add", "stage"}) {
			if q.Paths = append(q.Paths, paths(g)...); g.Args.Has("-A", "-u") && len(g.Args.Operands) == 0 {
				q.Paths = append(q.Paths, q.Dir)
			}
		}
	}
	return q, true
}

// Named returns the paths that the operands of a call name, those of patterns apart.
func Named(s *shell.Script, i int, at Dirs) []string {
	return namedPaths(&s.Calls[i], s.Calls[i].Args.Operands, at, func(string) []string { return nil })
}

// dirOf returns the directory in which a call runs.
func dirOf(call *shell.Call, at Dirs) (string, bool) {
	if dir, ok := effect.Literal(shell.Word{}, call.Cwd, at); ok {
		return dir, true
	}
	return at.Cwd, at.Cwd != "" && len(call.Cwd.Path.Parts) == 0
}

// namedPaths returns the paths of words that are known, and those that patterns match.
func namedPaths(call *shell.Call, words []shell.Word, at Dirs, names func(pattern string) []string) (list []string) {
	for _, o := range words {
		if len(o.Parts) == 0 || strings.Contains(o.Prefix(), "://") {
			continue
		}
		if p, ok := effect.Literal(o, call.Cwd, at); ok {
			list = append(list, p)
		} else if dir, known := effect.Literal(shell.Word{}, call.Cwd, at); known && isPattern(o) {
			for _, name := range names(shell.JoinedPath(dir, o.String())) {
				list = append(list, strings.TrimSuffix(name, "/"))
			}
		}
	}
	return list
}
