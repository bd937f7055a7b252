package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// ownWorkspace reports whether a call of Terraform works in a workspace that the session made
// and has not left: its state began empty.
func (w *weighing) ownWorkspace() bool {
	call := &w.script.Calls[w.i]
	if call.Model == nil || call.Model.Names[0] != "terraform" || call.Where != "" || call.Cwd.Else != nil || !call.Args.Is([]string{"destroy", "apply"}) ||
		call.Args.Has("-state", "-lock", "-backup") || len(placesOf(w.script, w.i)) > 0 || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	dir, known := w.dirOf(call)
	own := false
	step := func(s *shell.Script, k int, well bool) {
		c := &s.Calls[k]
		if c.Model == nil || c.Model.Names[0] != "terraform" {
			return
		}
		at, ok := w.dirOf(c)
		leads := c.Args.Is([]string{"workspace new", "workspace select", "workspace delete", "init", "state", "state push", "state mv", "import"})
		switch {
		case !leads || ok && at != dir:
		case c.Args.Is([]string{"workspace new"}) && well && ok && c.Where == "" && !c.Late && !c.Captured && len(placesOf(s, k)) == 0 && !c.Args.Has("-state"):
			own = true
		default:
			own = false
		}
	}
	w.past(call.Program, func(p *rule.Past, s *shell.Script, k int) { step(s, k, !p.Found && !mayFail(s, k) && !behindOr(s, k)) })
	for k := range w.script.Calls[:w.i] {
		step(w.script, k, endsWell(w.script, k, call.Span.From) && !behindOr(w.script, k))
	}
	return known && own && !slices.ContainsFunc(w.script.Calls[:w.i], func(c shell.Call) bool { return c.Program == "export" })
}
