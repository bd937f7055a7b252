package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// weigh lets facts about this machine lower or raise a rule's risk. A rule
// that hit several targets keeps the worst.
func (c *checker) weigh(r *rule.Rule, i int, hit []*effect.Effect) (risk policy.Risk, said []string, theirs []rule.Authored) {
	call := &c.script.Calls[i]
	base := r.RiskOn(c.surface(call))
	away := !c.fallsHere(i, hit)
	if c.facts == nil || len(r.Facts) == 0 || c.otherTree(call) || away && !slices.ContainsFunc(r.Facts, ofSession) {
		return base, nil, nil
	}
	if len(hit) == 0 {
		hit = []*effect.Effect{nil}
	}
	if !slices.ContainsFunc(r.Facts, func(f rule.Fact) bool { return f.If == rule.LandingWork }) {
		hit = c.landing(call, hit)
	}
	ofTheirs := 0 // 1 + the place of the sentence about work of others
	for _, e := range hit {
		w := &c.weighing
		*w = weighing{checker: c, rule: r, i: i, e: e, away: away}
		one, say := w.weigh()
		if one >= risk {
			risk = one
		}
		theirs = append(theirs, w.theirWork...)
		switch {
		case say == "" || len(w.theirWork) == 0:
		case ofTheirs > 0: // one sentence about all
			said[ofTheirs-1], say = w.sayTheirs(theirs), ""
		default:
			ofTheirs = len(said) + 1
		}
		if say != "" && !slices.Contains(said, say) {
			said = append(said, say)
		}
	}
	return risk, said, theirs
}

// fallsHere reports whether call i runs here, or in a container of this machine where all
// that it does falls on directories which that mounts.
func (c *checker) fallsHere(i int, hit []*effect.Effect) bool {
	call := &c.script.Calls[i]
	if call.Where == "" {
		return true
	}
	onFiles := len(hit) > 0 && !slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		switch {
		case e == nil || e.Target == nil || len(e.Source) > 0 || !call.IsHere(e.Target):
			return true
		case e.Kind == rule.Delete, e.Kind == rule.Overwrite, e.Kind == rule.Append, e.Kind == rule.Edit:
			return false
		}
		return true
	})
	for i >= 0 && c.script.Calls[i].Where != "" {
		i = c.script.Calls[i].Via
	}
	return onFiles && i >= 0 && len(placesOf(c.script, i)) == 0
}

// ofSession reports whether a fact is about what the session did, wherever that was.
func ofSession(f rule.Fact) bool { return f.If == rule.MadeSession }

// sayTheirs says of which files work of others is lost.
func (w *weighing) sayTheirs(list []rule.Authored) string {
	for i := range w.rule.Facts {
		if f := &w.rule.Facts[i]; f.If == rule.TheirsSome {
			a := rule.AuthorState{Known: true, Theirs: list}
			return replace(f.Say, func(name string) string { return a.Value(name).Show(display.Name) })
		}
	}
	return ""
}

// What a question about this machine costs.
const (
	stepsOfQuestion = 8
	stepsOfLook     = 60   // at a place
	stepsOfSearch   = 300  // for processes, commits, or authors
	stepsOfWalk     = 8000 // through a whole tree
	callsOfStep     = 8    // that it looks at in a step
)

// look counts a look at so many calls, and reports whether there may be one.
func (c *checker) look(calls int) bool { return c.script.Work.Spend(1 + calls/callsOfStep) }

// weigh returns the risk of a rule for one effect of call i: that of the
// first fact that holds, or the rule's own. A fact that the text itself
// changes before that call cannot lower the risk.
func (w *weighing) weigh() (policy.Risk, string) {
	base := w.rule.RiskOn(w.surface(&w.script.Calls[w.i]))
	for k := range w.rule.Facts {
		f := &w.rule.Facts[k]
		kind, _, _ := strings.Cut(f.If, ".")
		ask := questionOf(kind)
		if ask == nil || w.away && !ofSession(*f) || !w.script.Work.Spend(stepsOfQuestion) {
			continue
		}
		if holds, value := ask(w, f.If, f.Risk < base); holds {
			return f.Risk, replace(f.Say, func(name string) string { return value(name).Show(display.Name) })
		}
	}
	return base, ""
}

