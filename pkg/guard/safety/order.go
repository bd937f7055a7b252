package safety

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Facts are read before any call runs. What an earlier call of the text surely
// brings into safety is no longer there to be lost when a later one runs: a
// stash, a commit, a copy. Only calls that the later one follows for certain
// count, and only on this machine.

// treeThen is the state of a work tree when a call runs.
type treeThen struct {
	dir   string
	state rule.TreeState
	since int // the last call that brought work into safety, or -1
}

// treeAt returns the state of a work tree when call i runs, and the last call
// that brought work into safety, or -1.
func (c *checker) treeAt(i int, dir string) (t rule.TreeState, since int) {
	known := c.about(i)
	if known.tree == nil || known.tree.dir != dir {
		state, since := c.readTree(i, dir)
		known.tree = &treeThen{dir, state, since}
	}
	return known.tree.state, known.tree.since
}

func (c *checker) readTree(i int, dir string) (t rule.TreeState, since int) {
	now := c.facts.Tree(dir)
	t, since = now, -1
	added, committed := "", false
	for _, k := range c.gitBefore(i, now.Root) {
		g := &c.script.Calls[k]
		a := &g.Args
		switch {
		case stashes(g) && len(stashOperands(g)) == 0:
			t.Modified = 0
			if a.Has("-u", "-a") {
				t.Untracked = 0
			}
			t.Stashes++
			since, committed = k, false
		case a.Is([]string{"stash pop", "stash apply"}):
			t, since = now, -1
		case c.writesDiff(k) && len(a.Operands) == 0:
			t.Modified = 0
			since = k
		case a.Is([]string{"add"}) && !a.Has("-n", "-p", "-i"):
			if added = addsAll(g); added == "all" {
				t.Modified, t.Untracked = t.Modified+t.Untracked, 0
			}
		case commits(g) && (a.Has("-a") || added != ""):
			t.Modified = 0
			since, committed = k, true
		case a.Is([]string{"checkout", "switch", "branch", "tag"}):
			committed = false // what was committed is on a branch that stays
		}
	}
	if call := &c.script.Calls[i]; committed && call.Args.Is([]string{"reset"}) && slices.ContainsFunc(call.Args.Operands, leavesHead) {
		return now, -1 // the commit goes with it
	}
	return t, since
}

// gitBefore lists, in order, the calls of git that surely run before call i and
// work on the tree of that root.
func (c *checker) gitBefore(i int, root string) (list []int) {
	if root == "" {
		return nil
	}
	if c.gits == nil {
		c.gits = []atWork{}
		for k := range c.script.Calls {
			if c.worksHere(&c.script.Calls[k]) {
				c.gits = append(c.gits, atWork{call: k})
			}
		}
	}
	if !c.script.Work.Spend(sort.Search(len(c.gits), func(n int) bool { return c.gits[n].call >= i })) {
		return nil
	}
	for n := range c.gits {
		g := &c.gits[n]
		if g.call >= i {
			break
		}
		if c.script.Follows(i, g.call) && c.rootOf(g) == root {
			list = append(list, g.call)
		}
	}
	return list
}

// atWork is a call of git and the root of the tree that it works on, "" for none.
type atWork struct {
	call  int
	root  string
	known bool
}

// rootOf returns the root of the tree that a call of git works on.
func (c *checker) rootOf(g *atWork) string {
	if g.known {
		return g.root
	}
	g.known = true
	c.script.Work.Spend(stepsOfLook)
	call := &c.script.Calls[g.call]
	dir, ok := effect.Literal(shell.Word{}, call.Cwd, c.at)
	if !ok {
		dir, ok = c.at.Cwd, c.at.Cwd != "" && len(call.Cwd.Path.Parts) == 0
	}
	if ok {
		g.root = c.facts.Tree(dir).Root
	}
	return g.root
}

// isGit reports whether a call is git.
func isGit(g *shell.Call) bool { return g.Model != nil && g.Model.Names[0] == "git" }

