package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// ofStranger reports whether a file that runs was written by a stranger: it lies in another
// repository than the project's, or in what this session unpacked or downloaded, and the
// project has not committed it.
func (c *checker) ofStranger(in *shell.Place) bool {
	if in == nil || c.facts == nil {
		return false
	}
	dir := path.Dir(in.Path)
	is, known := c.strangers[dir]
	if !known {
		is = c.script.Work.Spend(stepsOfSearch) && !c.facts.Committed(in.Path) && (c.inOtherRepository(dir) || c.brings(dir))
		if c.strangers == nil {
			c.strangers = make(map[string]bool)
		}
		c.strangers[dir] = is
	}
	return is
}

// inOtherRepository reports whether a directory lies in another repository than the
// project's.
func (c *checker) inOtherRepository(dir string) bool {
	root := c.at.Project
	if root == "" {
		root = c.at.Cwd
	}
	t := c.facts.Tree(dir)
	return t.Known && t.Repo && t.Root != root && t.Root != c.facts.Tree(root).Root
}

// brings reports whether this session unpacked or downloaded a directory, or one above.
func (c *checker) brings(dir string) bool {
	for range 4 {
		name := path.Base(dir)
		if len(name) < 2 || dir == c.at.Project || dir == c.at.Cwd {
			return false
		}
		for _, p := range c.facts.Earlier(name) {
			s := follow.Parse(p.Text, shell.Options{Models: c.engine.Models, Home: c.at.Home, Cwd: c.at.Cwd})
			if slices.ContainsFunc(s.Calls, func(k shell.Call) bool { return unpacks(&k) }) {
				return true
			}
		}
		dir = path.Dir(dir)
	}
	return false
}

// unpacks reports whether a call brings files of others: it unpacks, clones or downloads.
func unpacks(c *shell.Call) bool {
	switch c.Program {
	case "tar", "gtar", "bsdtar":
		for i, a := range c.Argv[1:] {
			if t := a.Prefix(); t == "--extract" || (i == 0 || strings.HasPrefix(t, "-") && !strings.HasPrefix(t, "--")) && strings.Contains(t, "x") {
				return true
			}
		}
		return false
	}
	return bringsWord(c.Program) || len(c.Args.Sub) > 0 && bringsWord(c.Program+"/"+c.Args.Sub[0])
}

// distrusts raises a finding about code of a stranger that stays on this machine: what is
// medium where the user or the session types it, and knows why.
func (c *checker) distrusts(f *Finding, call *shell.Call, hit []*effect.Effect) {
	stays := func(e *effect.Effect) bool {
		switch e.Kind {
		case rule.Persist, rule.Guard, rule.Privilege, rule.Secret:
			return true
		case rule.Append, rule.Overwrite, rule.Link, rule.Edit:
			return e.Class&effect.Startup != 0 || e.Class&outside != 0 && e.Class&effect.Temp == 0
		}
		return false
	}
	if f.Risk == policy.Medium && call.In != nil && call.Where == "" && slices.ContainsFunc(hit, stays) && c.ofStranger(call.In) {
		f.Risk = policy.High
	}
}
