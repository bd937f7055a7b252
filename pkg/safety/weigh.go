package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/fact"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// weighOne is the risk of a rule for one effect: that of the first fact that
// holds, or the rule's own.
func (c *checker) weighOne(r *rule.Rule, call *shell.Call, e *effect.Effect) (policy.Risk, string) {
	dir, dirKnown := effect.Literal(shell.Word{}, call.Cwd, c.at)
	if !dirKnown {
		dir, dirKnown = c.at.Cwd, c.at.Cwd != "" && len(call.Cwd.Path.Parts) == 0
	}
	for i := range r.Facts {
		f := &r.Facts[i]
		switch {
		case strings.HasPrefix(f.If, "tree.") || strings.HasPrefix(f.If, "worktree."):
			if !dirKnown || call.Cwd.Else != nil {
				continue
			}
			if t := c.facts.Tree(dir); t.Is(f.If) {
				return f.Risk, replace(f.Say, t.Value)
			}
		case strings.HasPrefix(f.If, "path."):
			p, ok := c.path(call, e)
			if ok && p.Is(f.If) {
				return f.Risk, replace(f.Say, p.Value)
			}
		case strings.HasPrefix(f.If, "branch."):
			b, ok := c.branch(dir, dirKnown, call, e)
			if ok && b.Is(f.If) {
				return f.Risk, replace(f.Say, b.Value)
			}
		}
	}
	return r.RiskOn(c.engine.Surface), ""
}

// path asks about an effect's target, when it is a single known path.
func (c *checker) path(call *shell.Call, e *effect.Effect) (fact.Path, bool) {
	if e == nil || e.Target == nil || call.Cwd.Else != nil {
		return fact.Path{}, false
	}
	p, ok := effect.Literal(*e.Target, call.Cwd, c.at)
	if !ok {
		return fact.Path{}, false
	}
	return c.facts.Path(p), true
}

// branch asks about the branch an effect or the first operand names.
func (c *checker) branch(dir string, known bool, call *shell.Call, e *effect.Effect) (fact.Branch, bool) {
	if !known {
		return fact.Branch{}, false
	}
	var w shell.Word
	switch {
	case e != nil && e.Target != nil:
		w = *e.Target
	case len(call.Args.Operands) > 0:
		w = call.Args.Operands[0]
	}
	name, ok := w.Literal()
	if !ok || name == "" {
		return fact.Branch{}, false
	}
	return c.facts.Branch(dir, name), true
}

// otherTree reports whether a call works on a tree of which the directory it
// runs in says nothing: git can be pointed elsewhere, works in submodules, and
// runs commands at the top of its tree.
func otherTree(s *shell.Script, call *shell.Call) bool {
	for c := call; ; c = &s.Calls[c.Via] {
		if c.Model != nil && c.Model.Names[0] == "git" {
			if c != call || c.Args.Is([]string{"submodule"}) || c.Args.Has("--git-dir", "--work-tree", "--recurse-submodules") || repointed(s.Text) {
				return true
			}
		}
		if c.Via < 0 {
			return false
		}
	}
}

// repointed reports whether a text names a variable or setting that points git
// at another tree. Where it stands does not matter: to know less is safe.
func repointed(text string) bool {
	for _, name := range [...]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "worktree="} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}