// worksHere reports whether a call is git at work on a tree of this machine, that
// of the directory it runs in.
func (c *checker) worksHere(g *shell.Call) bool {
	return isGit(g) && g.Where == "" && g.Code == "" && g.Cwd.Else == nil &&
		!g.Args.Has(g.Model.Harmless...) && !c.otherTree(g)
}

// stashes reports whether a call puts changes on the stash, all of them or
// those of the paths it names.
func stashes(g *shell.Call) bool {
	a := &g.Args
	if !a.Is([]string{"stash"}) || a.Has("-p", "-S", "-k") {
		return false
	}
	return len(a.Operands) == 0 || a.Operands[0].Is("push") || a.Operands[0].Is("save") || a.Is([]string{"stash push", "stash save"})
}

// stashOperands returns the paths that a stash is bound to.
func stashOperands(g *shell.Call) []shell.Word {
	ops := g.Args.Operands
	if len(ops) > 0 && (ops[0].Is("push") || ops[0].Is("save")) {
		if ops[0].Is("save") {
			return nil // its operands are the message
		}
		return ops[1:]
	}
	return ops
}

// commits reports whether a call makes a commit of what was added.
func commits(g *shell.Call) bool {
	return g.Args.Is([]string{"commit"}) && !g.Args.Has("--dry-run", "-p", "-o", "--amend") && len(g.Args.Operands) == 0
}

// addsAll returns "all" when a call adds every file, "tracked" when it adds
// those that git knows, "" when it adds some.
func addsAll(g *shell.Call) string {
	if g.Args.Has("-u") {
		return "tracked"
	}
	if g.Args.Has("-A") && len(g.Args.Operands) == 0 || slices.ContainsFunc(g.Args.Operands, func(w shell.Word) bool { return w.Is(".") || w.Is(":/") }) {
		return "all"
	}
	return ""
}

// leavesHead reports whether a commit that reset goes to is another than HEAD.
func leavesHead(w shell.Word) bool {
	return !w.Is("HEAD") && !w.Is("@")
}

// pathAt returns the state of a path when call i does e to it, and the last
// call that brought its content into safety, or -1.
func (c *checker) pathAt(i int, name string, e *effect.Effect) (p rule.PathState, since int) {
	now := c.facts.Path(name)
	p, since = now, -1
	was := name
	if now.Known && !now.Exists {
		if from, ok := c.movedHere(i, name); ok && from != name {
			was, now = from, c.facts.Path(from)
		}
	}
	if !now.Exists || i == 0 || !c.look(i) {
		return now, -1
	}
	if k, ok := c.movedAway(i, name); ok && !c.pathChanged(i, k, name, false) {
		return rule.PathState{Known: true}, k
	}
	p = now
	root := ""
	if now.Repo {
		dir := was
		if !now.Dir {
			dir = path.Dir(was)
		}
		root = c.facts.Tree(dir).Root
	}
	added := false
	gits := c.gitBefore(i, root)
	for _, k := range c.those(&c.earlier.keeps, keeps) {
		if k >= i {
			break
		}
		call := &c.script.Calls[k]
		if !c.script.Follows(i, k) {
			continue
		}
		if _, isGit := slices.BinarySearch(gits, k); isGit {
			a := &call.Args
			switch {
			case stashes(call) && (len(stashOperands(call)) == 0 || c.covers(stashOperands(call), call, name)):
				p.Modified = 0
				if a.Has("-u", "-a") {
					p = kept(p)
				}
				since = k
			case a.Is([]string{"stash pop", "stash apply"}), unstages(call):
				p, since, added = now, -1, false
			case c.writesDiff(k) && (len(a.Operands) == 0 || c.covers(a.Operands, call, name)):
				p.Modified = 0
				since = k
			case a.Is([]string{"add"}) && !a.Has("-n", "-p", "-i") && (addsAll(call) != "" || c.covers(a.Operands, call, name)):
				if added = true; e.Kind != rule.Discard && !call.Args.Is([]string{"rm"}) {
					p, since = kept(p), k // the index holds it
				}
			case commits(call) && (added || a.Has("-a")):
				p.Modified = 0
				if added {
					p = kept(p)
				}
				since = k
			}
			continue
		}
		if c.copies(k, i, name) || was != name && c.copies(k, i, was) {
			p, since = kept(p), k
		}
	}
	return p, since
}