// surface returns where a call stands: what runs only in a pipeline is as good
// as part of it.
func (c *checker) surface(call *shell.Call) string {
	if s := c.engine.Surface; s != "" && s != "doc" && effect.OnlyInCI(call.With) {
		return "ci"
	}
	return c.engine.Surface
}

// weighed is what was found out about the call that is weighed. It is the same for
// all of its effects.
type weighed struct {
	call  int
	push  *rule.PushState
	clean *rule.CleanState
	tree  *treeThen
	refs  *refsThen
}

// about returns what was found out about a call.
func (c *checker) about(i int) *weighed {
	if c.weighed.call != i {
		c.weighed = weighed{call: i}
	}
	return &c.weighed
}

// weighing is an effect of a call, about which facts are asked. e may be nil.
type weighing struct {
	*checker
	rule *rule.Rule
	i    int
	e    *effect.Effect
	away bool // the call runs elsewhere: only what the session did counts

	answer    pathAnswer      // what was found out about the path
	lands     *landed         // nil before it was asked for
	theirWork []rule.Authored // of others, which is lost
	unkept    bool            // git would not keep what is lost: only of data is a loss worse for being another's
	ignored   bool            // git ignores all that is lost
}

// pathAnswer is the state of the path that an effect falls on.
type pathAnswer struct {
	asked bool
	name  string
	known bool // the path has one name, which is no pattern, nor that of files that a search finds below
	state rule.PathState
	since int

	elsewhere bool // it may lie on another machine
}

// question answers whether a fact holds, and with which words the sentence is
// filled. softens says that the fact lowers the risk.
type question func(w *weighing, fact string, softens bool) (holds bool, words func(string) rule.Told)

// questionOf returns the question that belongs to the first part of a fact's name.
func questionOf(kind string) question {
	switch kind {
	case "tree", "worktree":
		return (*weighing).tree
	case "path":
		return (*weighing).path
	case "branch":
		return (*weighing).branch
	case "clean":
		return (*weighing).clean
	case "landing":
		return (*weighing).landing
	case "clone":
		return (*weighing).clone
	case "made":
		return (*weighing).made
	case "write":
		return (*weighing).writeKeeps
	case "declared":
		return (*weighing).declared
	case "leaves":
		return (*weighing).leaves
	case "stash":
		return (*weighing).stash
	case "theirs":
		return (*weighing).theirs
	case "holds":
		return (*weighing).holds
	case "live":
		return (*weighing).live
	case "user":
		return (*weighing).user
	case "push":
		return (*weighing).push
	case "database":
		return (*weighing).database
	case "process":
		return (*weighing).process
	case "registration":
		return (*weighing).registration
	}
	return nil
}

// dir returns the directory of the call.
func (w *weighing) dir() (string, bool) {
	call := &w.script.Calls[w.i]
	if call.Where != "" {
		return "", false
	}
	dir, known := effect.Literal(shell.Word{}, call.Cwd, w.at)
	if !known {
		dir, known = w.at.Cwd, w.at.Cwd != "" && len(call.Cwd.Path.Parts) == 0
	}
	return dir, known
}

func (w *weighing) tree(fact string, softens bool) (bool, func(string) rule.Told) {
	dir, known := w.dir()
	if !known || w.script.Calls[w.i].Cwd.Else != nil {
		return false, nil
	}
	if !softens && w.takesBack() {
		return false, nil // what the rest of the tree holds is not touched
	}
	t, since := w.treeAt(w.i, dir)
	return t.Is(fact) && !(softens && w.treeChanged(w.i, since, dir, t)), t.Value
}

func (w *weighing) path(fact string, softens bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	if w.e == nil || w.e.Target == nil || call.Cwd.Else != nil {
		return false, nil
	}
	if !w.answer.asked {
		w.answer.asked = true
		w.script.Work.Spend(stepsOfLook)
		if w.answer.elsewhere = effect.Elsewhere(call.Program, *w.e.Target); w.answer.elsewhere {
			return false, nil
		}
		if w.answer.name, w.answer.known = w.e.Path(call, w.at); w.answer.known {
			w.answer.state, w.answer.since = w.pathAt(w.i, w.answer.name, w.e)
			if w.takesBack() { // files that git does not track stay
				w.answer.state.Untracked, w.answer.state.Repos = 0, 0
			}
			w.answer.known = w.answer.state.Exists || !searches(call)
		}
	}
	if w.answer.elsewhere {
		return false, nil
	}
	if fact == rule.PathSession {
		return w.theirs(fact, softens)
	}
	if a := &w.answer; a.known {
		if softens && (fact == rule.PathMissing || fact == rule.PathEmpty) && call.In != nil && w.e.Class&(effect.Home|effect.OutsideProject|effect.AboveProject) != 0 && w.ofStranger(call.In) {
			return false, nil // what a stranger wishes to delete may be there the next time
		}
		if !a.state.Is(fact) || softens && w.pathChanged(w.i, a.since, a.name, w.e.Kind == rule.Discard) {
			return false, nil // nearly always, and a method as a value is an allocation
		}
		return true, a.state.Value
	}
	return w.pattern(fact, softens)
}

