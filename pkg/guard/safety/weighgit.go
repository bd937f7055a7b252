package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// This file answers for what git knows of branches, stashes and remotes.

func (w *weighing) branch(fact string, softens bool) (bool, func(string) rule.Told) {
	name, ok := w.branchName()
	if !ok && w.e != nil && w.e.Target != nil && w.listsMerged(w.e.Target) {
		b := rule.BranchState{Known: true, Exists: true, Merged: true}
		return b.Is(fact), b.Value
	}
	dir, known := w.dir()
	to := ""
	if ok && w.e != nil && len(w.e.Source) > 0 {
		to, ok = w.e.Source[0].Literal()
	}
	if !ok || !known || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	then := w.refsAt(w.i, dir)
	if current, is := strings.CutPrefix(then.head, heads); name == "" && is {
		name = current
	} else if name == "" && then.head == "" {
		return false, nil
	}
	b := w.facts.Branch(dir, name, to)
	ref, left := w.branchLeft(dir, name, to)
	if _, made := then.now[ref]; made || then.gone[ref] {
		b = rule.BranchState{Known: true, Exists: made}
	}
	if left.Known && b.Exists {
		b.Ahead, b.Own = left.Commits, left.Own
		if left.Commits > 0 { // whatever led to them before
			b.Merged, b.Pushed = false, false
		}
	}
	if fact == rule.BranchLast {
		if left.Known && (left.Commits == 0 || left.Own) {
			return false, nil
		}
		return w.branchLast(b, name)
	}
	b.More = b.More || slices.ContainsFunc(w.script.Calls[w.i+1:], func(g shell.Call) bool { return deletesOnRemote(&g) })
	return b.Is(fact) && !(softens && !left.Known && then.changed(then.touched()...)), b.Value
}

// onlyStash reports whether a call is the only one that works on stashes, once, and none
// leaves the branch that is checked out.
func (w *weighing) onlyStash() bool {
	call := &w.script.Calls[w.i]
	return !call.Loop && !slices.ContainsFunc(w.script.Calls, func(g shell.Call) bool {
		return isGit(&g) && g.Span != call.Span && g.Args.Is([]string{"stash", "checkout", "switch", "reset", "commit", "rebase", "branch", "worktree"})
	})
}

// listsMerged reports whether a name is one of those of merged branches, as they are listed
// here: git branch --merged | grep -v main.
func (w *weighing) listsMerged(name *shell.Word) bool {
	if len(name.Parts) != 1 {
		return false // it is changed on the way
	}
	at := &w.script.Calls[w.i]
	calls := name.From()
	for range w.script.Calls {
		if len(calls) != 1 {
			return false
		}
		c := &w.script.Calls[calls[0]]
		switch {
		case isGit(c):
			f := c.Args.Flag("--merged")
			return f != nil && c.Args.Is([]string{"branch"}) && len(c.Args.Operands) == 0 && !c.Args.Has("-r", "-a", "--no-merged", "-C") && !at.Args.Has("-C") &&
				(f.Value == nil || f.Value.Is("main") || f.Value.Is("master") || f.Value.Is("HEAD"))
		case c.Program != "grep" && c.Program != "tr" && c.Program != "xargs" || c.Stdin == nil:
			return false
		}
		calls = c.Stdin.From
	}
	return false
}

func (w *weighing) clean(fact string, _ bool) (bool, func(string) rule.Told) {
	dir, known := w.dir()
	if !known || w.script.Calls[w.i].Cwd.Else != nil {
		return false, nil
	}
	c := w.cleanAt(w.i, dir)
	return c.Is(fact), c.Value
}

func (w *weighing) stash(fact string, softens bool) (bool, func(string) rule.Told) {
	dir, known := w.dir()
	if !known {
		return false, nil
	}
	if fact == rule.StashOwn && w.ownStash() {
		return true, rule.StashState{}.Value
	}
	s := w.facts.Stash(dir)
	if w.committedStash(w.i, dir, s) {
		s.Messages, s.Files = nil, nil
	}
	s.Chosen = w.chosenStashes(dir, len(s.Messages))
	s.Kept = s.Kept && w.onlyStash()
	s.Pushed = w.stashedBefore(w.i)
	if fact == rule.StashLast {
		if s.Pushed {
			s.Takes = w.carriedIntoGit(true, "")
		}
		w.theirWork = s.Holds()
	}
	return s.Is(fact) && !(softens && s.Pushed), s.Value
}