// kept returns the state of a path whose content is elsewhere as well.
func kept(p rule.PathState) rule.PathState {
	p.Modified, p.Untracked, p.Ignored, p.Repo = 0, 0, false, true
	p.Tracked = max(p.Tracked, p.Files, 1)
	return p
}

// covers reports whether one of the operands names a path or a directory that
// holds it.
func (c *checker) covers(operands []shell.Word, call *shell.Call, name string) bool {
	for _, w := range operands {
		if !c.script.Work.Spend(1) {
			return false
		}
		if p, ok := effect.Literal(w, call.Cwd, c.at); ok && (p == name || strings.HasPrefix(name, p+"/")) {
			return true
		}
	}
	return false
}

// keeps reports whether a call on this machine may bring content into safety.
func keeps(call *shell.Call) bool {
	return call.Where == "" && call.Code == "" && (isGit(call) || copiesWholeWord(call.Program))
}

// copies reports whether call k copies all of a path to another place, which
// call i leaves alone.
func (c *checker) copies(k, i int, name string) bool {
	call := &c.script.Calls[k]
	if !copiesWholeWord(call.Program) {
		return false
	}
	reads, writes := false, false
	effects := c.reader.Of(k)
	if !c.script.Work.Spend(len(effects)) {
		return false
	}
	for _, e := range effects {
		if e.Target == nil {
			continue
		}
		p, ok := e.Path(call, c.at)
		switch {
		case !ok:
		case e.Kind == rule.Read:
			reads = reads || p == name || e.Recursive && strings.HasPrefix(name, p+"/")
		case e.Kind == rule.Overwrite:
			writes = writes || p != name && !strings.HasPrefix(p, name+"/") && !c.covers(c.script.Calls[i].Args.Operands, &c.script.Calls[i], p)
		}
	}
	return reads && writes
}

// landing returns effects with the places where files end up: what is copied
// or moved into a directory overwrites the file of the same name there.
func (c *checker) landing(call *shell.Call, hit []*effect.Effect) []*effect.Effect {
	if !landsInWord(call.Program) {
		return hit
	}
	var out []*effect.Effect
	for _, e := range hit {
		if e == nil || e.Kind != rule.Overwrite || e.Target == nil || call.Args.Has("-T") {
			out = append(out, e)
			continue
		}
		dir, ok := e.Path(call, c.at)
		if !ok || call.Cwd.Else != nil || !c.script.Work.Spend(stepsOfQuestion) || !c.facts.Path(dir).Dir {
			out = append(out, e)
			continue
		}
		for _, o := range call.Args.Operands {
			name, ok := o.Literal()
			if ok && o.String() == e.Target.String() {
				continue
			}
			base := path.Base(name)
			if !ok || base == "." || base == ".." || strings.ContainsAny(base, "*?[") {
				out = append(out, e) // the directory as a whole
				continue
			}
			if to, ok := e.Target.Literal(); ok {
				out = append(out, e.Onto(path.Join(to, base)))
			} else {
				out = append(out, e.Onto(path.Join(dir, base)))
			}
		}
	}
	return out
}

// unstages reports whether a call takes files out of the index again.
func unstages(g *shell.Call) bool {
	return g.Args.Is([]string{"reset"}) && !g.Args.Has("--soft", "-p") || g.Args.Is([]string{"restore"}) && g.Args.Has("-S") ||
		g.Args.Is([]string{"rm"}) && g.Args.Has("--cached")
}

// stashedBefore reports whether an earlier call may leave something on the
// stash.
func (c *checker) stashedBefore(i int) bool {
	if !c.look(len(c.script.Calls)) {
		return true
	}
	return slices.ContainsFunc(c.those(&c.earlier.stashes, leavesStash), func(k int) bool { return c.before(k, i) })
}

// leavesStash reports whether a call may leave something on the stash.
func leavesStash(g *shell.Call) bool { return isGit(g) && stashes(g) }
