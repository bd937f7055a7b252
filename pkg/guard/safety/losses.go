package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Loss is what a finding would lose in the project.
type Loss struct {
	Path    string // absolute; what is below it, too
	Deletes bool   // ignored files and repositories below it go, too
	Stash   bool   // a stash of the repository that holds Path
	Theirs  bool   // the stash is not one of the session's own
}

// maxLosses bounds the paths that a finding is said to lose each for itself.
const maxLosses = 100

// losses returns what a finding would lose, nil where a snapshot of the project
// cannot bring back all of it: it is critical whatever the facts are, lies
// elsewhere, or is not known to lie in the project.
func (c *checker) losses(r *rule.Rule, i int, hit []*effect.Effect) []Loss {
	call := &c.script.Calls[i]
	if r.Undo == "" || r.Risk == policy.Critical || c.engine.Surface != "" || !c.fallsHere(i, hit) || call.Late || c.otherTree(call) {
		return nil
	}
	w := weighing{checker: c, rule: r, i: i}
	dir, known := w.dir()
	if call.Where != "" {
		dir, known = c.at.Project, c.at.Project != ""
	}
	if !known || call.Cwd.Else != nil || !within(c.at.Project, dir) {
		return nil
	}
	if c.bringsIn(i) {
		return nil
	}
	if r.Undo == rule.UndoStash {
		theirs := true
		if c.facts != nil {
			if theirs, _ = w.stash(rule.StashTheirs, false); !theirs && w.stashedBefore(i) { // what others changed goes with it
				theirs = !c.facts.Authors(rule.LossQuery{Path: dir}).Is(rule.TheirsNone)
			}
		}
		return []Loss{{Path: dir, Stash: true, Theirs: theirs}}
	}
	all := Loss{Path: path.Clean(c.at.Project), Deletes: r.Undo == rule.UndoFiles}
	var out []Loss
	for _, e := range hit {
		if e.Kind == rule.Discard && (e.Target == nil || len(e.Target.Parts) == 0) {
			out = append(out, all) // at most
			continue
		}
		if e.Target == nil || effect.Elsewhere(call.Program, *e.Target) || e.Class&beyond != 0 || e.Class&(effect.Project|effect.ProjectRoot) == 0 {
			return nil
		}
		name, ok := e.Path(call, c.at)
		if pattern, is := effect.AnyPattern(*e.Target, call.Cwd, c.at); !ok && is {
			name, ok = effect.FixedDir(pattern), true
		}
		switch {
		case !ok || !within(c.at.Project, name):
			return nil
		case r.Undo == rule.UndoFiles && name == all.Path && e.Kind != rule.Discard:
			return nil // with .git
		}
		out = append(out, Loss{Path: name, Deletes: r.Undo == rule.UndoFiles})
	}
	if len(out) > maxLosses {
		return []Loss{all} // at most
	}
	if !c.script.Work.Spend(stepsOfLook * len(out)) { // where each lies, and whose it is
		return nil
	}
	return out
}

// bringsIn reports whether an earlier call may have moved something into the
// project from elsewhere, which no snapshot holds.
func (c *checker) bringsIn(i int) bool {
	if c.brought == nil {
		first := slices.IndexFunc(c.movers(), c.bringsFromElsewhere)
		brought := len(c.script.Calls)
		if first >= 0 {
			brought = c.movers()[first]
		}
		c.brought = &brought
	}
	return *c.brought < i
}

// bringsFromElsewhere reports whether a call may move something into the project
// from elsewhere.
func (c *checker) bringsFromElsewhere(k int) bool {
	call := &c.script.Calls[k]
	return slices.ContainsFunc(c.reader.Of(k), func(e effect.Effect) bool {
		if e.Kind != rule.Move || e.Target == nil {
			return false
		}
		name, ok := e.Path(call, c.at)
		return !ok || !within(c.at.Project, name)
	})
}

// beyond are the classes of what a snapshot of the project does not hold.
const beyond = effect.Root | effect.Home | effect.System | effect.BelowSystem | effect.Device | effect.Mount | effect.AboveProject |
	effect.OutsideProject | effect.VCS | effect.Guard | effect.MaybeRoot | effect.UnknownPath

// within reports whether a path lies in a project.
func within(project, name string) bool {
	project = path.Clean(project)
	return project != "." && project != "/" && (name == project || strings.HasPrefix(name, project+"/"))
}

// Generated reports whether tools make a file of a project again.
func Generated(name string, at Dirs) bool {
	w := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: name}}}
	return effect.ClassOf(w, shell.Dir{}, at)&effect.Generated != 0
}
