package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// maxCommitted bounds the files of a commit that are asked for.
const maxCommitted = 200

// committed returns the files that a commit of git at call i takes, known where all are.
func (j Preferences) committed(script *shell.Script, i int) (files []string, known bool) {
	look := facts.New(facts.Options{Cwd: j.Judge.Cwd, Project: j.Judge.Project, Wall: lookThrough})
	q, ok := safety.Commit(script, i, j.Judge.At, look.Names)
	if !ok {
		return nil, false
	}
	return look.Taken(q, maxCommitted)
}

func isGit(c *shell.Call, subcommands ...string) bool {
	return c.Program == "git" && !c.Late && c.Args.Is(subcommands)
}

// isProseCommit reports whether what a rule wants checked first is a commit of text alone, which
// linters and tests do not read.
func (j Preferences) isProseCommit(r *memory.PreferenceRule, script *shell.Script) bool {
	if r.Class != "commit" && r.When != "git commit" {
		return false
	}
	prose := false
	for i := range script.Calls {
		switch c := &script.Calls[i]; {
		case isGit(c, "commit"):
			files, known := j.committed(script, i)
			if !known || len(files) == 0 || slices.ContainsFunc(files, func(name string) bool { return !lessons.IsProse(name) }) {
				return false
			}
			prose = true
		case isGit(c, "add", "stage") && slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool { _, known := w.Literal(); return !known }):
			return false // what else it adds is not known
		}
	}
	return prose
}

// takenAgainst returns the calls that commit files of a rule, or add them by their names.
func (j Preferences) takenAgainst(script *shell.Script, against func(file string) bool) (calls []int) {
	for i := range script.Calls {
		var files []string
		switch c := &script.Calls[i]; {
		case isGit(c, "commit"):
			files, _ = j.committed(script, i)
		case isGit(c, "add", "stage") && !c.Args.Has("-n"):
			files = slices.DeleteFunc(safety.Named(script, i, j.Judge.At), func(name string) bool { return strings.HasPrefix(j.Judge.At.Project+"/", name+"/") })
		}
		if slices.ContainsFunc(files, against) {
			calls = append(calls, i)
		}
	}
	return calls
}
