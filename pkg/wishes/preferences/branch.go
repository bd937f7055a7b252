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
			if words[1] == "push" && command.HasArg(c, everyRef) {
				return false
			}
			if name = switchedTo(s, c); name == "" && !switchesBefore(s, c) {
				name = current()
			}
		}
		return shell.MatchAny(branches, strings.TrimPrefix(name, "refs/heads/"))
	})
}

// everyRef are options of git push with which it does not matter which branch is checked
// out.
var everyRef = []string{"--tags", "--all", "--mirror", "--branches"}

// switchedTo returns the branch that the call before another one switches to by its name, ""
// where that is not known.
func switchedTo(s *shell.Script, c *shell.Call) string {
	for i := range s.Calls {
		b := &s.Calls[i]
		if i+1 == len(s.Calls) || &s.Calls[i+1] != c || !fits("git checkout|switch", b) {
			continue
		}
		if words := command.Words(b); len(words) == 3 && !command.HasArg(b, []string{"--", "-b", "-B", "-c", "-C", "--orphan", "--detach", "-d"}) {
			return words[2]
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
		if b.Program == "git" && slices.ContainsFunc([]string{"git checkout|switch|worktree|bisect|rebase", "git branch -m|-M"}, func(p string) bool { return fits(p, b) }) {
			return true
		}
	}
	return false
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
