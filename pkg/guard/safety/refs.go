package safety

import (
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Branches and tags are read before any call runs. Where they lead to when a later call runs
// is worked out here: what was there before, and what the calls before it make of that.

// refsThen are the refs of a repository at a call of a text, by their full names.
type refsThen struct {
	head  string // what is checked out; "": not known
	now   map[string]refThen
	gone  map[string]bool
	blind bool // a call before it may do anything to them
}

// refThen is where a ref leads to that the text made or moved.
type refThen struct {
	holds []string // refs and revisions of before that lead to it; none: not known
	grown []int    // calls whose commits may be on top of that
	sure  int      // so many commits are, at least
}

// of returns where a ref leads to.
func (r *refsThen) of(ref string) refThen {
	if t, ok := r.now[ref]; ok {
		return t
	}
	if r.gone[ref] || ref == "" {
		return refThen{}
	}
	return refThen{holds: []string{ref}}
}

func (r *refsThen) set(ref string, t refThen) {
	if ref == "" {
		r.blind = true
		return
	}
	delete(r.gone, ref)
	r.now[ref] = t
}

func (r *refsThen) remove(ref string) {
	delete(r.now, ref)
	r.gone[ref] = true
}

// changed reports whether the text changed a ref before the call.
func (r *refsThen) changed(names ...string) bool {
	return r.blind || slices.ContainsFunc(names, func(ref string) bool { _, ok := r.now[ref]; return ok || r.gone[ref] })
}

// touched lists the refs that the text changed before the call.
func (r *refsThen) touched() []string {
	return slices.AppendSeq(slices.Collect(maps.Keys(r.now)), maps.Keys(r.gone))
}

// refsAt returns the refs of a repository when call i runs there.
func (c *checker) refsAt(i int, dir string) *refsThen {
	known := c.about(i)
	if known.refs != nil {
		return known.refs
	}
	t := c.facts.Tree(dir)
	r := &refsThen{head: "HEAD", now: make(map[string]refThen), gone: make(map[string]bool)}
	if t.Branch != "" {
		r.head = heads + t.Branch
	}
	known.refs = r
	if !c.look(len(c.script.Calls)) {
		r.blind = true
		return r
	}
	for k := range c.script.Calls {
		g := &c.script.Calls[k]
		switch {
		case g.Where != "" || g.Model == nil || !c.before(k, i):
			continue
		case rewritesAll(g):
			r.blind = true
		case !isGit(g) || leavesRefs(g):
			continue
		case k >= i || g.Loop || !c.worksHere(g) || c.rootOf(&atWork{call: k}) != t.Root:
			r.blind = true
		default:
			step := refStep{refsThen: r, c: c, call: g, k: k, sure: c.script.Follows(i, k) && endsWell(c.script, k, c.script.Calls[i].Span.From)}
			step.run(dir)
		}
		if r.blind {
			break
		}
	}
	return r
}

// checkedOut returns the branch that is checked out when call i runs.
func (c *checker) checkedOut(i int, dir string) (name string, ok bool) {
	then := c.refsAt(i, dir)
	return strings.CutPrefix(then.head, heads)
}

const (
	heads   = "refs/heads/"
	remotes = "refs/remotes/"
	tagRefs = "refs/tags/"
)

// rewritesAll reports whether a program rewrites the history of a repository.
func rewritesAll(g *shell.Call) bool {
	return g.Model.Names[0] == "git-filter-repo" || g.Model.Names[0] == "bfg"
}

// leavesRefs reports whether a call of git leaves all refs as they are.
func leavesRefs(g *shell.Call) bool {
	if g.Args.Has(g.Model.Harmless...) || len(g.Args.Sub) == 0 && len(g.Args.Operands) == 0 {
		return true
	}
	switch verb := verbOf(g); verb {
	case "switch", "checkout", "branch", "tag", "commit", "merge", "pull", "cherry-pick", "revert", "am", "rebase", "reset", "push", "worktree", "fetch", "remote",
		"update-ref", "symbolic-ref", "filter-branch", "filter-repo", "replace", "gc", "prune", "reflog", "bisect", "fast-import", "send-pack", "bundle", "subtree", "svn", "p4", "flow":
		return false
	default:
		return true
	}
}

// verbOf returns the subcommand of a call of git.
func verbOf(g *shell.Call) string {
	if len(g.Args.Sub) > 0 {
		verb, _, _ := strings.Cut(g.Args.Sub[0], " ")
		return verb
	}
	if len(g.Args.Operands) > 0 {
		return g.Args.Operands[0].String()
	}
	return ""
}