// takesBack reports whether a call takes back the changes of tracked files at a known path.
func (w *weighing) takesBack() bool {
	e := w.e
	if e == nil || e.Target == nil || e.Kind != rule.Discard || e.All || !w.script.Calls[w.i].Args.Is([]string{"checkout", "restore", "checkout-index"}) {
		return false
	}
	_, ok := e.Path(&w.script.Calls[w.i], w.at)
	return ok
}

// pattern answers for the files that a pattern matches.
func (w *weighing) pattern(fact string, softens bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	pattern, deep, ok := w.patternOf()
	switch {
	case !ok:
		return false, nil
	case softens && fact == rule.PathMissing:
		dir := path.Dir(pattern)
		p := w.facts.Path(dir)
		return p.Is(fact) && !strings.ContainsAny(dir, "*?[") && !w.pathChanged(w.i, -1, dir, false), p.Value
	case softens && fact == rule.PathIgnored:
		return w.inOutput(pattern), rule.PathState{}.Value
	case softens && fact == rule.PathClean:
		dir := path.Dir(pattern) // all that it holds
		p, since := w.pathAt(w.i, dir, w.e)
		return p.Is(fact) && !w.pathChanged(w.i, since, dir, w.e.Kind == rule.Discard), p.Value
	}
	p := w.facts.Glob(pattern, deep || w.e.Recursive)
	if !finds(call) || w.reader.SpeaksOfGit(w.i+1) { // the search that it works through leaves that out
		p.Repos = 0
	}
	return !softens && p.Is(fact), p.Value
}

// patternOf returns the pattern that an effect falls on: a glob, or the name of files that a
// search finds somewhere below. deep says that these lie at any depth.
func (w *weighing) patternOf() (pattern string, deep, ok bool) {
	call := &w.script.Calls[w.i]
	if searches(call) {
		if name, ok := w.e.Path(call, w.at); ok {
			return name, true, true
		}
	}
	if pattern, ok = effect.Below(*w.e.Target, call.Cwd, w.at); ok {
		return pattern, true, true
	}
	pattern, ok = effect.Pattern(*w.e.Target, call.Cwd, w.at)
	return pattern, finds(call), ok
}

// searches reports whether a call works on all that has a name below a directory.
func searches(c *shell.Call) bool {
	return (c.Program == "find" || c.Program == "fd" || slices.Contains(c.Wrappers, "find") || slices.Contains(c.Wrappers, "fd")) && !c.Args.Has("-maxdepth", "--max-depth")
}

// finds reports whether a call works on what a search below a directory found.
func finds(c *shell.Call) bool {
	return c.Program == "find" || c.Program == "fd" || slices.Contains(c.Wrappers, "find") || slices.Contains(c.Wrappers, "fd") ||
		slices.Contains(c.Wrappers, "xargs")
}

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
	s.Chosen = w.chosenStashes(dir, len(s.Stashes))
	s.Kept = s.Kept && w.onlyStash()
	if fact == rule.StashLast {
		if w.stashedBefore(w.i) {
			s.Takes = w.carriedIntoGit(true, "")
		}
		w.theirWork = s.Holds()
	}
	return s.Is(fact) && !(softens && w.stashedBefore(w.i)), s.Value
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
	p := w.facts.Push(dir, words, remove)
	p.Fetched = w.fetchedBefore(w.i)
	switch {
	case len(words) < 2 || !call.Args.Is([]string{"push"}) || call.Args.Has("--mirror", "--prune", "--all", "--tags"):
	case remove && !p.Default:
		left := w.remoteLeft(dir, words)
		p.Known, p.Gone, p.Own = left.Known, left.Commits, left.Own
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
