package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// committedStash reports whether earlier calls surely apply the stash that call
// i drops, and commit all of it.
func (c *checker) committedStash(i int, dir string, s rule.StashState) bool {
	drop := &c.script.Calls[i]
	root := c.facts.Tree(dir).Root
	applied, added, done := false, "", false
	for _, k := range c.gitBefore(i, root) {
		g := &c.script.Calls[k]
		switch {
		case g.Args.Is([]string{"stash apply"}):
			applied = drop.Args.Is([]string{"stash drop"}) && stashName(g) == stashName(drop)
			added, done = "", false
		case stashes(g):
			return false
		case g.Args.Is([]string{"add"}) && !g.Args.Has("-n", "-p", "-i"):
			added = addsAll(g)
		case commits(g):
			done = applied && (added == "all" || s.Added == 0 && (added != "" || g.Args.Has("-a")))
		case g.Args.Is([]string{"checkout", "restore", "reset", "clean"}) && !done:
			applied = false
		}
	}
	return done
}

// writesDiff reports whether a call writes the diff of what no commit holds to a
// file.
func (c *checker) writesDiff(k int) bool {
	call := &c.script.Calls[k]
	o := call.Output()
	if o == nil || o.From != rule.FromChanges {
		return false
	}
	for i := range call.Redirs {
		if d := &call.Redirs[i]; (d.Op == ">" || d.Op == ">>" || d.Op == ">|") && (d.Fd == "" || d.Fd == "1") && !strings.HasPrefix(d.Word.String(), "/dev/") {
			return true
		}
	}
	return false
}

// fetchedBefore reports whether an earlier call surely fetches, and none after it
// takes what it fetched into the branch that call i pushes.
func (c *checker) fetchedBefore(i int) bool {
	if c.script.Calls[i].Args.Has("--force-if-includes") || !c.look(i) {
		return false
	}
	fetched := false
	for _, k := range c.those(&c.earlier.fetches, fetches) {
		if k >= i {
			break
		}
		if g := &c.script.Calls[k]; g.Args.Is(fetching) {
			fetched = fetched || c.script.Follows(i, k) && !g.Args.Has("--dry-run")
		} else {
			fetched = false
		}
	}
	return fetched
}

// fetching are the subcommands of git that fetch, and take in nothing.
var fetching = []string{"fetch", "remote update"}

// fetches reports whether a call fetches, or takes what was fetched into a branch.
func fetches(g *shell.Call) bool {
	return g.Where == "" && isGit(g) &&
		(g.Args.Is(fetching) || g.Args.Is([]string{"rebase", "merge", "pull", "cherry-pick", "reset"}) && !g.Args.Has("--soft"))
}

// stashName returns which stash a call is about.
func stashName(g *shell.Call) string {
	name := "0"
	for _, w := range g.Args.Operands {
		if t, ok := w.Literal(); ok && t != "apply" && t != "drop" && t != "pop" {
			name = strings.TrimSuffix(strings.TrimPrefix(t, "stash@{"), "}")
		}
	}
	return name
}