func (w *weighing) push(fact string, softens bool) (bool, func(string) rule.Told) {
	p := w.pushState()
	return p.Is(fact) && !(softens && fact == rule.PushKept && w.pushChanged()), p.Value
}

// pushState returns what a push would take off its remote.
func (w *weighing) pushState() rule.PushState {
	known := w.about(w.i)
	if known.push == nil {
		state := w.readPush()
		known.push = &state
	}
	return *known.push
}

func (w *weighing) readPush() rule.PushState {
	dir, known := w.dir()
	if !known || !w.script.Work.Spend(stepsOfSearch) {
		return rule.PushState{}
	}
	call := &w.script.Calls[w.i]
	var words []string
	remove := call.Args.Has("-d")
	for _, o := range call.Args.Operands {
		t, ok := o.Literal()
		if !ok {
			return rule.PushState{}
		}
		words = append(words, t)
		remove = remove || strings.HasPrefix(t, ":")
	}
	if forced := call.Args.Has("-d", "-f", "--force-with-lease") || slices.ContainsFunc(words, func(t string) bool { return strings.HasPrefix(t, "+") }); remove && !forced {
		words = append(words[:1:1], slices.DeleteFunc(words[1:], func(t string) bool { return !strings.HasPrefix(t, ":") })...)
	}
	p := w.facts.Push(dir, words, remove)
	p.Fetched = w.fetchedBefore(w.i)
	switch {
	case len(words) < 2 || !call.Args.Is([]string{"push"}) || call.Args.Has("--mirror", "--prune", "--all", "--tags"):
	case remove && !p.Default:
		left := w.remoteLeft(dir, words)
		p.Known, p.Gone, p.Own = left.Known, left.Commits, left.Own
		if left.Known {
			p.Strange = ""
		}
	case !remove && p.Known && !p.New:
		p.Own = w.pushLeft(dir, words).Own
	}
	return p
}

// branchName returns the branch that an effect or the first operand names, ""
// for the one that is checked out. Of from:to, as fetch has it, it is the one
// that is written to.
func (w *weighing) branchName() (string, bool) {
	var word shell.Word
	call := &w.script.Calls[w.i]
	switch {
	case w.e != nil && w.e.Target == nil && len(w.e.Source) > 0:
		return "", true
	case w.e != nil && w.e.Target != nil:
		word = *w.e.Target
	case len(call.Args.Operands) > 0:
		word = call.Args.Operands[0]
	}
	name, ok := word.Literal()
	if _, to, both := strings.Cut(name, ":"); both {
		name = to
	}
	if name = strings.TrimPrefix(name, "refs/heads/"); call.Args.Is([]string{"tag"}) && name != "" {
		name = "refs/tags/" + strings.TrimPrefix(name, "refs/tags/")
	}
	return name, ok && name != "" && !strings.Contains(name, "*")
}

// otherTree reports whether a call may work on another tree than that of the
// directory it runs in: git can be pointed elsewhere, works in submodules, and
// runs commands at the top of its tree.
func (c *checker) otherTree(call *shell.Call) bool {
	for k := call; ; k = &c.script.Calls[k.Via] {
		if k.Model != nil && k.Model.Names[0] == "git" {
			if k != call || k.Args.Is([]string{"submodule"}) || k.Args.Has("--git-dir", "--work-tree", "--recurse-submodules") || c.repointed() {
				return true
			}
		}
		if k.Via < 0 {
			return false
		}
	}
}

// repointed reports whether the text names a variable or setting that points git
// at another tree. Its place in the text does not matter: knowing less is
// safe.
func (c *checker) repointed() bool {
	if c.points == nil {
		names := []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "worktree="}
		is := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(c.script.Text, name) })
		c.points = &is
	}
	return *c.points
}
