package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// OnBranch reports whether a call is about a branch of a rule, or the rule is
// about all. current returns the branch that is checked out where the call runs;
// it is asked only for a call that names none. A call behind one that may switch
// branches is about none.
func OnBranch(r *memory.PreferenceRule, s *shell.Script, c *shell.Call, current func() string) bool {
	branches := r.Branches()
	if len(branches) == 0 {
		return true
	}
	words := command.Words(c)
	if c.Program != "git" || len(words) < 2 {
		return false
	}
	names := []string{""}
	if (words[1] == "push" || words[1] == "rebase") && len(words) > 3 {
		names = words[3:]
	}
	return slices.ContainsFunc(names, func(name string) bool {
		name = strings.TrimPrefix(name, "+")
		if _, to, ok := strings.Cut(name, ":"); ok {
			name = to
		}
		if name == "" || name == "HEAD" || name == "@" {
			if words[1] == "push" && command.HasArg(c, everyBranch) {
				return true // those of the rule, too
			}
			if words[1] == "push" && command.HasArg(c, []string{"--tags"}) {
				return false
			}
			if name = switchedTo(s, c); name == "" && !switchesBefore(s, c) {
				name = current()
			}
		}
		return shell.MatchAny(branches, strings.TrimPrefix(name, "refs/heads/"))
	})
}

// everyBranch are options of git push that push all branches.
var everyBranch = []string{"--all", "--mirror", "--branches"}

// switchedTo returns the branch that the last call before another one that may switch branches
// switches to by its name, "" where that is not known.
func switchedTo(s *shell.Script, c *shell.Call) (branch string) {
	for i := range s.Calls {
		b := &s.Calls[i]
		switch {
		case b == c:
			return branch
		case fits("git checkout|switch", b):
			words := command.Words(b)
			if branch = ""; len(words) == 3 && !command.HasArg(b, []string{"--", "-b", "-B", "-c", "-C", "--orphan", "--detach", "-d"}) {
				branch = words[2]
			}
		case maySwitch(b):
			branch = ""
		}
	}
	return ""
}

// switchesBefore reports whether a script may have another branch checked out when
// it comes to a call.
func switchesBefore(s *shell.Script, c *shell.Call) bool {
	for i := range s.Calls {
		b := &s.Calls[i]
		if b == c {
			return false
		}
		if maySwitch(b) {
			return true
		}
	}
	return false
}

// maySwitch reports whether a call may check out another branch.
func maySwitch(c *shell.Call) bool {
	return c.Program == "git" && slices.ContainsFunc([]string{"git checkout|switch|worktree|bisect|rebase", "git branch -m|-M"}, func(p string) bool { return fits(p, c) })
}

// isBranch reports whether a word names a branch: in marks, or one of those that
// most projects have.
func isBranch(t token) bool {
	if t.code {
		return isOperand(strings.ReplaceAll(t.text, "*", "x")) && t.text[0] != '-' && !strings.Contains(t.text, ":")
	}
	kind, name, _ := strings.Cut(t.low, "/")
	return t.is("main|master|develop|trunk|production|staging") || name != "" && (token{low: kind}).is("release|releases|feature|features|feat|hotfix|bugfix|fix|chore|support")
}
