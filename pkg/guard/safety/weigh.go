package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// weigh lets facts about this machine lower or raise a rule's risk. A rule
// that hit several targets keeps the worst; raised are those for which facts raised the risk
// of a rule that is safe without them.
func (c *checker) weigh(r *rule.Rule, i int, hit []*effect.Effect) (risk policy.Risk, said []string, theirs []rule.Authored, raised []*effect.Effect) {
	call := &c.script.Calls[i]
	base := r.RiskOn(c.surface(call))
	away := !c.fallsHere(i, hit)
	if c.facts == nil || len(r.Facts) == 0 || c.otherTree(call) || away && !slices.ContainsFunc(r.Facts, ofSession) {
		return base, nil, nil, nil
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
		if base == policy.Safe && one > base && e != nil {
			raised = append(raised, e)
		}
		for _, f := range w.theirWork {
			if !slices.Contains(theirs, f) {
				theirs = append(theirs, f)
			}
		}
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
	return risk, said, theirs, raised
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
	case "listed":
		return (*weighing).listed
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
	if call.Where != "" || call.Program == "yadm" { // whose repository lies elsewhere
		return "", false
	}
	return w.dirOf(call)
}
