package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// weighOne returns the risk of a rule for one effect of call i: that of the
// first fact that holds, or the rule's own. A fact that the text itself
// changes before that call cannot lower the risk.
func (c *checker) weighOne(r *rule.Rule, i int, e *effect.Effect) (policy.Risk, string) {
	call := &c.script.Calls[i]
	dir, dirKnown := effect.Literal(shell.Word{}, call.Cwd, c.at)
	if !dirKnown {
		dir, dirKnown = c.at.Cwd, c.at.Cwd != "" && len(call.Cwd.Path.Parts) == 0
	}
	base := r.RiskOn(c.engine.Surface)
	for k := range r.Facts {
		f := &r.Facts[k]
		softens := f.Risk < base
		switch {
		case strings.HasPrefix(f.If, "tree.") || strings.HasPrefix(f.If, "worktree."):
			if !dirKnown || call.Cwd.Else != nil {
				continue
			}
			if t := c.facts.Tree(dir); t.Is(f.If) && !(softens && c.treeChanged(i, dir, t)) {
				return f.Risk, replace(f.Say, t.Value)
			}
		case strings.HasPrefix(f.If, "path."):
			name, ok := c.path(call, e)
			if !ok {
				continue
			}
			if p := c.facts.Path(name); p.Is(f.If) && !(softens && c.pathChanged(i, name, e.Kind == rule.Discard)) {
				return f.Risk, replace(f.Say, p.Value)
			}
		case strings.HasPrefix(f.If, "branch."):
			name, ok := c.branch(call, e)
			if !ok || !dirKnown {
				continue
			}
			if b := c.facts.Branch(dir, name); b.Is(f.If) && !(softens && c.branchChanged(i, name, c.facts.Tree(dir).Branch == name)) {
				return f.Risk, replace(f.Say, b.Value)
			}
		}
	}
	return base, ""
}

// path returns an effect's target, when it is a single known path.
func (c *checker) path(call *shell.Call, e *effect.Effect) (string, bool) {
	if e == nil || e.Target == nil || call.Cwd.Else != nil {
		return "", false
	}
	return effect.Literal(*e.Target, call.Cwd, c.at)
}

// branch returns the branch that an effect or the first operand names.
func (c *checker) branch(call *shell.Call, e *effect.Effect) (string, bool) {
	var w shell.Word
	switch {
	case e != nil && e.Target != nil:
		w = *e.Target
	case len(call.Args.Operands) > 0:
		w = call.Args.Operands[0]
	}
	name, ok := w.Literal()
	return name, ok && name != ""
}

// otherTree reports whether a call may work on another tree than that of the
// directory it runs in: git can be pointed elsewhere, works in submodules, and
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
// at another tree. Its place in the text does not matter: knowing less is
// safe.
func repointed(text string) bool {
	for _, name := range [...]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "worktree="} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}
