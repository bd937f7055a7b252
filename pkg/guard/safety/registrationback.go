package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// registrationBack reports whether the text itself surely brings back the registration that
// the call takes away: it goes back to a commit that has it, or takes it off the stash,
// whatever comes of the calls between. Those were judged with it.
func (w *weighing) registrationBack(of *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	for j := w.i + 1; j < len(w.script.Calls); j++ {
		g := &w.script.Calls[j]
		a := &g.Args
		to := shell.LitWord("HEAD")
		switch {
		case !isGit(g):
			continue
		case a.Is([]string{"stash pop", "stash apply"}):
			return stashes(call) && stashName(g) == "0" && w.runsAnyway(j)
		case a.Is([]string{"bisect reset"}):
			if words := a.Operands; len(words) > 0 && !words[len(words)-1].Is("reset") {
				return false // to another commit
			}
		case a.Is([]string{"checkout", "switch"}) && len(a.Operands) == 1 && of.Paths == nil && !a.Has("-b", "-B", "-c", "-C", "--orphan", "--", "-p"):
			if !a.Operands[0].Is("-") {
				to = a.Operands[0]
			}
		case a.Is([]string{"checkout", "switch", "reset", "stash", "rm", "clean", "restore", "rebase", "revert", "merge", "pull", "commit"}):
			return false
		default:
			continue
		}
		q := rule.RegistrationQuery{Dir: of.Dir}
		if at, ok := w.dirOf(g); !ok || at != of.Dir || !literal(to, &q.To) || !w.worksHere(g) || !w.runsAnyway(j) || !w.script.Work.Spend(stepsOfSearch) {
			return false
		}
		r := w.facts.Registration(q)
		return r.Known && len(r.Gone) == 0
	}
	return false
}

// runsAnyway reports whether a later call runs whatever comes of the call and of those between.
func (w *weighing) runsAnyway(j int) bool {
	s := w.script
	last := &s.Calls[j]
	if last.Late || last.Loop || last.Via >= 0 {
		return false
	}
	for at := s.Calls[w.i].Branch; at != last.Branch; at = s.Branches[at] {
		if at == 0 {
			return false
		}
	}
	return !slices.ContainsFunc(s.Calls[:j], func(c shell.Call) bool {
		switch c.Program {
		case "exit", "exec", "set", "return", "kill", "trap":
			return true
		}
		return false
	})
}
